"""What may be changed is changed."""

from __future__ import annotations

from tests.translator.build_ir import P, program, put
from tests.translator.passes.checking import incomplete, said
from translator.passes import check_unwritten


LOOP = program(1, "u:dat:RW v:dat:WRITE", [put(P(1)(), P(0)())])


def test_read_only_use_of_changing_access_is_a_warning() -> None:
    assert said(check_unwritten.run, LOOP) == ["warning unwritten-argument: kernel 'kernel' never writes 'u', which is declared as RW"]


def test_incomplete_kernels_and_unused_arguments_are_left_alone() -> None:
    assert said(check_unwritten.run, incomplete(LOOP)) == []
    assert said(check_unwritten.run, program(1, "u:dat:RW v:dat:WRITE", [put(P(1)(), 1.0)])) == []
