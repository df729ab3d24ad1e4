"""Strides that a program changes in ways that only a compiler follows are not known; those that it only reads are."""

from __future__ import annotations

from pathlib import Path
from typing import Union

import pytest

from translator.parse import parse

ROOT = Path(__file__).parents[3]
FLAGS = ("-std=c++20", f"-I{ROOT}", f"-I{ROOT}/include")
INCLUDES = """#define OPS_2D
#include "ops_seq_v2.h"
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <functional>
#include <span>
#include <tuple>
#include <vector>"""
OUTSIDE = """
void kernel(const ACC<double>& a, ACC<double>& b) { b(0, 0) = a(0, 0); }
int* pick(int* a, int* b) { return a < b || true ? a : b; }
int* pick_again(int* a, int* b) { return pick(b, a); }
int& first_of(int* a) { return *a; }
int first(const int* a) { return a[0]; }
int second(int (&a)[2]) { return a[1]; }
void set(int (&a)[2], int v) { a[0] = v; }
void set_one(int& a) { a = 0; }
struct Kept { int* at; explicit Kept(int* a) : at(a) {} void set() { at[0] = 0; } };
struct Shown { const int* at; };
"""

CHANGED = {
    "by a pointer to one of two": "int* q = yes ? s : t; q[0] = 0;",
    "by a reference to one of two": "int (&q)[2] = yes ? s : t; q[0] = 0;",
    "by another name": "int (&q)[2] = s; q[0] = 0;",
    "one of two": "(yes ? s : t)[0] = 0;",
    "an element of one of two": "(yes ? s[0] : t[0]) = 0;",
    "a reference to an element of one of two": "int& q = yes ? s[0] : t[0]; q = 0;",
    "swapped": "int z[2] = {0, 1}; std::swap(s, z);",
    "elements swapped": "int z[2] = {0, 1}; std::swap_ranges(s, s + 2, z);",
    "copied": "int z[2] = {0, 1}; std::memcpy(s, z, sizeof s);",
    "by a table of pointers": "int* table[] = {s, t}; table[0][0] = 0;",
    "by a loop over pointers": "for (int* q : {s}) q[0] = 0;",
    "by a pointer in a struct": "struct H { int* p; } h{s}; h.p[0] = 0;",
    "by a pointer in an object": "Kept kept(s); kept.set();",
    "by a lambda": "auto w = [&] { s[0] = 0; }; w();",
    "by a lambda's parameter": "auto w = [](int* q) { q[0] = 0; }; w(s);",
    "by a generic lambda's parameter": "auto w = [](auto& q) { q[0] = 0; }; w(s);",
    "by a lambda's own pointer": "auto w = [q = s] { q[0] = 0; }; w();",
    "by a lambda's own reference": "auto w = [&q = s[0]] { q = 0; }; w();",
    "by what a lambda returns": "auto w = [&]() -> int* { return s; }; w()[0] = 0;",
    "filled": "std::fill(s, s + 1, 0);",
    "filled from its begin": "std::fill(std::begin(s), std::begin(s) + 1, 0);",
    "by *": "*s = 0;",
    "by a subscript the other way round": "0[s] = 0;",
    "by a pointer that is set later": "int* q; q = (s); *q = 0;",
    "by a pointer to a pointer": "int* q = s; int** qq = &q; (*qq)[0] = 0;",
    "by a pointer that may be null": "int* q = nullptr; if (yes) q = s; q[0] = 0;",
    "by a loop over references": "for (int& x : s) { x = 0; break; }",
    "by names of its elements": "auto& [x, y] = s; x = 0;",
    "by a pointer that a function returns": "pick(s, t)[0] = 0;",
    "by a pointer that a function of a function returns": "int* q = pick_again(t, s); q[0] = 0;",
    "by a reference that a function returns": "first_of(s) = 0;",
    "behind a comma": "int* q = (t, s); q[0] = 0;",
    "by a cast": "int* q = reinterpret_cast<int*>(reinterpret_cast<char*>(s)); q[0] = 0;",
    "by a span": "std::span<int> q(s); q[0] = 0;",
    "by a wrapper of references": "auto q = std::ref(s); q.get()[0] = 0;",
    "by a tuple of references": "std::tie(s[0], s[1]) = std::make_tuple(0, 1);",
    "read": "std::sscanf(\"0\", \"%d\", s);",
    "from its end": "int* q = &s[1]; q[-1] = 0;",
    "by a pointer to the array": "int (*q)[2] = &s; (*q)[0] = 0;",
    "by arithmetic of pointers": "int* q = s + 1; q[-1] = 0;",
    "by a function": "set(s, 0);",
    "an element by a function": "set_one(s[0]);",
    "by a pointer to a function": "void (*f)(int (&)[2], int) = set; f(s, 0);",
    "by a function object": "std::function<void(int*)> f = [](int* q) { q[0] = 0; }; f(s);",
    "by a row of a table": "int table[2][2] = {{1, 1}, {1, 1}}; table[0][0] = 0; s[0] = table[0][0];",
    "by a pointer to a row": "int (*q)[2]; q = &s; q[0][0] = 0;",
}
COUNTED = {  # changes of a table of numbers, of which element 0 is the number of components
    "counted up": "for (int i = 0; i < 2; ++i) s[i]++;",
    "by a pointer": "int* q = s; q[0] = 3;",
    "by a loop over references": "for (int& c : s) c = 3;",
    "by an algorithm of ranges": "std::ranges::fill(s, 3);",
    "added to": "s[0] += 2;",
    "by a function": "set(s, 3);",
}
READ = {
    "untouched": "",
    "an element": "int v = s[0] + s[1] * 2; ops_printf(\"%d\", v);",
    "read by a function": "first(s); second(s);",
    "read by a lambda": "auto w = [&] { return s[0] + first(s); }; w();",
    "read by a lambda's parameter": "auto w = [](const int* q) { return q[0]; }; w(s);",
    "by a constant pointer": "const int* q = yes ? s : t; ops_printf(\"%d\", q[0]);",
    "by a constant reference": "const int (&q)[2] = s; const int& e = s[1]; ops_printf(\"%d\", q[0] + e);",
    "by a loop": "for (int v : s) ops_printf(\"%d\", v); for (const auto& v : s) ops_printf(\"%d\", v); for (auto& v : s) ops_printf(\"%d\", v);",
    "read copied": "std::vector<int> v(s, s + 2); int z[2] = {s[0], s[1]}; auto [x, y] = s; ops_printf(\"%d\", z[0] + v[0] + x + y);",
    "its size": "ops_printf(\"%d\", int(sizeof s / sizeof s[0] + std::size(s)));",
    "read by a pointer": "int* q = s; ops_printf(\"%d\", q[0]);",
    "by a struct": "Shown shown{s}; ops_printf(\"%d\", shown.at[0]);",
    "by another stencil": "ops_decl_strided_stencil(2, 1, zero, yes ? s : t, \"another\");",
    "compared": "if (s == t || s[0] < t[0]) ops_printf(\"?\");",
    "printed": "std::printf(\"%d\", s[0]);",
}


