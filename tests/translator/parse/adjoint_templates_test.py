"""A kernel that is a function template has an adjoint that is one: the instance with its template arguments."""

from __future__ import annotations

from pathlib import Path

import pytest

from translator.parse import Parsed, parse

ROOT = Path(__file__).parents[3]
FLAGS = ("-std=c++20", f"-I{ROOT}", f"-I{ROOT}/include")
PARAMETERS = "(const ACC<T>& u, ACC<T>& u_a1s, ACC<T>& v, ACC<T>& v_a1s)"


def parsed(text: str, kernel: str, folder: Path, type: str = "double") -> Parsed:
    source = folder / "kernels.cpp"
    source.write_text(f"""#define OPS_1D
#include "ops_seq_v2.h"
{text}
void run(ops_block block, ops_dat u, ops_dat v) {{
  int range[] = {{0, 1}}, zero[] = {{0}};
  ops_stencil point = ops_decl_stencil(1, 1, zero, "point");
  ops_par_loop({kernel}, "loop", block, 1, range, ops_arg_dat(u, 1, point, "{type}", OPS_READ), ops_arg_dat(v, 1, point, "{type}", OPS_WRITE));
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
}}
""")
    return parse((str(source),), FLAGS)


def pair(parameters: str, factor: str, of_adjoint: str = "") -> str:
    return (f"template <{parameters}> void scale(const ACC<T>& u, ACC<T>& v) {{ v(0) = {factor} * u(0); }}\n"
            f"template <{of_adjoint or parameters}> void scale_adjoint{PARAMETERS} {{ u_a1s(0) += {factor} * v_a1s(0); v_a1s(0) = 0; }}\n")


@pytest.mark.parametrize("type", ["double", "float"])
def test_the_type_is_that_of_the_kernel(type: str, tmp_path: Path) -> None:
    found = parsed(pair("class T", "2"), f"scale<{type}>", tmp_path, type)
    (loop,) = found.program.loops
    adjoint = loop.kernel.user_adjoint
    assert not found.diagnostics and adjoint is not None and not adjoint.unsupported
    assert [p.type for p in adjoint.params] == [type] * 4


def test_numbers_and_namespaces(tmp_path: Path) -> None:
    text = "namespace { namespace scheme { " + pair("class T, int factor", "factor") + "} }\n"
    found = parsed(text, "scheme::scale<double, 7>", tmp_path)
    (loop,) = found.program.loops
    assert not found.diagnostics and loop.kernel.user_adjoint is not None and "7" in repr(loop.kernel.user_adjoint.body)


def test_in_a_function_template_each_instance_has_its_own(tmp_path: Path) -> None:
    source = tmp_path / "kernels.cpp"
    source.write_text("#define OPS_1D\n#include \"ops_seq_v2.h\"\n" + pair("class T", "2") + """
template <class T> void run(ops_block block, ops_dat u, ops_dat v, const char* type) {
  int range[] = {0, 1}, zero[] = {0};
  ops_stencil point = ops_decl_stencil(1, 1, zero, "point");
  ops_par_loop(scale<T>, "loop", block, 1, range, ops_arg_dat(u, 1, point, sizeof(T) == 4 ? "float" : "double", OPS_READ),
               ops_arg_dat(v, 1, point, sizeof(T) == 4 ? "float" : "double", OPS_WRITE));
}
void both(ops_block block, ops_dat u, ops_dat v) {
  run<double>(block, u, v, "double");
  run<float>(block, u, v, "float");
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
}
""")
    loops = parse((str(source),), FLAGS).program.loops
    assert sorted(loop.kernel.user_adjoint.params[0].type for loop in loops if loop.kernel.user_adjoint) == ["double", "float"]


@pytest.mark.parametrize("of_adjoint", ["class T, class Other", "int n, class T"])
def test_other_template_parameters_are_refused_by_name(of_adjoint: str, tmp_path: Path) -> None:
    (loop,) = parsed(pair("class T", "2", of_adjoint), "scale<double>", tmp_path).program.loops
    assert loop.kernel.user_adjoint is not None and "template parameters" in loop.kernel.user_adjoint.unsupported[0].what
