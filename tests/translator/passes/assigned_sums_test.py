"""Sums that are assigned are told from sums that are added to."""

from __future__ import annotations

from tests.translator.build_ir import P, program, put, when
from translator.passes import assigned_sums

U, R = P(0), P(1)
INC, MIN = "u:dat:READ r:reduce:INC", "u:dat:READ r:reduce:MIN"


def test_additions_and_minima_need_no_order() -> None:
    assert assigned_sums.run(program(1, INC, [put(R[0], R[0] + U()), when(U() > 0.0, [put(R[0], R[0] - 1.0)])])) == frozenset()
    assert assigned_sums.run(program(1, MIN, [put(R[0], U())])) == frozenset()


def test_one_assignment_on_one_path_is_enough() -> None:
    assert assigned_sums.run(program(1, INC, [put(R[0], U())])) == {1}
    assert assigned_sums.run(program(1, INC, [when(U() > 0.0, [put(R[0], U())]), put(R[0], R[0] + 1.0)])) == {1}


def test_a_loop_that_assigns_a_real_sum_has_no_derivative() -> None:
    why = assigned_sums.refusal(program(1, "u:dat:READ r:reduce:INC", [put(R[0], R[0] + U()), put(R[0], U())]))
    assert why is not None and why.what == "the kernel overwrites reduction 'r' (OPS_INC) instead of adding to it, so the result is the value of the last point"
    assert assigned_sums.refusal(program(1, "u:dat:READ r:reduce:INC", [put(R[0], R[0] + U())])) is None
