"""Type strings agree with parameters."""

from __future__ import annotations

from tests.translator.build_ir import P, program, put
from tests.translator.passes.checking import said, with_arg
from translator.passes import check_parameter_type


LOOP = program(1, "u:dat:READ v:dat:WRITE i:idx:READ", [put(P(1)(), P(0)())])


def test_other_type_is_an_error() -> None:
    assert said(check_parameter_type.run, with_arg(LOOP, 0, type="float", type_text="float")) == [
        "error parameter-type: argument 1 of loop 'loop' is declared 'float', but parameter 'u' of kernel 'kernel' is of type 'double'"]


def test_equal_types_and_types_of_the_user_are_fine() -> None:
    assert said(check_parameter_type.run, LOOP) == []
    assert said(check_parameter_type.run, with_arg(LOOP, 0, type="user", type_text="particle")) == []
