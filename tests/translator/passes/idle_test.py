"""Idle points are found where a branch decides over all contributions, tested by what is cheap, and contribute exactly 0."""

from __future__ import annotations

import pytest

from tests.translator.build_ir import E, P, call, compare, constant, let, put, select, var, when
from tests.translator.build_ir import program as loop_of
from translator.ir import AdjointKernel, Binary, Const, Contribute, Idle, Load, Select, Stmt
from translator.passes.analyse import analyse
from translator.passes.walk import body_nodes

U, V, W = P(0, dims=2), P(1, dims=2), P(2, dims=2)
UVW = "u:dat:READ v:dat:READ w:dat:WRITE"
SLOPE = U(1, 0) - U(-1, 0)
COSTLY = call("tanh", SLOPE) * call("exp", V(0, 0)) * call("sin", U(1, 0) * V(0, 0))


def adjoint(body: list[Stmt]) -> AdjointKernel:
    found = analyse(loop_of(2, UVW, body)).adjoint
    assert isinstance(found, AdjointKernel)
    return found


def where(condition: E, busy: E = COSTLY, otherwise: E | float = 0.0) -> list[Stmt]:
    return [let("t"), when(condition, [put(var("t"), otherwise)], [put(var("t"), busy)]), put(W(), var("t"))]


def test_contributions_are_masked_and_the_test_is_found() -> None:
    found = adjoint(where(compare(">=", SLOPE, 0.0)))
    assert found.idle == Idle((), compare(">=", SLOPE, 0.0).e)
    values = [s.value for s in found.body if isinstance(s, Contribute)]
    assert values and all(isinstance(v, Select) and isinstance(v.then, Const) and v.then.value == 0 for v in values)


def test_either_side_of_a_branch_may_be_idle() -> None:
    body = [let("t"), when(SLOPE < 0.0, [put(var("t"), COSTLY)], [put(var("t"), 3.0)]), put(W(), var("t"))]
    found = adjoint(body)
    assert found.idle is not None and found.idle.condition.type == "bool"


def test_what_follows_the_branch_is_0_with_it() -> None:
    body = [*where(SLOPE > 0.0)[:-1], let("r", var("t") / V(0, 0)), put(W(), var("r") * var("r") * U(1, 0))]
    assert adjoint(body).idle is not None


def test_only_cheap_alternatives_are_tested() -> None:
    limiter = call("tanh", U(0, 1) - U(0, -1)) * V(0, 0)
    either = E(Binary("||", compare(">", limiter, 0.5).e, compare(">=", SLOPE, 0.0).e, "bool"))
    found = adjoint(where(either))
    assert found.idle is not None
    assert {n.offset[0] for n in body_nodes((*found.idle.body, put(W(), 0.0), Contribute(0, (), 0, found.idle.condition)))
            if isinstance(n, Load)} == {Const(1, "int"), Const(-1, "int")}
    both = E(Binary("&&", compare(">", limiter, 0.5).e, compare(">=", SLOPE, 0.0).e, "bool"))
    assert adjoint(where(both)).idle is None


def test_several_cheap_alternatives_are_tested_together() -> None:
    either = E(Binary("||", compare(">", V(0, 0), 0.5).e, compare(">=", SLOPE, 0.0).e, "bool"))
    found = adjoint(where(either))
    assert found.idle is not None and isinstance(found.idle.condition, Binary) and found.idle.condition.op == "||"


@pytest.mark.parametrize("body", [
    where(SLOPE > 0.0, busy=SLOPE * V(0, 0)),  # cheap anyway
    where(SLOPE > 0.0, otherwise=U(0, 0)),  # the other side contributes as well
    [*where(SLOPE > 0.0)[:-1], put(W(), var("t") + U(0, 0) * U(0, 0))],  # something contributes apart from it
    [put(W(), COSTLY * select(SLOPE > 0.0, 0.0, 1.0))],  # no branch
    [put(W(), constant("a") * COSTLY)],
])
def test_others_evaluate_all_points(body: list[Stmt]) -> None:
    found = adjoint(body)
    assert found.idle is None
    assert not any(isinstance(s.value, Select) and isinstance(s.value.then, Const) for s in found.body if isinstance(s, Contribute))
