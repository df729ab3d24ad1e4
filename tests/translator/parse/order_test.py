"""Compound assignments of which compilers make different things are refused; the rest is `constructs.hpp`."""

from __future__ import annotations

from pathlib import Path

import pytest

from translator.parse import parse

ROOT = Path(__file__).parents[3]
FLAGS = ("-std=c++20", f"-I{ROOT}", f"-I{ROOT}/include")


def unsupported(statements: str, folder: Path) -> list[str]:
    source = folder / "order.cpp"
    source.write_text(f"""#define OPS_1D
#include "ops_seq_v2.h"
void kernel(const ACC<double>& u, ACC<double>& v) {{
  double t[4] = {{u(0), 1, 2, 3}};
  double* b = t + 2;
  int n = 1, m = 0;
  {statements}
  v(0) = t[1] + t[2] + n + m + *b;
}}
void run(ops_block block, ops_dat u, ops_dat v) {{
  int range[] = {{0, 1}}, zero[] = {{0}};
  ops_stencil point = ops_decl_stencil(1, 1, zero, "point");
  ops_par_loop(kernel, "kernel", block, 1, range, ops_arg_dat(u, 1, point, "double", OPS_READ), ops_arg_dat(v, 1, point, "double", OPS_WRITE));
}}
""")
    (loop,) = parse((str(source),), FLAGS).program.loops
    return [construct.what for construct in loop.kernel.unsupported]


@pytest.mark.parametrize("assignment", ["t[n++] += t[n] * 2", "t[n++] += n", "t[--n] *= n++", "*b-- *= *--b", "*b++ += *b"])
def test_a_right_side_that_depends_on_what_the_left_side_changes(assignment: str, tmp_path: Path) -> None:
    assert unsupported(f"{assignment};", tmp_path) == [f"the kernel contains '{assignment}', whose left-hand side changes a variable that the right-hand side uses"]


@pytest.mark.parametrize("assignment", ["t[n++] += m", "t[n] += n++", "t[n++] = t[n] * 2", "*b-- *= m++", "t[n] *= *--b", "n += n++"])
def test_what_has_one_meaning(assignment: str, tmp_path: Path) -> None:
    assert unsupported(f"{assignment};", tmp_path) == []
