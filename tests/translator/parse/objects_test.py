"""Loops in virtual functions of class templates, which are called through a base class: objects of the class show that they may run."""

from __future__ import annotations

from pathlib import Path

import pytest

from translator.parse import Parsed, parse

ROOT = Path(__file__).parents[3]
FLAGS = ("-std=c++20", f"-I{ROOT}", f"-I{ROOT}/include")
TEXT = """#define OPS_1D
#include "ops_seq_v2.h"
#include <memory>
#include <vector>
namespace {
namespace model {
template <class R> void twice(const ACC<R>& u, ACC<R>& v) { v(0) = 2 * u(0); }
template <class R> void thrice(const ACC<R>& u, ACC<R>& v) { v(0) = 3 * u(0); }
struct Base {
  virtual ~Base() = default;
  virtual void run(ops_block block, ops_dat u, ops_dat v) = 0;
};
template <class R> struct Solver : Base {
  template <int k> void stage(ops_block block, ops_dat u, ops_dat v) {
    int range[] = {0, 1}, zero[] = {0};
    ops_stencil point = ops_decl_stencil(1, 1, zero, "point");
    ops_par_loop(thrice<R>, "thrice", block, 1, range, ops_arg_dat(u, 1, point, "double", OPS_READ), ops_arg_dat(v, 1, point, "double", OPS_WRITE));
  }
 private:
  void run(ops_block block, ops_dat u, ops_dat v) override {
    int range[] = {0, 1}, zero[] = {0};
    ops_stencil point = ops_decl_stencil(1, 1, zero, "point");
    ops_par_loop(twice<R>, "twice", block, 1, range, ops_arg_dat(u, 1, point, "double", OPS_READ), ops_arg_dat(v, 1, point, "double", OPS_WRITE));
    stage<0>(block, u, v);
  }
  void run(int) {}
};
}  // namespace model
}  // namespace
using model::Base;
using model::Solver;
"""
CALL = "base.run(block, u, v);"
CHOSEN = "using Chosen = Solver<double>; "
WAYS = {
    "a variable": f"Solver<double> s; Base& base = s; {CALL}",
    "make_unique": f"std::unique_ptr<Base> s = std::make_unique<Solver<double>>(); Base& base = *s; {CALL}",
    "new": f"{CHOSEN}Base& base = *new Chosen; {CALL}",
    "in a vector": f"std::vector<std::unique_ptr<Base>> all; all.push_back(std::make_unique<Solver<double>>()); Base& base = *all[0]; {CALL}",
    "a vector of them": f"std::vector<Solver<double>> all(1); Base& base = all[0]; {CALL}",
    "a member": f"struct Held {{ Solver<double> s; }} held; Base& base = held.s; {CALL}",
    "a member of an instance": f"Held<double> held; Base& base = held.s; {CALL}",
    "a base": f"struct Further : Solver<double> {{}} s; Base& base = s; {CALL}",
    "a base of an instance": f"auto s = std::make_shared<Mid<double>>(); Base& base = *s; {CALL}",
    "a factory": f"auto s = make<Solver<double>>(); Base& base = *s; {CALL}",
}
MORE = """template <class T> struct Held { Solver<T> s; };
template <class T> struct Mid : Solver<T> { int n = 0; };
template <class S> std::unique_ptr<Base> make() { return std::unique_ptr<Base>(new S()); }
"""


def parsed(statements: str, folder: Path, more: str = MORE) -> Parsed:
    source = folder / "objects.cpp"
    source.write_text(f"{TEXT}{more}void all(ops_block block, ops_dat u, ops_dat v) {{\n  {statements}\n}}\n")
    return parse((str(source),), FLAGS)


@pytest.mark.parametrize("way", WAYS)
def test_what_an_object_may_run_is_read(way: str, tmp_path: Path) -> None:
    found = parsed(WAYS[way], tmp_path)
    assert not found.diagnostics
    assert sorted(loop.kernel.name for loop in found.program.loops) == ["thrice", "twice"]
    assert all(p.type == "double" for loop in found.program.loops for p in loop.kernel.params)


def test_each_instance_has_its_own(tmp_path: Path) -> None:
    found = parsed("Solver<double> s; Solver<float> t;", tmp_path)
    assert sorted(p.type for loop in found.program.loops for p in loop.kernel.params) == ["double"] * 4 + ["float"] * 4


def test_what_one_of_them_makes_is_read_too(tmp_path: Path) -> None:
    outer = ("template <class R> struct Outer : Base {\n"
             "  void run(ops_block b, ops_dat u, ops_dat v) override { Solver<R> s; Base& base = s; base.run(b, u, v); }\n};\n")
    found = parsed("Outer<double> o;", tmp_path, outer)
    assert not found.diagnostics and len(found.program.loops) == 2


def test_without_an_object_there_is_no_loop(tmp_path: Path) -> None:
    found = parsed("Solver<double>* none = nullptr;", tmp_path)
    assert not found.program.loops
    assert {d.code for d in found.diagnostics} == {"uninstantiated-loop"}


def test_a_class_that_cannot_be_named_hides_no_other(tmp_path: Path) -> None:
    named = "template <class T> struct Named : Solver<double> { T t; virtual void f() {} };\n"
    found = parsed("struct Own {}; Named<Own> n; Solver<double> s;", tmp_path, named)
    assert not found.diagnostics and len(found.program.loops) == 2
