"""Pass `narrow-conditions`: comparisons of small integers leave a body of doubles.

Input:   a body in one straight line.
Output:  the same with locals in place of conditions that read nothing but integers of less than eight bytes, and these conditions. As long as a
         loop over doubles holds such an integer, compilers take twice as many points at once as fit into a register of doubles, halve
         every mask, and run out of registers. Nothing is moved unless all such integers go.
Test:    tests/translator/passes/narrow_conditions_test.py
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from translator.ir import Binary, Call, Cast, Const, Expr, Global, Load, Select, Var
from translator.passes import straight
from translator.passes.numeric import COMPARISONS, is_integer
from translator.passes.walk import Body, Names, body_nodes, map_body, names_of, nodes, rebuild

WORTH = 60.0  # weighted operations: bodies that cost less have registers to spare
_WIDE = frozenset({"long", "long long", "unsigned long", "unsigned long long"})
_DECIDE = frozenset(COMPARISONS) | {"&", "|"}


@dataclass(frozen=True, slots=True)
class Narrow:
    """Put the truth of `conditions` into the locals `names` before `body`."""

    body: Body
    names: tuple[str, ...] = ()
    conditions: tuple[Expr, ...] = ()


def run(body: Body, uniform: Callable[[Expr], bool]) -> Narrow:
    """`uniform`: whether a leaf has one value at all points."""
    def is_narrow(e: Expr) -> bool:
        return isinstance(e, (Load, Global)) and is_integer(e.type) and e.type not in _WIDE and not uniform(e)

    if not straight.is_straight(body) or not any(map(is_narrow, body_nodes(body))):
        return Narrow(body)
    names = Names(names_of(body))
    found: dict[Expr, Var] = {}

    def replaced(e: Expr) -> Expr:
        if _decides(e) and any(map(is_narrow, nodes(e))):
            return found.get(e) or found.setdefault(e, Var(names.fresh("flag"), "bool"))
        return rebuild(e, replaced)

    new = map_body(body, replaced)
    left = any(_is_small(n) and not uniform(n) for n in body_nodes(new))
    return Narrow(body) if left else Narrow(new, tuple(v.name for v in found.values()), tuple(found))


def _decides(e: Expr) -> bool:
    """Whether `e` is a comparison of integers at fixed places, or several."""
    whole = isinstance(e, Binary) and e.type == "bool" and e.op in _DECIDE
    return whole and all(is_integer(n.type) and not isinstance(n, (Var, Select, Call, Cast)) for n in nodes(e))


def _is_small(e: Expr) -> bool:
    """Of less than eight bytes, but neither a truth nor a literal."""
    return not isinstance(e, Const) and e.type not in ("double", "bool") and e.type not in _WIDE
