"""Pass `negation`: an expression up to its sign, so that values which differ by their sign only share what holds them.

Input:   an Expr of floating-point type.
Output:  its sign and what is common to it and its negative. Exact in round-to-nearest, which knows no sign, but for the sign of a zero.
Test:    tests/translator/passes/negation_test.py
"""

from __future__ import annotations

from collections.abc import Hashable

from translator.ir import Binary, Const, Expr, Select, Unary


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
