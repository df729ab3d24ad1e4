"""Pass `activity`: which locals vary with data that may carry a derivative, and which values are the same at every point.

Input:   a Loop and a renamed body.      Output:  Activity, asked expression by expression.
Test:    tests/translator/passes/activity_test.py
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from translator.ir import (
    Assign, Binary, Call, Cast, Const, Constant, Declare, Element, Expr, For, Global, If, Load, Loop, Select, Stmt, Unary,
    Var, While,
)
from translator.passes.arguments import is_uniform_global, may_be_active
from translator.passes.numeric import is_integer
from translator.passes.rules import is_flat
from translator.passes.walk import Body, assigned, children

_ARITHMETIC = frozenset("+-*/")


class Activity:
    """Grows as passes add locals (`note`) or copy them (`copied`)."""

    def __init__(self, loop: Loop, body: Body) -> None:
        self._loop = loop
        self._varied: set[str] = set()
        self._uniform: set[str] = set()
        self._known: dict[tuple[int, bool], tuple[Expr, bool]] = {}  # answers by identity, until a local changes them
        self.note(body)

    def note(self, body: Iterable[Stmt]) -> None:
        """Take in the locals that `body` defines, in order; loops until nothing changes."""
        for s in body:
            if isinstance(s, Declare) and s.value is not None:
                self._define(s.name, s.value, self.uniform(s.value))
            elif isinstance(s, Assign) and isinstance(s.target, (Var, Element)):
                self._define(s.target.name, s.value, False)
            elif isinstance(s, If):
                self.note(s.then)
                self.note(s.other)
            elif isinstance(s, (For, While)):
                self._uniform -= assigned(s.body)
                self._known.clear()
                before = -1
                while before != len(self._varied):
                    before = len(self._varied)
                    self.note(s.body)

    def _define(self, name: str, value: Expr, uniform: bool) -> None:
        varied = self.active(value)
        if varied > (name in self._varied) or uniform != (name in self._uniform):
            self._known.clear()
        if varied:
            self._varied.add(name)
        if uniform:
            self._uniform.add(name)
        else:
            self._uniform.discard(name)

    def copied(self, names: Mapping[str, str]) -> None:
        """Locals renamed to have a copy of their own behave like the originals."""
        self._known.clear()
        self._varied |= {new for old, new in names.items() if old in self._varied}
        self._uniform |= {new for old, new in names.items() if old in self._uniform}

    def active(self, e: Expr) -> bool:
        """`e` is not an integer and depends, smoothly almost everywhere, on active data."""
        return self._remembered(e, True)

    def uniform(self, e: Expr) -> bool:
        """`e` has one value for the whole loop."""
        return self._remembered(e, False)

    def _remembered(self, e: Expr, active: bool) -> bool:
        """Both questions are asked again for every part of an expression; answering each once keeps long ones cheap."""
        key = (id(e), active)
        if key not in self._known:
            self._known[key] = (e, self._is_active(e) if active else self._is_uniform(e))
        return self._known[key][1]

    def _is_active(self, e: Expr) -> bool:
        if is_integer(e.type):
            return False
        if isinstance(e, (Var, Element)):
            return e.name in self._varied
        if isinstance(e, (Load, Global)):
            return may_be_active(self._loop, e)
        if isinstance(e, Select):
            return self.active(e.then) or self.active(e.other)
        if isinstance(e, Call):
            return not is_flat(e.name) and any(map(self.active, e.args))
        if isinstance(e, (Unary, Cast)):
            return self.active(e.operand)
        return isinstance(e, Binary) and e.op in _ARITHMETIC and (self.active(e.left) or self.active(e.right))

    def _is_uniform(self, e: Expr) -> bool:
        if isinstance(e, (Const, Constant)):
            return all(map(self.uniform, children(e)))
        if isinstance(e, Var):
            return e.name in self._uniform
        if isinstance(e, Global):
            return is_uniform_global(self._loop, e) and self.uniform(e.index)
        return isinstance(e, (Unary, Binary, Call, Select, Cast)) and all(map(self.uniform, children(e)))
