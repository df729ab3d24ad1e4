"""Values that differ by their sign only have one key."""

from __future__ import annotations

import random
from typing import Any

import pytest

from translator.ir import Binary, Const, Expr, Select, Unary, Var
from translator.passes.negation import positive, without_sign

NAMES = ("a", "b", "c")


def var(name: str) -> Expr:
    return Var(name, "double")


def minus(e: Expr) -> Expr:
    return Unary("-", e, "double")


def masked(condition: str, e: Expr) -> Expr:
    return Select(Var(condition, "bool"), Const(0.0, "double"), e, "double")


def of(op: str, left: Expr, right: Expr) -> Expr:
    return Binary(op, left, right, "double")


def value(e: Expr, at: dict[str, float]) -> float:
    if isinstance(e, Var):
        return at[e.name]
    if isinstance(e, Unary):
        return -value(e.operand, at)
    assert isinstance(e, Binary)
    left, right = value(e.left, at), value(e.right, at)
    return {"+": left + right, "-": left - right, "*": left * right, "/": left / right if right else 0.0}[e.op]


def drawn(r: random.Random, depth: int) -> Expr:
    if depth == 0:
        return var(r.choice(NAMES))
    kind = r.choice("+-*/nv")
    if kind == "v":
        return var(r.choice(NAMES))
    if kind == "n":
        return minus(drawn(r, depth - 1))
    return of(kind, drawn(r, depth - 1), drawn(r, depth - 1))


@pytest.mark.parametrize("one, other", [
    (var("a"), minus(var("a"))),
    (of("-", var("a"), var("b")), of("+", minus(var("a")), var("b"))),
    (of("+", var("a"), var("b")), of("-", minus(var("a")), var("b"))),
    (of("*", minus(var("a")), var("b")), of("*", var("a"), var("b"))),
    (of("/", var("a"), minus(var("b"))), minus(minus(of("/", var("a"), var("b"))))),
    (masked("c", of("-", var("a"), var("b"))), masked("c", of("+", minus(var("a")), var("b")))),
])
def test_opposites_share_a_key(one: Expr, other: Expr) -> None:
    (sign, key), (opposite, same) = without_sign(one), without_sign(other)
    assert key == same and sign == -opposite


@pytest.mark.parametrize("one, other", [
    (of("-", var("a"), var("b")), of("+", var("a"), var("b"))),
    (of("+", of("+", var("a"), var("b")), var("c")), of("+", var("a"), of("+", var("b"), var("c")))),  # they round differently
    (masked("b", var("a")), masked("c", var("a"))),
    (Select(var("c"), var("a"), var("b"), "double"), Select(var("c"), var("a"), minus(var("b")), "double")),
    (of("-", var("a"), var("b")), of("-", var("b"), var("a"))),  # opposite, but not recognised: no other term comes first
])
def test_others_do_not(one: Expr, other: Expr) -> None:
    assert without_sign(one)[1] != without_sign(other)[1]


def test_what_shares_a_key_has_the_same_bits() -> None:
    r = random.Random(7)
    seen: dict[Any, tuple[int, Expr]] = {}
    met = 0
    for _ in range(20000):
        e = drawn(r, 3)
        sign, key = without_sign(e)
        first_sign, first = seen.setdefault(key, (sign, e))
        if first is e:
            continue
        met += 1
        at = {name: r.uniform(-2.0, 2.0) for name in NAMES}
        assert value(e, at) == sign * first_sign * value(first, at)
    assert met > 1000


@pytest.mark.parametrize("e, sign, rest", [
    (minus(var("a")), -1, var("a")),
    (of("-", minus(var("a")), var("b")), -1, of("+", var("a"), var("b"))),
    (of("-", of("-", minus(var("a")), var("b")), var("c")), -1, of("+", of("+", var("a"), var("b")), var("c"))),
    (of("-", var("a"), var("b")), 1, of("-", var("a"), var("b"))),
    (of("+", minus(var("a")), var("b")), 1, of("+", minus(var("a")), var("b"))),
    (masked("t", var("d")), -1, masked("t", var("a"))),
    (masked("t", var("a")), 1, masked("t", var("a"))),
])
def test_a_minus_sign_is_left_out_where_nothing_takes_its_place(e: Expr, sign: int, rest: Expr) -> None:
    assert positive(e, {"d": minus(var("a"))}) == (sign, rest)
