"""Programs of a later standard than the product's own: read by that standard, with what it adds."""

from __future__ import annotations

from pathlib import Path

from translator.parse import parse

ROOT = Path(__file__).parents[3]
PROGRAM = """\
#define OPS_1D
#include <utility>
#include "ops.hpp"
enum class Places { first = 5, second };
static int number(Places place) { return std::to_underlying(place); }
void kernel(ACC<double>& o) { o(0) = number(Places::second); }
void run() {
  int all[] = {0, 4}, off[] = {0};
  ops_block b = ops_decl_block(1, "b");
  ops_dat o = ops_decl_dat<double>(b, "o", {4});
  ops_stencil p = ops_decl_stencil(1, 1, off, "p");
  ops_par_loop(kernel, "kernel", b, 1, all, ops_arg_dat(o, 1, p, "double", OPS_WRITE));
}
"""


def test_the_number_of_an_enumerator(tmp_path: Path) -> None:
    (tmp_path / "program.cpp").write_text(PROGRAM)
    found = parse((str(tmp_path / "program.cpp"),), ("-std=c++2b", f"-I{ROOT}", f"-I{ROOT}/include"))
    assert not found.diagnostics and len(found.program.loops) == 1 and not found.program.loops[0].kernel.unsupported
