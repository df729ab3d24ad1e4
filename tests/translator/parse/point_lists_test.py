"""Points of stencils that the program computes before it declares them."""

from __future__ import annotations

from pathlib import Path
from typing import Union

import pytest

from translator.parse import parse
from translator.parse.point_lists import PointLists

ROOT = Path(__file__).parents[3]
FLAGS = ("-std=c++20", f"-I{ROOT}", f"-I{ROOT}/include")
Points = Union[tuple[tuple[int, ...], ...], None]


def points(folder: Path, setup: str, declaration: str, outside: str = "", dims: int = 2) -> Points:
    """Those of the stencil `s` of a loop; `setup` and `declaration` stand in main."""
    (folder / "program.cpp").write_text(f"""
#define OPS_{dims}D
#include "ops_seq_v2.h"
#include <cstdio>
#include <cstdlib>
{outside}
void kernel(const ACC<double>& a, const ACC<int>& i, ACC<double>& b) {{ b({', '.join('0' * dims)}) = a({', '.join(f'i({", ".join("0" * dims)})' for _ in range(dims))}); }}
int main(int argc, char** argv) {{
  ops_init(argc, argv, 1);
  ops_block block = ops_decl_block({dims}, "block");
  int zero[] = {{{', '.join('0' * dims)}}}, range[] = {{{', '.join(['0, 4'] * dims)}}};
  ops_stencil centre = ops_decl_stencil({dims}, 1, zero, "centre"), s;
  {setup}
  {declaration}
  ops_dat a = nullptr, b = nullptr, c = nullptr;
  ops_par_loop(kernel, "loop", block, {dims}, range, ops_arg_dat(a, 1, s, "double", OPS_READ), ops_arg_dat(c, 1, centre, "int", OPS_READ),
               ops_arg_dat(b, 1, centre, "double", OPS_WRITE));
}}
""")
    *_, loop = parse((str(folder / "program.cpp"),), FLAGS).program.loops
    stencil = loop.args[0].stencil
    return stencil.offsets if stencil is not None else None


