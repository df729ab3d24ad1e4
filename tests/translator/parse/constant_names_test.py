"""Variables of one name are told apart where constants are declared."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from translator.ir import Constant
from translator.parse import Parsed, parse
from translator.passes.walk import body_nodes

ROOT = Path(__file__).parents[3]
FLAGS = ("-std=c++20", f"-I{ROOT}", f"-I{ROOT}/include")


def program(folder: Path, kernel: str, declarations: str) -> Parsed:
    (folder / "program.cpp").write_text(f"""
#define OPS_1D
#include "ops_seq_v2.h"
double g = 1.0, other = 2.0, row[3];
namespace model {{ double g = 100.0, w[2]; }}
struct Pars {{ static double g; }};
double Pars::g = 3.0;
void kernel(ACC<double>& v) {{ v(0) = {kernel}; }}
ops_block block; ops_dat v; ops_stencil s; int range[2];
int main() {{
  int zero[] = {{0}};
  s = ops_decl_stencil(1, 1, zero, "s");
  {declarations}
  ops_par_loop(kernel, "loop", block, 1, range, ops_arg_dat(v, 1, s, "double", OPS_WRITE));
}}
""")
    return parse((str(folder / "program.cpp"),), FLAGS)


def names(parsed: Parsed) -> set[str]:
    (loop,) = parsed.program.loops
    return {n.name for n in body_nodes(loop.kernel.body) if isinstance(n, Constant)}


G, MODEL = 'ops_decl_const("g", 1, "double", &g);', 'ops_decl_const("model::g", 1, "double", &model::g);'
KNOWN = {
    "the variable of that name": ("g", G, "g"), "another one of that name": ("model::g", G, "model::g"), "a member of a class": ("Pars::g", G, "Pars::g"),
    "each by its own name": ("model::g", G + MODEL, "model::g"), "the first of two": ("g", G + MODEL, "g"),
    "by another name": ("other", 'ops_decl_const("their", 1, "double", &other);', "their"),
    "by its short name": ("model::g", 'ops_decl_const("g", 1, "double", &model::g);', "g"),
    "the global one where that of a namespace is declared": ("g", 'ops_decl_const("g", 1, "double", &model::g);', "::g"),
    "an array": ("model::w[1]", 'ops_decl_const("w", 2, "double", model::w);', "w"), "its first element": ("row[2]", 'ops_decl_const("row", 3, "double", &row[0]);', "row"),
    "a pointer that nobody follows": ("g", 'double* at = &g; ops_decl_const("g", 1, "double", at);', "g"), "not declared": ("g", "", "g"),
}


@pytest.mark.parametrize("how", KNOWN)
def test_a_kernel_reads_the_variable_that_it_names(how: str, tmp_path: Path) -> None:
    kernel, declarations, expected = KNOWN[how]
    assert names(program(tmp_path, kernel, declarations)) == {expected}


@pytest.mark.parametrize("kernel", ["g", "model::g"])
def test_two_variables_under_one_name_are_refused(kernel: str, tmp_path: Path) -> None:
    (loop,) = program(tmp_path, kernel, G + 'ops_decl_const("g", 1, "double", &model::g);').program.loops
    assert "the constant 'g', but several variables are declared under this name" in str(loop.kernel.unsupported)


@pytest.mark.parametrize("first", [False, True], ids=["after the header", "before the header"])
def test_a_constant_may_have_the_name_of_a_type_of_the_api_that_older_programs_do_not_know(first: bool, tmp_path: Path) -> None:
    header, constant = '#include "ops_seq_v2.h"\n', "int half = 4;\n"
    text = f"""#define OPS_1D
{constant + header if first else header + constant}
void kernel(ACC<double>& v) {{ v(0) = half * v(0); }}
ops_block block; ops_dat v; ops_stencil s; int range[2];
int main() {{
  int zero[] = {{0}};
  s = ops_decl_stencil(1, 1, zero, "s");
  ops_decl_const("half", 1, "int", &half);
  ops_par_loop(kernel, "loop", block, 1, range, ops_arg_dat(v, 1, s, "double", OPS_RW));
}}
"""
    (tmp_path / "program.cpp").write_text(text)
    parsed = parse((str(tmp_path / "program.cpp"),), FLAGS)
    assert names(parsed) == {"half"} and not any(d.code == "compile-error" for d in parsed.diagnostics), parsed.diagnostics
    subprocess.run(["g++", *FLAGS, "-fsyntax-only", str(tmp_path / "program.cpp")], check=True)
