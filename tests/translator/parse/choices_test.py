"""Numbers of components and dimensions that are not always the same: one loop for each."""

from __future__ import annotations

from pathlib import Path

import pytest

from translator.parse import Parsed, parse

ROOT = Path(__file__).parents[3]
FLAGS = ("-std=c++20", f"-I{ROOT}", f"-I{ROOT}/include")
HEAD = """
#define OPS_1D
#include "ops_seq_v2.h"
#include <cstdlib>
void kernel(const ACC<double>& a, ACC<double>& b) { for (int d = 0; d < 1; ++d) b(0) = a(0); }
void total(const ACC<double>& a, double* sum) { sum[0] += a(0); }
int range[] = {0, 4}, zero[] = {0};
"""
LOOP = """ops_par_loop(kernel, "loop", block, 1, range, ops_arg_dat(a, {n}, centre, "double", OPS_READ), ops_arg_dat(b, {m}, centre, "double", OPS_WRITE));"""


def read(folder: Path, program: str) -> Parsed:
    (folder / "program.cpp").write_text(HEAD + program)
    return parse((str(folder / "program.cpp"),), FLAGS)


def numbers(found: Parsed) -> set[tuple[object, ...]]:
    assert not found.diagnostics, found.diagnostics
    return {(loop.called_dims, *(arg.dim for arg in loop.args)) for loop in found.program.loops}


def step(n: str, m: str, calls: str, before: str = "") -> str:
    return f"""
void step(ops_block block, ops_dat a, ops_dat b, ops_stencil centre, int n) {{ {before} {LOOP.format(n=n, m=m)} }}
void all(ops_block block, ops_dat a, ops_dat b, int argc) {{ ops_stencil centre = ops_decl_stencil(1, 1, zero, "c"); {calls} }}
"""


def test_a_function_that_is_called_with_two_numbers(tmp_path: Path) -> None:
    calls = "step(block, a, b, centre, 1); step(block, b, a, centre, 3);"
    assert numbers(read(tmp_path, step("n", "n", calls))) == {(1, 1, 1), (1, 3, 3)}


def test_numbers_that_follow_from_it(tmp_path: Path) -> None:
    calls = "step(block, a, b, centre, 1); step(block, b, a, centre, 3);"
    assert numbers(read(tmp_path, step("n", "n + 1", calls))) == {(1, 1, 2), (1, 3, 4)}


def test_a_number_that_is_chosen(tmp_path: Path) -> None:
    calls = "int n = 1; if (argc > 1) n = 2; step(block, a, b, centre, n);"
    assert numbers(read(tmp_path, step("n", "1", calls))) == {(1, 1, 1), (1, 2, 1)}


def test_a_member_with_two_values(tmp_path: Path) -> None:
    solver = f"""struct Solver {{ ops_block block; ops_dat a, b; ops_stencil centre; int n; void step() {{ {LOOP.format(n="n", m="n")} }} }};
void all(ops_block block, ops_dat a, ops_dat b) {{
  ops_stencil centre = ops_decl_stencil(1, 1, zero, "c");
  Solver one{{block, a, b, centre, 1}}, two{{block, a, b, centre, 2}};
  one.step(); two.step();
}}"""
    assert numbers(read(tmp_path, solver)) == {(1, 1, 1), (1, 2, 2)}


@pytest.mark.parametrize("made", ["auto one = std::make_unique<Solver>(block, a, 1); one->step(); std::make_shared<Solver>(block, b, 2)->step();",
                                  "std::vector<Solver> all; all.emplace_back(block, a, 1); all.emplace_back(block, b, 2); for (auto& s : all) s.step();",
                                  "Solver one(block, a, 1); one.step(); auto two = std::make_unique<Solver>(block, b, 2); two->step();"])
def test_objects_that_the_library_makes(made: str, tmp_path: Path) -> None:
    solver = f"""#include <memory>
#include <vector>
struct Solver {{ ops_block block; ops_dat a, b; ops_stencil centre; int n;
  Solver(ops_block on, ops_dat of, int width, const char* = "solver") : block(on), a(of), b(of), n(width) {{ centre = ops_decl_stencil(1, 1, zero, "c"); }}
  void step() {{ {LOOP.format(n="n", m="n").replace("WRITE", "RW")} }} }};
void all(ops_block block, ops_dat a, ops_dat b) {{ {made} }}"""
    assert numbers(read(tmp_path, solver)) == {(1, 1, 1), (1, 2, 2)}


def test_a_number_that_is_also_an_argument(tmp_path: Path) -> None:
    calls = "step(block, a, b, centre, 1); step(block, b, a, centre, 3);"
    before = """ops_decl_const("n", 1, "int", &n); ops_arg_gbl(&n, 1, "int", OPS_READ);"""
    assert numbers(read(tmp_path, step("n", "n", calls, before))) == {(1, 1, 1), (1, 3, 3)}


def test_components_of_a_reduction(tmp_path: Path) -> None:
    sums = """void sum(ops_block block, ops_dat a, ops_reduction r, ops_stencil centre, int n) {
  ops_par_loop(total, "loop", block, 1, range, ops_arg_dat(a, 1, centre, "double", OPS_READ), ops_arg_reduce(r, n, "double", OPS_INC)); }
void all(ops_block block, ops_dat a, ops_reduction r) { ops_stencil centre = ops_decl_stencil(1, 1, zero, "c"); sum(block, a, r, centre, 1); sum(block, a, r, centre, 2); }"""
    assert numbers(read(tmp_path, sums)) == {(1, 1, 1), (1, 1, 2)}


def test_the_number_that_a_dataset_is_declared_with(tmp_path: Path) -> None:
    program = f"""void all(ops_block block, int* size, double* none) {{ int below[] = {{0}};
  ops_stencil centre = ops_decl_stencil(1, 1, zero, "c");
  ops_dat a = ops_decl_dat(block, 2, size, zero, below, below, none, "double", "a"), b = ops_decl_dat(block, 3, size, zero, below, below, none, "double", "b");
  {LOOP.format(n="a->dim", m="b->dim")} }}"""
    assert numbers(read(tmp_path, program)) == {(1, 2, 3)}


@pytest.mark.parametrize("calls", ["step(block, a, b, centre, argc);", "step(block, a, b, centre, 1); step(block, a, b, centre, std::atoi(\"2\"));"])
def test_numbers_from_outside_are_not_known(calls: str, tmp_path: Path) -> None:
    found = read(tmp_path, step("n", "n", calls))
    assert not found.program.loops
    assert all(d.code == "unresolved-argument" and "if (n == 1) step(1); else step(2);" in d.hint for d in found.diagnostics)


def test_what_is_changed_in_the_function_is_not_known(tmp_path: Path) -> None:
    calls = "step(block, a, b, centre, 1); step(block, a, b, centre, 2);"
    assert not read(tmp_path, step("n", "n", calls, "n++;")).program.loops
