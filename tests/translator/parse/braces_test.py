"""Braced lists that name their values in a way which is not followed are refused, each by its name: never taken by position."""

from __future__ import annotations

from pathlib import Path

import pytest

from translator.parse import parse

ROOT = Path(__file__).parents[3]
FLAGS = ("-std=c++20", "-Wno-everything", f"-I{ROOT}", f"-I{ROOT}/include")
PROGRAM = """\
#define OPS_1D
#include "ops_seq_v2.h"
struct Range {{ double low = -1, high = 1; }};
struct Whole {{ double first = 5; Range range; double w[3]; struct {{ double inner; }}; }};
void kernel(const ACC<double>& u, ACC<double>& v) {{ const double x = u(0); {text}; v(0) = s.w[1]; }}
ops_block block;
ops_dat a, b;
void run() {{
  int range[] = {{0, 8}}, points[] = {{0}};
  ops_stencil S = ops_decl_stencil(1, 1, points, "S");
  ops_par_loop(kernel, "kernel", block, 1, range, ops_arg_dat(a, 1, S, "double", OPS_READ), ops_arg_dat(b, 1, S, "double", OPS_WRITE));
}}
"""


@pytest.mark.parametrize("text, what", [
    ("Whole s{.range.high = x}", "the designated initialiser '.range.high = x'"),
    ("Whole s{.w[1] = x}", "the designated initialiser '.w[1] = x'"),
    ("Whole s{.inner = x}", "the designated initialiser '.inner = x'"),
    ("Whole s{1, .w = {x}}", "the designated initialiser '1'"),
    ("Whole s{.w = {[1] = x}}", "the designated element '[1] = x'"),
    ("struct { double w[3]; } s = {{[0] = 1, [2] = x}}", "the designated element '[0] = 1'"),
    ("Whole s{.w = {1, [2] = x}}", "the designated element '[2] = x'"),
])
def test_other_designators_are_refused_by_name(text: str, what: str, tmp_path: Path) -> None:
    source = tmp_path / "app.cpp"
    source.write_text(PROGRAM.format(text=text))
    kernel = parse((str(source),), FLAGS).program.loops[0].kernel
    assert what in [entry.what for entry in kernel.unsupported]
