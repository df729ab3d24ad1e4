"""As many arguments as parameters."""

from __future__ import annotations

from dataclasses import replace

from tests.translator.build_ir import P, program, put
from tests.translator.passes.checking import said
from translator.passes import check_parameter_count


LOOP = program(1, "u:dat:READ v:dat:WRITE", [put(P(1)(), P(0)())])


def test_missing_argument_is_an_error() -> None:
    assert said(check_parameter_count.run, replace(LOOP, args=LOOP.args[:1])) == [
        "error parameter-count: kernel 'kernel' has 2 parameters, but loop 'loop' passes 1 argument"]


def test_equal_numbers_are_fine() -> None:
    assert said(check_parameter_count.run, LOOP) == []
