"""Reductions are combined as declared."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.translator.build_ir import P, program, put, when
from tests.translator.passes.checking import said
from translator import ir
from translator.passes import check_reductions


U, R = P(0), P(1)
INC, MIN = "u:dat:READ r:reduce:INC", "u:dat:READ r:reduce:MIN"


def test_adding_is_fine_for_inc_and_an_error_for_min() -> None:
    body = [put(R[0], R[0] + U()), put(R[0], R[0] + 1.0)]
    assert said(check_reductions.run, program(1, INC, body)) == []
    assert said(check_reductions.run, program(1, MIN, body)) == ["error reduction-mismatch: kernel 'kernel' adds to reduction 'r', which is declared as MIN"]


def test_rounds_of_an_unrolled_loop_may_share_what_they_add() -> None:
    again = put(R[0], R[0] + U())
    assert said(check_reductions.run, program(1, INC, [again, again, again])) == []


@pytest.mark.parametrize("body", [[put(R[0], U())], [put(R[0], U()), put(R[0], 2.0)], [put(R[0], U()), put(R[1], U())],
                                  [put(R[0], U()), put(R[0], R[0] + 1.0)]])
def test_assignments_are_doubtful_and_errors_where_they_cost_other_derivatives(body: list[ir.Stmt]) -> None:
    text = "reduction-mismatch: kernel 'kernel' assigns to reduction 'r', which is declared as INC"
    alone = program(1, INC, body)
    loop = program(1, f"{INC} v:dat:WRITE", [*body, put(P(2)(), U())])
    for one in (alone, loop):
        assert said(check_reductions.run, one) == [f"warning {text}"]
    assert said(check_reductions.run, alone, derivatives=True) == [f"warning {text}"]
    assert said(check_reductions.run, loop, derivatives=True) == [f"error {text}"]
    assert said(check_reductions.run, replace(loop, passive=True), derivatives=True) == [f"warning {text}"]
    whole = replace(loop, kernel=replace(loop.kernel, params=(loop.kernel.params[0], replace(loop.kernel.params[1], type="int"), loop.kernel.params[2])))
    assert said(check_reductions.run, whole, derivatives=True) == [f"warning {text}"]


def test_anything_else_is_an_error_for_inc() -> None:
    found = ["error reduction-mismatch: kernel 'kernel' may only add to reduction 'r', which is declared as INC"]
    assert said(check_reductions.run, program(1, INC, [put(R[0], R[0] * U())])) == found
    assert said(check_reductions.run, program(1, INC, [when(U() > R[0], [put(R[0], U())])])) == found


def test_looking_at_the_running_sum_is_an_error() -> None:
    assert said(check_reductions.run, program(1, INC, [when(R[0] < 1.0, [put(R[0], R[0] + U())])])) == [
        "error reduction-mismatch: kernel 'kernel' reads the running value of reduction 'r', which is declared as INC"]


def test_minimum_by_comparison_is_fine() -> None:
    assert said(check_reductions.run, program(1, MIN, [when(U() < R[0], [put(R[0], U())])])) == []
