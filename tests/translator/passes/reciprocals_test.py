"""Quotients by one divisor divide once; what decides keeps its bits, and nothing is divided that was not divided before."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from tests.oracles.interpret import Memory, run as execute
from tests.oracles.point import Point
from tests.tier import examples
from tests.translator.build_ir import E, P, call, cast, compare, let, loop_over, program, put, select, var, when
from tests.translator.passes.random_kernels import CONSTANTS, random_loop, seeds
from translator import ir
from translator.passes import reciprocals, simplify
from translator.passes.activity import Activity
from translator.passes.analyse import analyse
from translator.passes.walk import Body, Names, body_nodes, names_of, statements, variables

U, V, G = P(0), P(1), P(3)
LOOP = program(1, "u:dat:READ v:dat:READ w:dat:WRITE g:gbl:READ", [])
A, B, PER = var("a"), var("b"), var("per_v")


def shared(*body: ir.Stmt) -> Body:
    return reciprocals.run(LOOP, body, Activity(LOOP, body).uniform, Names(names_of(body)))


def give(value: E | float, component: int = 0) -> ir.Stmt:
    return ir.Contribute(0, (0,), component, let("", value).value or ir.Const(0, "int"))


def divisions(body: Body) -> int:
    return sum(isinstance(n, ir.Binary) and n.op == "/" for n in body_nodes(body))


def test_quotients_by_one_divisor_are_products_with_its_reciprocal() -> None:
    body = shared(let("a", U() / V()), give(A), give(U(1) / V(), 1))
    assert body == (let("per_v", 1.0 / V()), let("a", U() * PER), give(A), give(U(1) * PER, 1))


def test_a_reciprocal_that_the_kernel_forms_is_the_one() -> None:
    assert shared(let("a", 1.0 / V()), give(U() / V())) == (let("per_v", 1.0 / V()), let("a", PER), give(U() * PER))


def test_a_quotient_that_is_alone_stays() -> None:
    body = (let("a", U() / V()), give(U(1) / V(1)), give(A, 1))
    assert shared(*body) == body


def test_literals_and_what_is_the_same_at_every_point_divide_nothing_at_the_points() -> None:
    assert shared(give(U() / 8.0)) == (give(U() * 0.125),)
    assert shared(give(U() / G[0])) == (let("per_g", 1.0 / G[0]), give(U() * var("per_g")))
    for body in ((give(U() / 0.0),), (give(U() / 1e-310),), (give(2.0 / G[0]),)):
        assert shared(*body) == body


@pytest.mark.parametrize("decision", [
    when(A > 1.0, [put(B, U(1))], [put(B, U(2))]),
    put(B, select(A > 1.0, U(1), U(2))),
    put(B, call("floor", A) * U(1)),
    put(B, call("fmod", U(1), A)),
    put(B, call("sqrt", A)),
    put(B, call("pow", A, 1.5)),
    put(B, cast(cast(A, "int"), "double")),
    loop_over("i", 0, cast(A, "int"), [put(B, B + 1.0)]),
    ir.While((A > B).e, (put(B, B + 1.0),)),
])  # fmt: skip
def test_what_decides_keeps_its_bits(decision: ir.Stmt) -> None:
    before = (let("c", U() / V()), let("a", var("c") + 1.0), let("b", 0.0), decision)
    body = shared(*before, give(B / V()), give(U(1) / V(), 1))
    per = [s for s in body if isinstance(s, ir.Declare) and s.name == "per_v"]
    assert tuple(s for s in body if s not in per)[:4] == before
    assert len(per) == 1 and body[-2:] == (give(B * PER), give(U(1) * PER, 1))


def test_functions_end_where_they_end_forward() -> None:
    """49 * (1 / 49) is below 1, so that its excess over 1 would have no square root."""
    loop = program(1, "u:dat:READ v:dat:READ w:dat:WRITE", [put(P(2)(), call("pow", U() / V() - 1.0, 1.5))])
    adjoint = analyse(loop).adjoint
    assert isinstance(adjoint, ir.AdjointKernel)
    memory = Memory(lambda place: np.float64(49.0), seeds=lambda param, component: np.float64(1.0))
    execute(adjoint.body, memory)
    assert [value for _, value in memory.contributions] == [0.0, 0.0]


def test_a_quotient_inside_a_condition_keeps_its_bits() -> None:
    chosen = give(select(U() / V() > 1.0, U(), V()))
    assert shared(chosen, give(U() / V(), 1), give(1.0 / V(), 2)) == (chosen, let("per_v", 1.0 / V()), give(U() * PER, 1), give(PER, 2))


def test_nothing_is_divided_that_was_not() -> None:
    guarded = select(compare("!=", V(), 0.0), U() / V(), 0.0)
    for body in (
        (give(guarded), give(guarded, 1)),
        (let("a"), when(V() > 0.0, [put(A, U() / V())], [put(A, 2.0)]), give(A), let("b"), when(V() > 0.0, [put(B, 1.0 / V())]), give(B, 1)),
    ):
        assert shared(*body) == body


def test_branches_share_among_themselves_and_with_what_comes_before() -> None:
    branch = [let("a", U() / V()), put(B, A + U(1) / V())]
    within = shared(let("b"), when(U() > 0.0, branch), give(B))
    assert within[1] == when(U() > 0.0, [let("per_v", 1.0 / V()), let("a", U() * PER), put(B, A + U(1) * PER)])
    body = shared(let("b"), give(U() / V(), 1), when(U() > 0.0, branch), give(B))
    assert body[1] == let("per_v", 1.0 / V()) and divisions(body) == 1


def test_a_divisor_that_changes_has_no_reciprocal() -> None:
    body = (let("a", V()), give(U() / A), put(A, V(1)), give(U(1) / A, 1))
    assert shared(*body) == body


@settings(max_examples=examples(60), deadline=None)
@given(seeds())
def test_conditions_see_the_same_bits_and_the_rest_is_the_same_to_rounding(seed: int) -> None:
    loop = random_loop(seed, 1, False)
    body = simplify.run(loop.kernel).body
    new = reciprocals.run(loop, body, Activity(loop, body).uniform, Names(names_of(body)))
    point = Point(loop, constants=CONSTANTS)
    memories = [Memory(point.value, point.elements, CONSTANTS) for _ in range(2)]
    old, now = (execute(b, m) for b, m in zip((body, new), memories))
    conditions = [s.condition for s in statements(body) if isinstance(s, (ir.If, ir.While))]
    conditions += [n.condition for n in body_nodes(body) if isinstance(n, ir.Select)]
    for name in frozenset().union(*map(variables, conditions)) & old.keys():
        assert old[name] == now[name]
    assert memories[1].stored == pytest.approx(memories[0].stored, rel=1e-9, abs=1e-12)
    assert divisions(new) <= divisions(body)
