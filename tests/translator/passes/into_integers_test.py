"""Points through which values are read that become integers, or decide about some; whatever is not sure counts as one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.translator.build_ir import E, P, compare, let, program, put, var, when
from translator.ir import Cast, If, Jump, Stmt, While
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


def test_what_decides_when_a_loop_is_left() -> None:
    """Of a counter that is turned into an integer after it."""
    leave = If(compare(">", V(), 0.0).e, (Jump("break"),))
    body = [let("x", 0.0), While(compare("<", var("x"), 9.0).e, (leave, replace(let("y", W()), name="y"))), put(U(), whole(var("x")))]
    assert found(*body) == ((), ((0,),), ())
