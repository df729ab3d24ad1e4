"""Pass `negation`: an expression up to its sign, so that values which differ by their sign only share what holds them.

Input:   an Expr of floating-point type.
Output:  `without_sign`: its sign and what is common to it and its negative. Exact in round-to-nearest, which knows no sign, but for the sign of a zero.
Test:    tests/translator/passes/negation_test.py
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import replace

from translator.ir import Binary, Const, Expr, Select, Unary, Var


def without_sign(e: Expr) -> tuple[int, Hashable]:
    """(sign, key): two expressions with the same key have equal values if their signs are equal, opposite ones if not."""
    if isinstance(e, Unary) and e.op == "-":
        sign, key = without_sign(e.operand)
        return -sign, key
    if isinstance(e, Binary) and e.op in ("+", "-", "*", "/"):
        (left, a), (right, b) = without_sign(e.left), without_sign(e.right)
        if e.op in ("*", "/"):
            return left * right, (e.op, a, b)
        return left, ("+", left * right * (1 if e.op == "+" else -1), a, b)
    if isinstance(e, Select) and isinstance(e.then, Const) and e.then.value == 0:
        sign, key = without_sign(e.other)
        return sign, ("?", e.condition, key)
    if isinstance(e, Select) and isinstance(e.other, Const) and e.other.value == 0:
        sign, key = without_sign(e.then)
        return sign, (":", e.condition, key)
    return 1, e


def positive(e: Expr, values: Mapping[str, Expr]) -> tuple[int, Expr]:
    """(sign, rest): `e` is sign times the rest, which costs no more. `values`: of locals that are declared with them."""
    if isinstance(e, Unary) and e.op == "-":
        sign, rest = positive(e.operand, values)
        return -sign, rest
    if isinstance(e, Binary) and e.op == "-" and isinstance(e.left, (Unary, Binary)):
        sign, left = positive(e.left, values)
        return (-1, replace(e, op="+", left=left)) if sign < 0 else (1, e)
    if isinstance(e, Select):
        sides = [side for side in (e.then, e.other) if not (isinstance(side, Const) and side.value == 0)]
        known = [values.get(side.name, side) if isinstance(side, Var) else side for side in sides]
        if len(known) == 1 and isinstance(known[0], Unary) and known[0].op == "-":
            sign, rest = positive(known[0], values)
            return sign, replace(e, then=rest) if sides[0] is e.then else replace(e, other=rest)
    return 1, e
