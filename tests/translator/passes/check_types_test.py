"""Type strings are known words."""

from __future__ import annotations

from tests.translator.build_ir import P, program, put
from tests.translator.passes.checking import said, with_arg
from translator.passes import check_types


LOOP = program(1, "u:dat:READ v:dat:WRITE", [put(P(1)(), P(0)())])


def test_unknown_word_for_an_arithmetic_type_is_an_error() -> None:
    assert said(check_types.run, with_arg(LOOP, 0, type="user", type_text="duoble")) == ["error unknown-type: unknown type string 'duoble'"]


def test_known_words_are_fine() -> None:
    assert said(check_types.run, LOOP) == []
