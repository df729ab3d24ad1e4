"""Flows: an incoming derivative on its way back through a kernel, as coefficient x base with a sign.

The coefficient is uniform (one value for the whole loop), so chains of constants collapse into one factor that compilers keep
in a register; the base is whatever varies from point to point.
Test:    tests/translator/passes/flows_test.py
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Union

from translator.ir import Binary, Const, Expr, Load, Seed, Unary
from translator.passes.activity import Activity
from translator.passes.build import is_leaf, negative, over, plus, times
from translator.passes.simplify import as_type, fold
from translator.passes.walk import variables

Place = tuple[int, tuple[int, ...], int]  # (param, offset, component)
Key = Union[str, Place]  # a local, or a value read from a dataset


def place(load: Load, offset: tuple[int, ...]) -> Place:
    assert isinstance(load.component, Const)
    return load.param, offset, int(load.component.value)


@dataclass(frozen=True, slots=True)
class Flow:
    base: Expr
    coefficient: Expr | None = None
    negated: bool = False

    def negate(self) -> Flow:
        return replace(self, negated=not self.negated)

    def scaled(self, partial: Expr, uniform: bool) -> Flow | None:
        """Times a partial derivative; None if that is the literal zero."""
        if isinstance(partial, Const) and partial.value in (0, 1, -1):
            return None if partial.value == 0 else self if partial.value == 1 else self.negate()
        if not uniform:
            return replace(self, base=times(partial, self.base))
        coefficient = partial if self.coefficient is None else fold(times(self.coefficient, partial))
        return replace(self, coefficient=coefficient)

    def divided(self, by: Expr, uniform: bool) -> Flow | None:
        """Over a divisor; over a uniform one by its reciprocal, formed once per loop."""
        if uniform:
            return self.scaled(fold(over(Const(1.0, by.type), by)), True)
        return replace(self, base=over(self.base, by))

    def converted(self, type: str) -> Flow:
        return self if self.base.type == type else Flow(as_type(self.value(), type))

    def value(self) -> Expr:
        e = self.base if self.coefficient is None else times(self.coefficient, self.base)
        return negative(e) if self.negated else e

    @property
    def simple(self) -> bool:
        """Free to use several times."""
        return is_leaf(self.base)

    def variables(self) -> frozenset[str]:
        mine = variables(self.base)
        return mine if self.coefficient is None else mine | variables(self.coefficient)


def total(flows: list[Flow]) -> Expr:
    """Their sum, in the order in which they arrived."""
    result = flows[0].value()
    for flow in flows[1:]:
        result = plus(result, flow.value())
    return result


class Flows:
    """What has arrived so far at each local and each read point, in order of first arrival."""

    def __init__(self) -> None:
        self._at: dict[Key, list[Flow]] = {}

    def add(self, key: Key, flow: Flow) -> None:
        self._at.setdefault(key, []).append(flow)

    def take(self, key: Key) -> list[Flow]:
        return self._at.pop(key, [])

    def get(self, key: Key) -> list[Flow]:
        return self._at.get(key, [])

    def keys(self) -> tuple[Key, ...]:
        return tuple(self._at)


def linear_seed(e: Expr, activity: Activity) -> Seed | None:
    """The seed that `e` is a uniform multiple of."""
    if isinstance(e, Seed):
        return e
    if isinstance(e, Unary):
        return linear_seed(e.operand, activity)
    if isinstance(e, Binary) and e.op == "*" and activity.uniform(e.left):
        return linear_seed(e.right, activity)
    if isinstance(e, Binary) and e.op in "*/" and activity.uniform(e.right):
        return linear_seed(e.left, activity)
    return None
