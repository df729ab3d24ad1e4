"""Building typed expressions for derivatives: one short name per operation, products with 1 and -1 left out.

Test:    tests/translator/passes/flows_test.py
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from translator.ir import Binary, Call, Const, Constant, Expr, Global, Load, Seed, Select, Unary, Var
from translator.passes.numeric import literal
from translator.passes.walk import children


def number(value: float, type: str) -> Const:
    """`value` rounded to `type`."""
    return literal(value, type) or Const(value, type)


def negative(e: Expr) -> Expr:
    if isinstance(e, Unary) and e.op == "-":
        return e.operand
    return Unary("-", e, e.type)


def times(a: Expr, b: Expr) -> Expr:
    for factor, rest in ((a, b), (b, a)):
        if isinstance(factor, Const) and factor.value in (1, -1):
            return rest if factor.value == 1 else negative(rest)
    return Binary("*", a, b, a.type)


def over(a: Expr, b: Expr) -> Expr:
    return Binary("/", a, b, a.type)


def plus(a: Expr, b: Expr) -> Expr:
    if isinstance(b, Unary) and b.op == "-":
        return Binary("-", a, b.operand, a.type)
    return Binary("+", a, b, a.type)


def minus(a: Expr, b: Expr) -> Expr:
    return Binary("-", a, b, a.type)


def call(name: str, *args: Expr) -> Expr:
    return Call(name, args, args[0].type)


def compare(op: str, a: Expr, b: Expr) -> Expr:
    return Binary(op, a, b, "bool")


def either(a: Expr, b: Expr) -> Expr:
    return Binary("||", a, b, "bool")


def both(a: Expr, b: Expr) -> Expr:
    return Binary("&&", a, b, "bool")


def matches(wanted: Iterable[Expr], place: Iterable[Expr]) -> Expr:
    """Whether those of `wanted` that data decide, at least one, are what `place` has there."""
    return reduce(both, [compare("==", w, i) for w, i in zip(wanted, place) if not isinstance(w, Const)])


def choose(condition: Expr, then: Expr, other: Expr) -> Expr:
    return Select(condition, then, other, then.type)


def is_leaf(e: Expr) -> bool:
    """Free to evaluate again, anywhere: a scalar, a literal or a value at a fixed place."""
    if isinstance(e, (Load, Global, Constant)):
        return all(isinstance(child, Const) for child in children(e))
    return isinstance(e, (Var, Const, Seed))
