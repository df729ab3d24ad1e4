"""A user's adjoint has the kernel's parameters, each with or without its derivative."""

from __future__ import annotations

from tests.translator.build_ir import kernel, program
from tests.translator.passes.checking import program_of, said
from translator.ir import Loop
from translator.passes import check_adjoint_signature


def loop_with(args: str) -> Loop:
    return program(1, "u:dat:READ v:dat:WRITE g:gbl:READ", [], kernel(args, []))


def test_derivatives_may_be_left_out_but_not_parameters() -> None:
    for args in ("u:dat u_a1s:dat v:dat v_a1s:dat g:pointer", "u:dat v:dat v_a1s:dat g:pointer", "u:dat u_a1s:dat v:dat g:pointer g_a1s:pointer"):
        assert said(check_adjoint_signature.run, loop_with(args)) == []
    assert said(check_adjoint_signature.run, loop_with("u:dat u_a1s:dat v:dat v_a1s:dat")) == [
        "error adjoint-signature: adjoint 'kernel_adjoint': parameter 'g' of kernel 'kernel' is missing"]


def test_each_derivative_follows_its_parameter() -> None:
    assert said(check_adjoint_signature.run, loop_with("u:dat v:dat u_a1s:dat v_a1s:dat g:pointer")) == [
        "error adjoint-signature: adjoint 'kernel_adjoint': derivative 'u_a1s' does not directly follow the parameter to which it belongs"]


def test_types_and_kinds_agree() -> None:
    assert said(check_adjoint_signature.run, loop_with("u:dat:float v:dat g:pointer")) == [
        "error adjoint-signature: adjoint 'kernel_adjoint': parameter 'u' differs from 'u' of kernel 'kernel'"]


def test_surplus_parameters_are_named() -> None:
    assert said(check_adjoint_signature.run, loop_with("u:dat v:dat g:pointer extra:pointer")) == [
        "error adjoint-signature: adjoint 'kernel_adjoint': parameter 'extra' has no counterpart in kernel 'kernel'"]


def test_a_parameter_without_a_name_is_the_reason() -> None:
    (found,) = check_adjoint_signature.run(program_of(loop_with("u:dat u_a1s:dat argument_3:dat v_a1s:dat g:pointer")))
    assert "derivative 'v_a1s' does not directly follow" in found.message and found.hint == "name the parameter before it 'v'"
