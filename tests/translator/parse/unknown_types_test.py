"""Types that libclang's bindings have no name for, or that no loop can hold: they end no translation, and a kernel with one runs as its reference."""

from __future__ import annotations

from pathlib import Path

import pytest

from translator.parse import Parsed, parse

ROOT = Path(__file__).parents[3]
FLAGS = ("-std=c++20", f"-I{ROOT}", f"-I{ROOT}/include")
TYPES = ["_Float16", "__bf16", "__float128", "__int128", "_BitInt(40)", "_Complex double", "float __attribute__((vector_size(16)))", "decltype(nullptr)", "char8_t"]
PROGRAM = """\
#define OPS_1D
#include "ops.hpp"
typedef TYPE odd;
odd one(odd a) {{ return a; }}
odd many[4];
struct Mixed {{ odd first; double second; odd (*third)(odd); }};
template <class T> T of(T value) {{ return value; }}
Mixed both(Mixed mixed, odd& other) {{ other = of(mixed.first); return {{one(mixed.first), 2.0, &one}}; }}
void kernel(const ACC<double>& x, ACC<double>& o) {{ o(0) = x(0); {inside} }}
void run() {{
  int all[] = {{0, 4}}, off[] = {{0}};
  ops_block b = ops_decl_block(1, "b");
  ops_dat x = ops_decl_dat<double>(b, "x", {{4}}), o = ops_decl_dat<double>(b, "o", {{4}});
  ops_stencil p = ops_decl_stencil(1, 1, off, "p");
  odd here{{}};
  both({{one(many[0]), 1.0, nullptr}}, here);
  ops_par_loop(kernel, "kernel", b, 1, all, ops_arg_dat(x, 1, p, "double", OPS_READ), ops_arg_dat(o, 1, p, "double", OPS_WRITE));
}}
"""


def parsed(folder: Path, type_: str, inside: str) -> Parsed:
    name = "T __attribute__((vector_size(16)))" if "vector" in type_ else "T"
    text = PROGRAM.format(inside=inside).replace("typedef TYPE odd;", f"typedef {type_.partition(' __attribute__')[0]} {name.replace('T', 'odd', 1)};")
    (folder / "program.cpp").write_text(text)
    return parse((str(folder / "program.cpp"),), FLAGS)


@pytest.mark.parametrize("type_", TYPES)
def test_helpers_of_a_program_may_have_any_type(type_: str, tmp_path: Path) -> None:
    found = parsed(tmp_path, type_, "")
    assert not found.diagnostics and not found.program.refused
    assert len(found.program.loops) == 1 and not found.program.loops[0].kernel.unsupported


@pytest.mark.parametrize("type_", [t for t in TYPES if t != "char8_t"])
def test_a_kernel_with_such_a_variable_is_told(type_: str, tmp_path: Path) -> None:
    (loop,) = parsed(tmp_path, type_, "odd odd_one{}; (void)odd_one;").program.loops
    assert loop.kernel.unsupported and "odd" in loop.kernel.unsupported[0].what
