"""What parsing marks `accessor-rank` is an error, once per place."""

from __future__ import annotations

from tests.translator.build_ir import program
from tests.translator.passes.checking import incomplete, said
from translator.passes import check_accessor_rank


LOOP = program(1, "u:dat:READ", [])


def test_marked_kernels_are_errors_once() -> None:
    marked = incomplete(LOOP, "accessor-rank", "what it is")
    assert said(check_accessor_rank.run, marked, marked) == ["error accessor-rank: what it is"]


def test_other_marks_are_left_to_other_checks() -> None:
    assert said(check_accessor_rank.run, incomplete(LOOP, "other"), incomplete(LOOP), LOOP) == []
