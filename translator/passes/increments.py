"""Which assignments only add to what they assign.

Test: tests/translator/passes/increments_test.py
"""

from __future__ import annotations

from translator.ir import Assign, Binary, Cast, Const, Expr, Global, Load
from translator.passes.walk import nodes


def is_increment(s: Assign) -> bool:
    """target = target + .., with no other use of the target on the right."""
    return isinstance(s.target, (Load, Global)) and _adds(s.value, s.target) and _mentions(s.value, s.target) == 1


def mentions(e: Expr, target: Load | Global) -> bool:
    """Whether an expression reads the same element."""
    return _mentions(e, target) > 0


def _mentions(e: Expr, target: Load | Global) -> int:
    return sum(_same(n, target) for n in nodes(e))


def _same(e: Expr, target: Load | Global) -> bool:
    if isinstance(e, Load) and isinstance(target, Load):
        return e.param == target.param and e.offset == target.offset and _alike(e.component, target.component)
    return isinstance(e, Global) and isinstance(target, Global) and e.param == target.param and _alike(e.index, target.index)


def _alike(a: Expr, b: Expr) -> bool:
    return a == b or not (isinstance(a, Const) and isinstance(b, Const))


def _adds(e: Expr, target: Load | Global) -> bool:
    """Whether the target is a term of the sum `e`, with sign plus."""
    if _same(e, target):
        return True
    if isinstance(e, Cast):
        return _adds(e.operand, target)
    if isinstance(e, Binary) and e.op == "+":
        return _adds(e.left, target) or _adds(e.right, target)
    return isinstance(e, Binary) and e.op == "-" and _adds(e.left, target)
