"""Reductions are combined as declared."""

from __future__ import annotations

from tests.translator.build_ir import P, program, put, when
from tests.translator.passes.checking import said
from translator.passes import check_reductions


U, R = P(0), P(1)
INC, MIN = "u:dat:READ r:reduce:INC", "u:dat:READ r:reduce:MIN"


def test_adding_is_fine_for_inc_and_an_error_for_min() -> None:
    body = [put(R[0], R[0] + U()), put(R[0], R[0] + 1.0)]
    assert said(check_reductions.run, program(1, INC, body)) == []
    assert said(check_reductions.run, program(1, MIN, body)) == ["error reduction-mismatch: kernel 'kernel' adds to reduction 'r', declared MIN"]


def test_rounds_of_an_unrolled_loop_may_share_what_they_add() -> None:
    again = put(R[0], R[0] + U())
    assert said(check_reductions.run, program(1, INC, [again, again, again])) == []


def test_one_assignment_adds_in_effect() -> None:
    assert said(check_reductions.run, program(1, INC, [put(R[0], U())])) == [
        "warning reduction-mismatch: kernel 'kernel' assigns reduction 'r', declared INC"]


def test_anything_else_is_an_error_for_inc() -> None:
    found = ["error reduction-mismatch: kernel 'kernel' does not only add to reduction 'r', declared INC"]
    assert said(check_reductions.run, program(1, INC, [put(R[0], R[0] * U())])) == found
    assert said(check_reductions.run, program(1, INC, [put(R[0], U()), put(R[0], 2.0)])) == found
    assert said(check_reductions.run, program(1, INC, [when(U() > R[0], [put(R[0], U())])])) == found


def test_looking_at_the_running_sum_is_an_error() -> None:
    assert said(check_reductions.run, program(1, INC, [when(R[0] < 1.0, [put(R[0], R[0] + U())])])) == [
        "error reduction-mismatch: kernel 'kernel' reads the running value of reduction 'r', declared INC"]


def test_minimum_by_comparison_is_fine() -> None:
    assert said(check_reductions.run, program(1, MIN, [when(U() < R[0], [put(R[0], U())])])) == []
