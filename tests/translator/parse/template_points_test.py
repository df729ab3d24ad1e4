"""Points of a stencil that a template computes from its parameter: nobody's before it is instantiated, so they are not known."""

from __future__ import annotations

from pathlib import Path

from translator.parse import parse

ROOT = Path(__file__).parents[3]
PROGRAM = """
#define OPS_2D
#include "ops_seq_v2.h"
void kernel(const ACC<double>& a, ACC<double>& b) { b(0, 0) = a(1, 0) + a(0, 0); }
template <int dims>
struct Solver {
  ops_block block;
  ops_dat from, to;
  ops_stencil star, centre;
  void declare() {
    int p[] = {0, 0, 0, 0}, c[] = {0, 0};
    for (int axis = 0; axis < dims; ++axis) p[dims + axis] = axis == 0;
    star = ops_decl_stencil(2, 2, p, "star");
    centre = ops_decl_stencil(2, 1, c, "centre");
  }
  void run() {
    int range[] = {0, 4, 0, 4};
    ops_par_loop(kernel, "kernel", block, 2, range, ops_arg_dat(from, 1, star, "double", OPS_READ), ops_arg_dat(to, 1, centre, "double", OPS_WRITE));
  }
};
int main() {
  Solver<2> solver;
  solver.declare();
  solver.run();
}
"""


def test_a_parameter_of_a_template_is_nobodys_yet(tmp_path: Path) -> None:
    source = tmp_path / "program.cpp"
    source.write_text(PROGRAM)
    found = parse((str(source),), ("-std=c++20", f"-I{ROOT}", f"-I{ROOT}/include"))
    assert not found.diagnostics, found.diagnostics
    (loop,) = found.program.loops
    star = loop.args[0].stencil
    assert star is None or star.offsets in (None, ((0, 0), (1, 0)))
