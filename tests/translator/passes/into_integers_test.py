"""Points through which values are read that become integers, or decide about some; whatever is not sure counts as one."""

from __future__ import annotations

import pytest

from tests.translator.build_ir import E, P, call, compare, element, let, num, program, put, select, var, when
from translator.ir import Cast, Stmt, While
from translator.passes import into_integers

U, V, W = P(0), P(1), P(2)


def whole(e: E) -> E:
    return E(Cast(e.e, "int"))


def found(*body: Stmt) -> tuple[tuple[tuple[int, ...], ...], ...]:
    return into_integers.run(program(1, "u:dat:RW v:dat:READ w:dat:READ", list(body)))


@pytest.mark.parametrize(("body", "expected"), [
    ([put(U(), V())], ((), (), ())),
    ([put(U(), V() * whole(W()))], ((), (), ((0,),))),
    ([put(U(), W() * whole(W(1)))], ((), (), ((1,),))),
    ([let("x", W() + V(1)), put(U(), whole(var("x")))], ((), ((1,),), ((0,),))),
    ([let("x", W()), when(compare(">", V(), 0.0), [put(U(), whole(var("x")))])], ((), ((0,),), ((0,),))),
    ([when(compare(">", V(), 0.0), [put(U(), 1.0)], [put(U(), 2.0)])], ((), (), ())),
    ([put(U(), V()), put(U(1), whole(U()))], (((0,),), ((0,),), ())),
    ([put(U(), whole(U(1))), put(U(1), V())], (((1,),), (), ())),
])
def test_what_becomes_an_integer(body: list[Stmt], expected: tuple[tuple[tuple[int, ...], ...], ...]) -> None:
    assert found(*body) == expected


def test_what_a_loop_asks_again_after_a_turn() -> None:
    body = [let("x", 0.0), While(compare("<", whole(var("x")), 9).e, (put(var("x"), var("x") + W()),)), put(U(), var("x"))]
    assert found(*body) == ((), (), ((0,),))


def test_a_search_in_a_table() -> None:
    """The place depends on the value that is looked for, though nothing is converted."""
    turn = While(compare("<", element("t", var("i", "int")), V()).e, (put(var("i", "int"), var("i", "int") + num(1, "int")),))
    body = [let("t", extents=(4,)), let("i", 0, "int"), turn, put(U(), element("t", var("i", "int")))]
    assert found(*body) == ((), ((0,),), ())


def test_places_that_are_taken_under_a_condition_within_an_expression() -> None:
    taken = select(compare(">", V(), 0.5), element("t", whole(W())), V(1))
    assert found(let("t", extents=(4,)), put(U(), taken)) == ((), ((0,),), ((0,),))


def test_loops_that_end_at_one_value() -> None:
    body = [let("x", V()), While(compare("!=", var("x"), 0.0).e, (put(var("x"), var("x") - 1.0),)), put(U(), var("x"))]
    assert found(*body) == ((), ((0,),), ())


@pytest.mark.parametrize(("value", "expected"), [(call("floor", V()), True), (V() + call("fmod", V(), W()), True), (call("fabs", V()), False), (whole(V()), False)])
def test_whole_numbers_that_stay_real(value: E, expected: bool) -> None:
    assert into_integers.has_stairs(program(1, "u:dat:RW v:dat:READ w:dat:READ", [when(compare(">", V(), 0.0), [put(U(), value)])])) == expected
