"""WRITE data is written on every path."""

from __future__ import annotations

from tests.translator.build_ir import P, program, put, when
from tests.translator.passes.checking import said, with_arg
from translator.passes import check_partial_write


U, V = P(0), P(1)



def test_path_without_a_write_is_a_warning() -> None:
    assert said(check_partial_write.run, program(1, "u:dat:READ v:dat:WRITE", [when(U() > 0.0, [put(V(), U())])])) == [
        "warning partial-write: kernel 'kernel' does not write 'v' on every path, although the argument is declared as WRITE"]


def test_missing_components_are_named() -> None:
    assert said(check_partial_write.run, program(1, "u:dat:READ v:dat:WRITE:double:3", [put(V.at(1, 0), U())])) == [
        "warning partial-write: kernel 'kernel' does not write components 0, 2 of 'v' on every path, although the argument is declared as WRITE"]


def test_complete_writes_and_other_accesses_are_fine() -> None:
    assert said(check_partial_write.run, program(1, "u:dat:READ v:dat:WRITE", [put(V(), U())])) == []
    assert said(check_partial_write.run, program(1, "u:dat:READ v:dat:RW", [when(U() > 0.0, [put(V(), U())])])) == []


def test_what_may_be_switched_off_is_left_alone_then() -> None:
    loop = program(1, "u:dat:READ v:dat:WRITE", [when(U() > 0.0, [put(V(), U())])])
    assert said(check_partial_write.run, with_arg(loop, 1, optional=True)) == []
