"""Arguments have components."""

from __future__ import annotations

from tests.translator.build_ir import P, program, put
from tests.translator.passes.checking import said
from translator.passes import check_dimension


def test_dimension_zero_is_an_error() -> None:
    assert said(check_dimension.run, program(1, "u:dat:READ:double:0 v:dat:WRITE", [put(P(1)(), 1.0)])) == [
        "error data-dimension: argument 1 of loop 'loop' has dimension 0"]
