"""What parsing marks `undefined-function` is an error, once per place."""

from __future__ import annotations

from tests.translator.build_ir import program
from tests.translator.passes.checking import incomplete, said
from translator.passes import check_function


LOOP = program(1, "u:dat:READ", [])


def test_marked_kernels_are_errors_once() -> None:
    marked = incomplete(LOOP, "undefined-function", "what it is")
    assert said(check_function.run, marked, marked) == ["error undefined-function: what it is"]


def test_other_marks_are_left_to_other_checks() -> None:
    assert said(check_function.run, incomplete(LOOP, "other"), incomplete(LOOP), LOOP) == []