Strides = dict[str, Union[tuple[int, ...], None]]


@pytest.fixture(scope="module")
def strides(tmp_path_factory: pytest.TempPathFactory) -> Strides:
    """By what a function did to `s` = {1, 0}, before it declared a stencil with it; not there: not known."""
    functions = "".join(_function(n, how, code) for n, (how, code) in enumerate({**CHANGED, **READ}.items()))
    source = tmp_path_factory.mktemp("uses") / "program.cpp"
    source.write_text(f"{INCLUDES}\n{OUTSIDE}\n{functions}")
    found = parse((str(source),), FLAGS)
    assert all(d.code == "unresolved-argument" for d in found.diagnostics), found.diagnostics
    known: dict[str, list[Union[tuple[int, ...], None]]] = {}
    for loop in found.program.loops:
        stencil = loop.args[0].stencil
        known.setdefault(loop.name, []).append(None if stencil is None else stencil.stride)
    return {name: strides[0] for name, strides in known.items() if len(strides) == 1}


def _function(n: int, how: str, code: str) -> str:
    return f"""
void f{n}(ops_block block, ops_dat a, ops_dat b, bool yes) {{
  int zero[] = {{0, 0}}, range[] = {{0, 4, 0, 4}}, s[2] = {{1, 0}}, t[2] = {{1, 0}};
  ops_stencil centre = ops_decl_stencil(2, 1, zero, "centre");
  {code}
  ops_stencil row = ops_decl_strided_stencil(2, 1, zero, s, "row");
  ops_par_loop(kernel, "{how}", block, 2, range, ops_arg_dat(a, 1, row, "double", OPS_READ), ops_arg_dat(b, 1, centre, "double", OPS_WRITE));
}}
"""


@pytest.mark.parametrize("how", CHANGED)
def test_strides_that_are_changed(how: str, strides: Strides) -> None:
    """Not known, or what they have become: never what they were at first."""
    assert strides.get(how) in (None, (0, 0))


@pytest.mark.parametrize("how", READ)
def test_strides_that_are_read(how: str, strides: Strides) -> None:
    assert strides.get(how) == (1, 0)


@pytest.mark.parametrize("how", COUNTED)
def test_numbers_in_tables_that_are_changed(how: str, tmp_path: Path) -> None:
    source = tmp_path / "program.cpp"
    source.write_text(f"""{INCLUDES}
{OUTSIDE}
int width(int n) {{ n = n + 1; return n; }}
void f(ops_block block, ops_dat a, ops_dat b, bool yes) {{
  int zero[] = {{0, 0}}, range[] = {{0, 4, 0, 4}}, s[2] = {{1, 1}}, t[2] = {{1, 1}};
  (void)t, (void)yes;
  ops_stencil centre = ops_decl_stencil(2, 1, zero, "centre");
  {COUNTED[how]}
  ops_par_loop(kernel, "loop", block, 2, range, ops_arg_dat(a, s[0], centre, "double", OPS_READ), ops_arg_dat(b, width(1), centre, "double", OPS_WRITE));
}}
""")
    found = parse((str(source),), FLAGS)
    assert not found.program.loops and [d.code for d in found.diagnostics] == ["unresolved-argument"] * 2, found.diagnostics
