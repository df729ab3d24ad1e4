"""Values are read, reductions combined."""

from __future__ import annotations

from tests.translator.build_ir import P, program, put
from tests.translator.passes.checking import said
from translator.passes import check_argument_access


def test_wrong_access_is_an_error() -> None:
    body = [put(P(0)(), P(1)[0])]
    assert said(check_argument_access.run, program(1, "v:dat:WRITE g:gbl:INC r:reduce:RW", body)) == [
        "error argument-access: argument 2 of loop 'loop', a global value, is declared as INC",
        "error argument-access: argument 3 of loop 'loop', a reduction, is declared as RW"]


def test_right_accesses_are_fine() -> None:
    body = [put(P(0)(), P(1)[0])]
    assert said(check_argument_access.run, program(1, "v:dat:INC g:gbl:READ r:reduce:MIN", body)) == []
