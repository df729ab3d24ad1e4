"""What the translator cannot express runs the reference, unless a derivative is needed."""

from __future__ import annotations

from dataclasses import replace

from tests.translator.build_ir import program
from tests.translator.passes.checking import incomplete, said
from translator.passes import check_unsupported


LOOP = incomplete(program(1, "u:dat:WRITE", []))


def test_without_derivatives_it_is_a_warning() -> None:
    assert said(check_unsupported.run, LOOP) == ["warning unsupported-construct: kernel 'kernel' contains something"]


def test_with_derivatives_it_is_an_error_unless_the_loop_is_passive_or_writes_no_reals() -> None:
    assert said(check_unsupported.run, LOOP, derivatives=True) == ["error unsupported-construct: kernel 'kernel' contains something"]
    assert said(check_unsupported.run, replace(LOOP, passive=True), derivatives=True)[0].startswith("warning")
    assert said(check_unsupported.run, incomplete(program(1, "u:dat:WRITE:int", [])), derivatives=True)[0].startswith("warning")


def test_rules_with_a_code_have_their_own_check() -> None:
    assert said(check_unsupported.run, incomplete(LOOP, "global-write")) == []


def test_an_unfinished_user_adjoint_is_an_error_where_it_is_needed() -> None:
    complete = program(1, "u:dat:WRITE", [])
    adjoint = replace(complete.kernel, name="kernel_adjoint", unsupported=LOOP.kernel.unsupported)
    loop = replace(complete, kernel=replace(complete.kernel, user_adjoint=adjoint))
    assert said(check_unsupported.run, loop) == []
    assert said(check_unsupported.run, loop, derivatives=True) == [
        "error unsupported-construct: kernel 'kernel_adjoint' contains something"]
