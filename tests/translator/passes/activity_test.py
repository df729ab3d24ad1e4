"""Activity follows real data through arithmetic; uniform values depend on nothing that varies from point to point."""

from __future__ import annotations

from tests.translator.build_ir import E, P, call, cast, compare, constant, let, loop_over, num, program, put, select, var, when
from translator import ir
from translator.passes.activity import Activity

ARGS = "u:dat:READ n:dat:READ:int g:gbl:READ s:scalar:READ i:idx:READ w:dat:WRITE"
U, N, G, S, I = P(0)(), P(1, "int")(), P(2)[0], P(3)[0], P(4, "int")[0]


def activity(*body: ir.Stmt) -> Activity:
    return Activity(program(1, ARGS, []), body)


def active(e: E, *body: ir.Stmt) -> bool:
    return activity(*body).active(e.e)


def uniform(e: E, *body: ir.Stmt) -> bool:
    return activity(*body).uniform(e.e)


def test_real_datasets_and_scalars_are_active_and_nothing_else_is() -> None:
    assert active(U) and active(S)
    assert not any(map(active, (N, G, I, constant("k"), num(1.0))))


def test_activity_ends_at_integers_comparisons_and_steps() -> None:
    assert active(call("sin", U) * G) and active(select(compare("<", G, 1.0), U, 0.0))
    for e in (cast(U, "int"), U < 1.0, call("floor", U), cast(cast(U, "int"), "double"), select(U < 1.0, 2.0, 3.0)):
        assert not active(e)


def test_locals_pass_it_on_through_branches_and_rounds() -> None:
    carry = loop_over("k", 0, N, [put(var("b"), var("a")), put(var("a"), var("c"))])
    body = (let("a", 0.0), let("b", 0.0), let("c", U), carry)
    assert active(var("b"), *body)
    assert active(var("m"), when(U < 1.0, [put(var("m"), U)], [put(var("m"), 0.0)]))
    assert not active(var("p"), let("p", G * 2.0))


def test_uniform_values() -> None:
    assert all(map(uniform, (G, S, constant("k"), num(2.0), call("sqrt", G * constant("k")))))
    assert not any(map(uniform, (U, cast(I, "double"), cast(N, "double"), G * U)))
    assert uniform(var("p"), let("p", G * 2.0))
    assert not uniform(var("m"), when(N < 1, [put(var("m"), G)], [put(var("m"), 0.0)]))
