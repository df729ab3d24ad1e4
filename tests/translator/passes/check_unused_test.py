"""Arguments are used."""

from __future__ import annotations

from tests.translator.build_ir import P, program, put
from tests.translator.passes.checking import incomplete, said
from translator.passes import check_unused


LOOP = program(1, "u:dat:READ v:dat:WRITE", [put(P(1)(), 1.0)])


def test_argument_without_use_is_a_warning() -> None:
    assert said(check_unused.run, LOOP) == ["warning unused-argument: kernel 'kernel' never uses 'u'"]


def test_incomplete_kernels_may_use_anything() -> None:
    assert said(check_unused.run, incomplete(LOOP)) == []
