"""Flows gather uniform factors in front, drop factors 1, and keep signs apart."""

from __future__ import annotations

from tests.translator.build_ir import P, constant, num, program, var
from translator import ir
from translator.passes.activity import Activity
from translator.passes.build import over, plus, times
from translator.passes.flows import Flow, linear_seed, total

SEED = ir.Seed(1, 0, "double")
A, B, X = constant("a").e, constant("b").e, var("x").e
LOOP = program(1, "u:dat:READ w:dat:WRITE", [])


def scaled(flow: Flow, partial: ir.Expr, uniform: bool) -> Flow:
    result = flow.scaled(partial, uniform)
    assert result is not None
    return result


def test_uniform_factors_collect_in_front_of_the_base() -> None:
    flow = scaled(scaled(scaled(Flow(SEED), A, True), X, False), B, True)
    assert flow.value() == times(times(A, B), times(X, SEED))


def test_factors_of_one_leave_no_trace_and_minus_one_is_a_sign() -> None:
    one, minus = num(1.0).e, num(-1.0).e
    assert scaled(Flow(SEED), one, True) == Flow(SEED)
    assert scaled(scaled(Flow(SEED), minus, True), minus, True) == Flow(SEED)
    assert Flow(SEED).scaled(num(0.0).e, True) is None


def test_literal_factors_multiply_now() -> None:
    assert scaled(scaled(Flow(SEED), num(0.5).e, True), num(4.0).e, True).value() == times(num(2.0).e, SEED)


def test_uniform_divisors_become_reciprocals() -> None:
    flow = Flow(SEED).divided(A, True)
    assert flow is not None and flow.value() == times(over(num(1.0).e, A), SEED)
    assert Flow(SEED).divided(X, False) == Flow(over(SEED, X))


def test_sums_keep_the_order_of_arrival_and_subtract() -> None:
    assert total([Flow(SEED), Flow(X).negate()]) == ir.Binary("-", SEED, X, "double")
    assert total([Flow(X).negate(), Flow(SEED)]) == plus(ir.Unary("-", X, "double"), SEED)


def test_converting_closes_the_flow() -> None:
    flow = scaled(Flow(SEED), A, True)
    assert flow.converted("double") is flow
    assert flow.converted("float") == Flow(ir.Cast(times(A, SEED), "float"))


def test_linear_seed_looks_through_uniform_factors_and_signs_only() -> None:
    activity = Activity(LOOP, ())
    assert linear_seed(ir.Unary("-", over(times(A, SEED), B), "double"), activity) == SEED
    assert linear_seed(times(X, SEED), activity) is None
    assert linear_seed(plus(SEED, SEED), activity) is None


def test_load_of_active_data_is_not_uniform() -> None:
    activity = Activity(LOOP, ())
    assert not activity.uniform(P(0)().e) and activity.active(P(0)().e)
