"""Constants that were given what a variable was when the program began are not computed from what it is when the kernel runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from translator.ir import Constant, Kernel
from translator.parse import parse
from translator.passes.walk import body_nodes

ROOT = Path(__file__).parents[3]
FLAGS = ("-std=c++20", f"-I{ROOT}", f"-I{ROOT}/include")
OUTSIDE = """#define OPS_1D
#include "ops_seq_v2.h"
double g = 2, row[3] = {1, 2, 3};
int at = 1;
double now() { return g; }
constexpr double scale() { return 4; }
const double fixed = 3;
const double table[2] = {g, 2 * g}, called[1] = {now()}, plain[2] = {fixed, 2 * fixed}, computed[1] = {scale()};
struct Pair { double a, b; };
const Pair pair = {g, 1}, known = {fixed, 1};
double* const behind = row + at;
double* const whole = row;
double* const one = &g;
"""


def kernel(value: str, folder: Path, declared: str = "") -> Kernel:
    source = folder / "starts.cpp"
    source.write_text(f"""{OUTSIDE}
void kernel(const ACC<double>& u, ACC<double>& v) {{
  {value.partition(':')[0] + ';' if ':' in value else ''}
  v(0) = u(0) * {value.rpartition(':')[2]};
}}
void run(ops_block block, ops_dat u, ops_dat v) {{
  int range[] = {{0, 1}}, zero[] = {{0}};
  ops_stencil point = ops_decl_stencil(1, 1, zero, "point");
  {declared}
  ops_par_loop(kernel, "kernel", block, 1, range, ops_arg_dat(u, 1, point, "double", OPS_READ), ops_arg_dat(v, 1, point, "double", OPS_WRITE));
}}
""")
    (loop,) = parse((str(source),), FLAGS).program.loops
    return loop.kernel


def constants(found: Kernel) -> set[str]:
    return {n.name for n in body_nodes(found.body) if isinstance(n, Constant)}


STALE = {"table[1]": ("table", "g"), "called[0]": ("called", "g"), "pair.a": ("pair", "g"), "behind[0]": ("behind", "at"),
         "static const double kept = 2 * g: kept": ("kept", "g"), "static const double kept[1] = {now()}: kept[0]": ("kept", "g")}


@pytest.mark.parametrize("value", STALE)
def test_what_a_variable_was_at_first_is_not_known(value: str, tmp_path: Path) -> None:
    made, of = STALE[value]
    assert f"'{made}', which was initialised from '{of}'" in [u.what for u in kernel(value, tmp_path).unsupported]


@pytest.mark.parametrize("value, names", [("plain[1]", set()), ("computed[0]", set()), ("known.a", set()), ("whole[2]", {"row"}), ("one[0]", {"g"}),
                                          ("static const double kept[1] = {fixed}: kept[0]", set())])
def test_constants_and_places_are(value: str, names: set[str], tmp_path: Path) -> None:
    found = kernel(value, tmp_path)
    assert found.unsupported == () and constants(found) == names


def test_a_constant_that_is_declared_is_read(tmp_path: Path) -> None:
    found = kernel("table[1]", tmp_path, 'ops_decl_const("table", 2, "double", table);')
    assert found.unsupported == () and constants(found) == {"table"}
