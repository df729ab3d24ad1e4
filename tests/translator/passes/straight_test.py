"""Branches made straight keep every bit, whatever is nested in them; bodies with what must not be evaluated in vain stay as they are."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings

from tests.oracles.interpret import Memory, run
from tests.tier import examples
from tests.translator.build_ir import E, P, call, compare, element, expr, let, loop_over, put, select, var, when
from tests.translator.passes.random_kernels import seeds
from translator.ir import Binary, Contribute, If, Stmt
from translator.passes import straight
from translator.passes.walk import Body, statements

U = P(0)
NAMES = ("a", "b", "c")


def either(op: str, one: E, other: E) -> E:
    return E(Binary(op, one.e, other.e, "bool"))


def value(r: Random, known: list[E], depth: int = 2) -> E:
    if depth == 0:
        return r.choice([*known, U(-1), U(0), U(1)])
    one, other = value(r, known, depth - 1), value(r, known, depth - 1)
    return r.choice([lambda: one + other, lambda: one * other, lambda: one - call("fabs", other), lambda: -one,
                     lambda: select(condition(r, known), one, other), lambda: one])()


def condition(r: Random, known: list[E]) -> E:
    one, other = (compare("<", value(r, known, 1), value(r, known, 0)) for _ in range(2))
    return r.choice([one, either("||", one, other), either("&&", one, other)])


def block(r: Random, known: list[E], depth: int) -> list[Stmt]:
    """Assignments to locals from outside and to own ones, which both have a value before they are read."""
    out: list[Stmt] = []
    for _ in range(r.randint(1, 3)):
        kind = r.random()
        if kind < 0.3:
            name = f"own{r.random()}"
            out.append(let(name, value(r, known)))
            known = [*known, var(name)]
        elif kind < 0.4:
            name = f"late{r.random()}"
            sides = [[put(var(name), value(r, known))] for _ in range(2)]
            out += [let(name), when(condition(r, known), sides[0], sides[1])]
            known = [*known, var(name)]
        elif kind < 0.75 or depth == 0:
            out.append(put(r.choice([*known[:3], known[-1]]), value(r, known)))
        else:
            out.append(when(condition(r, known), block(r, known, depth - 1), r.choice([[], block(r, known, depth - 1)])))
    return out


def contributions(body: Body) -> list[tuple[object, str]]:
    given = {(0, (k,), 0): v for k, v in ((-1, 0.75), (0, -1.5), (1, 0.3))}
    memory = Memory(lambda place: given[place])
    run(body, memory)
    return [(place, float(v).hex()) for place, v in memory.contributions]


def contribute(e: E, offset: int) -> Contribute:
    return Contribute(0, (offset,), 0, e.e)


@settings(max_examples=examples(300), deadline=None)
@given(seeds())
def test_every_bit_is_kept(seed: int) -> None:
    r = Random(seed)
    locals_ = [var(name) for name in NAMES]
    start = [let(name, value(r, [], 1)) for name in NAMES]
    inner = [s for _ in range(2) for s in (*block(r, locals_, 2), when(condition(r, locals_), block(r, locals_, 2), block(r, locals_, 1)))]
    body = (*start, *inner, *(contribute(value(r, locals_), k) for k in (-1, 0, 1)))
    flat = straight.run(body)
    assert contributions(flat) == contributions(body)
    assert not any(isinstance(s, If) for s in statements(flat))


@pytest.mark.parametrize("inner", [
    put(var("a"), call("exp", U(0))),  # costly
    put(var("a"), E(Binary("/", expr(var("i", "int")), expr(var("j", "int")), "int"))),  # j may be 0
    put(var("a"), U(var("i", "int"))),  # an address that the condition may guard
    put(var("a"), element("t", var("i", "int"))),
    loop_over("k", 0, var("i", "int"), [put(var("a"), var("a") * 2.0)]),
])
def test_what_must_not_be_evaluated_in_vain_is_not(inner: Stmt) -> None:
    branch = when(U(0) < 1.0, [inner])
    body = (let("a", 0.0), let("i", 0, "int"), let("j", 0, "int"), branch, contribute(var("a"), 0))
    assert straight.run(body) == body


def test_elements_at_computed_places_are_not_read_in_vain() -> None:
    table, kind = P(1), P(2, "int")
    body = (let("a", 0.0), when(U(0) > 0.0, [put(var("a"), table[kind(0)])]), let("b", var("a")))
    assert straight.run(body) == body and not straight.is_straight((let("c", table[kind(0)]),))
    assert straight.is_straight((let("c", table[0]),))