NINE = tuple((i, j) for j in (-1, 0, 1) for i in (-1, 0, 1))
TABLE = """ops_stencil declare(int n, int* at) { return ops_decl_stencil(2, n, at, "s"); }
ops_stencil declare_named(int* at) { return declare(1, at); }
int cx[] = {0, 1, -1}, cy[] = {0, 0, 2};"""
KNOWN = {
    "filled in a loop": ("int p[6]; for (int q = 0; q < 3; q++) { p[2 * q] = -cx[q]; p[2 * q + 1] = cy[q]; }", "s = ops_decl_stencil(2, 3, p, \"s\");", ((0, 0), (-1, 0), (1, 2))),
    "counted on": ("int p[18], n = 0; for (int j = -1; j <= 1; ++j) for (int i = -1; i <= 1; ++i) { p[n++] = i; p[n++] = j; }", "s = ops_decl_stencil(2, 9, p, \"s\");", NINE),
    "two axes": ("int p[3][2]; for (int q = 0; q < 3; q++) { p[q][0] = q; p[q][1] = -q; }", "s = ops_decl_stencil(2, 3, p[0], \"s\");", ((0, 0), (1, -1), (2, -2))),
    "behind others": ("int p[] = {9, 9, 0, 0, 1, 0};", "s = ops_decl_stencil(2, 2, p + 2, \"s\");", ((0, 0), (1, 0))),
    "from an element on": ("int p[] = {9, 9, 0, 0, 1, 0};", "s = ops_decl_stencil(2, 2, &p[2], \"s\");", ((0, 0), (1, 0))),
    "by a pointer": ("int p[4] = {}; int* at = p; for (int k = 0; k < 2; k++) { *at = k; at = at + 1; *at = 3; at = at + 1; }", "s = ops_decl_stencil(2, 2, p, \"s\");", ((0, 3), (1, 3))),
    "under a condition": ("int p[4] = {0, 0, 0, 0}, high = 2; if (high > 1) p[2] = 5; else p[2] = 6;", "s = ops_decl_stencil(2, 2, p, \"s\");", ((0, 0), (5, 0))),
    "while": ("int p[4] = {0, 0, 0, 0}, k = 0; while (k < 4) { p[k] += k; ++k; }", "s = ops_decl_stencil(2, 2, p, \"s\");", ((0, 1), (2, 3))),
    "changed before it is declared again": ("int p[] = {0, 0}; p[0] = 4;", "s = ops_decl_stencil(2, 1, p, \"s\"); p[0] = 7; ops_decl_stencil(2, 1, p, \"t\");", ((4, 0),)),
    "where a condition from outside holds": ("int p[2] = {0, 0}; p[0] = 4; s = nullptr;", "if (argc > 1) { p[1] = 3; s = ops_decl_stencil(2, 1, p, \"s\"); }", ((4, 3),)),
    "as often as outside says": ("int p[2], n = 0; s = nullptr;", "for (int k = 0; k < argc; k++) { n++; p[0] = 1; p[1] = 2; s = ops_decl_stencil(2, 1, p, \"s\"); }", ((1, 2),)),
    "tried": ("int p[2] = {0, 0}; p[0] = 4; s = nullptr;", "try { p[1] = 3; s = ops_decl_stencil(2, 1, p, \"s\"); } catch (...) { return 1; }", ((4, 3),)),
    "in a lambda": ("auto declare = [&] { int p[2] = {0, 0}; for (int k = 0; k < 2; k++) p[k] = k + 1; return ops_decl_stencil(2, 1, p, \"s\"); };", "s = declare();", ((1, 2),)),
    "by a helper": ("int p[2] = {0, 0}; p[1] = 3;", "s = declare(1, p);", ((0, 3),)),
    "by a helper of a helper": ("int p[2] = {0, 0}; p[1] = 3;", "s = declare_named(p);", ((0, 3),)),
    "in a condition": ("int p[2] = {0, 0}; p[1] = 3; int n = 0;", "if (n++ == 0 && (s = ops_decl_stencil(2, 1, p, \"s\")) == nullptr) return 1;", ((0, 3),)),
    "printed meanwhile": ("int p[2]; for (int k = 0; k < 2; k++) { p[k] = k; printf(\"%d\\n\", k); }", "s = ops_decl_stencil(2, 1, p, \"s\");", ((0, 1),)),
}
UNKNOWN = {
    "from outside": "int p[2] = {0, 0}; p[0] = atoi(argv[1]);",
    "under a condition from outside": "int p[2] = {0, 0}; if (argc > 1) p[0] = 1;",
    "as often as outside says": "int p[2] = {0, 0}; for (int k = 0; k < argc; k++) p[0] = k;",
    "filled by a function": "int p[2] = {0, 0}; fill(p);",
    "left early": "int p[2] = {0, 0}; for (int k = 0; k < 9; k++) { if (k == argc) break; p[0] = k; }",
    "for ever": "int p[2] = {0, 0}; for (int k = 0; k < 9;) p[0] = k;",
    "by a pointer to one of two": "int p[2] = {0, 0}, other[2]; int* q = argc > 1 ? p : other; q[0] = 1;",
    "read from a file": "int p[2] = {0, 0}; scanf(\"%d\", &p[0]);",
}


@pytest.mark.parametrize("how", KNOWN)
def test_points_that_are_computed(how: str, tmp_path: Path) -> None:
    setup, declaration, expected = KNOWN[how]
    assert points(tmp_path, setup, declaration, TABLE) == expected


@pytest.mark.parametrize("how", UNKNOWN)
def test_points_that_cannot_be_known(how: str, tmp_path: Path) -> None:
    assert points(tmp_path, UNKNOWN[how], "s = ops_decl_stencil(2, 1, p, \"s\");", "void fill(int* p) { p[0] = rand(); }") is None


def test_a_helper_that_changes_its_points(tmp_path: Path) -> None:
    helper = "ops_stencil declare(int n, int* at) { at[0] = 5; return ops_decl_stencil(2, n, at, \"s\"); }"
    assert points(tmp_path, "int p[2] = {0, 0};", "s = declare(1, p);", helper) is None


def test_of_a_declaration_in_a_loop_all_points_count(tmp_path: Path) -> None:
    side = "ops_stencil side[3]; int e[3][4] = {{0, 0, 1, 0}, {0, 0, -1, 0}, {0, 0, 0, 1}};\n  for (int k = 0; k < 3; k++) side[k] = ops_decl_stencil(2, 2, e[k], \"side\");"
    found = points(tmp_path, side, "s = side[argc];")
    assert found is not None and set(found) == {(0, 0), (1, 0), (-1, 0), (0, 1)}


def test_a_table_that_the_program_changes_is_not_known(tmp_path: Path) -> None:
    setup, declaration, _ = KNOWN["filled in a loop"]
    assert points(tmp_path, "cx[1] = argc; " + setup, declaration, TABLE) is None


ODD = {
    "numbers that grow": "int n = 3, p[2] = {0, 1}; for (int k = 0; k < 45; k++) n *= n; p[0] = n;",
    "a loop that declares": "int p[2] = {0, 1}, n = 2; while (int k = n--) p[0] = k;",
    "by reference": "int p[2] = {0, 1}; int& r = p[0]; r = argc;",
    "by a lambda": "int p[2] = {0, 1}; auto set = [&](int k, int v) { p[k] = v; }; set(0, argc);",
    "left before": "int p[2] = {0, 1}; p[0] = 1; if (p[0] == 1) return 0;",
}


@pytest.mark.parametrize("how", ODD)
def test_what_is_odd_is_not_known(how: str, tmp_path: Path) -> None:
    assert points(tmp_path, ODD[how], "s = ops_decl_stencil(2, 1, p, \"s\");") is None


def test_large_arrays_beside_are_left_alone(tmp_path: Path) -> None:
    assert points(tmp_path, "static double work[300][300][300]; work[0][0][0] = 1; int p[2] = {0, 0}; p[0] = 2;", "s = ops_decl_stencil(2, 1, p, \"s\");") == ((2, 0),)


def test_what_comes_after_the_declaration_does_not_matter(tmp_path: Path) -> None:
    after = "s = ops_decl_stencil(2, 1, p, \"s\"); for (int n = 0; n < 1000000; n++) { int m = n; m += 1; } if (argc > 1) return 1;"
    assert points(tmp_path, "int p[2]; p[0] = 1; p[1] = 2;", after) == ((1, 2),)


def test_long_loops_before_it_are_passed_over(tmp_path: Path) -> None:
    before = "int p[2] = {0, 0}, q[2] = {0, 0}; for (int j = 0; j < 300; j++) for (int i = 0; i < 300; i++) q[0] += i; p[0] = 3;"
    assert points(tmp_path, before, "s = ops_decl_stencil(2, 1, p, \"s\");") == ((3, 0),)


def test_what_computes_them_runs_once_for_all_arguments(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run, times = PointLists.run, []
    monkeypatch.setattr(PointLists, "run", lambda self, code: (times.append(code), run(self, code))[1])
    loops = 'ops_dat d = nullptr; ops_par_loop(kernel, "other", block, 2, range, ops_arg_dat(d, 1, s, "double", OPS_READ), ops_arg_dat(d, 1, s, "int", OPS_READ), ops_arg_dat(d, 1, centre, "double", OPS_WRITE));'
    many = tmp_path / "many"
    many.mkdir()
    setup, declaration = "int p[6]; for (int k = 0; k < 6; ++k) p[k] = k;", 's = ops_decl_stencil(2, 3, p, "s");'
    assert points(many, setup, declaration + loops) == ((0, 1), (2, 3), (4, 5))
    assert len(times) == 1
