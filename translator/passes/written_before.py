"""Which components of a dataset, or of a scalar, a kernel has certainly written at each point of its body.

Knows control flow; knows nothing of declarations. A set of components grows along a path and shrinks where paths join.
Test:    tests/translator/passes/written_before_test.py
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Union

from translator.ir import NOWHERE, Assign, Const, Expr, For, Global, If, Jump, Load, Loop, Span, Stmt, While
from translator.passes.walk import Body, component, nodes, reads

_State = Union[frozenset[int], None]  # None: this point is not reached
_TRUE = Const(True, "bool")


@dataclass(frozen=True, slots=True)
class Reading:
    """A read of a value that may be the old one."""

    load: Union[Load, Global]
    span: Span


def unwritten_reads(loop: Loop, param: int) -> tuple[Reading, ...]:
    """Reads of `param` that some path reaches without having written it, in textual order."""
    walk = _Walk(param, _components(loop, param))
    walk.block(loop.kernel.body, frozenset())
    return tuple(walk.found)


def left_unwritten(loop: Loop, param: int) -> tuple[int, ...]:
    """Components that some path through the kernel does not write."""
    walk = _Walk(param, _components(loop, param))
    end = walk.block(loop.kernel.body, frozenset())
    return () if end is None else tuple(sorted(walk.all - end))


def _components(loop: Loop, param: int) -> frozenset[int]:
    return frozenset(range(loop.args[param].dim or 1))


@dataclass(slots=True)
class _Walk:
    param: int
    all: frozenset[int]
    found: list[Reading] = field(default_factory=list)
    leaving: list[list[_State]] = field(default_factory=list)  # states at the breaks of each open loop

    def block(self, body: Body, state: _State) -> _State:
        for s in body:
            state = self._statement(s, state)
        return state

    def _statement(self, s: Stmt, state: _State) -> _State:
        if state is None:
            return None
        for e in reads(s):
            self._check(e, state, s)
        if isinstance(s, Assign) and isinstance(s.target, (Load, Global)) and s.target.param == self.param:
            return state | self._written(s.target)
        if isinstance(s, If):
            return _both(self.block(s.then, state), self.block(s.other, state))
        if isinstance(s, (For, While)):
            return self._loop(s, state)
        if isinstance(s, Jump):
            if s.kind == "break" and self.leaving:
                self.leaving[-1].append(state)
            return None
        return state

    def _loop(self, s: Union[For, While], state: _State) -> _State:
        self.leaving.append([])
        end = self.block(s.body, state)
        left = self.leaving.pop()
        if isinstance(s, For):
            runs = isinstance(s.start, Const) and isinstance(s.stop, Const) and (s.stop.value - s.start.value) * s.step > 0
            left.append(end if runs else state)
        elif s.condition != _TRUE:
            left.append(state)
        joined: _State = None
        for one in left:
            joined = _both(joined, one)
        return joined

    def _check(self, e: Expr, state: frozenset[int], s: Stmt) -> None:
        for n in nodes(e):
            if isinstance(n, (Load, Global)) and n.param == self.param:
                centre = isinstance(n, Global) or all(component(o) == 0 for o in n.offset)
                wanted = component(_component(n))
                done = wanted in state if wanted is not None else state >= self.all
                if not centre or not done:
                    self.found.append(Reading(n, n.span if n.span.file else getattr(s, "span", NOWHERE)))

    def _written(self, target: Union[Load, Global]) -> frozenset[int]:
        number = component(_component(target))
        return self.all if number is None else frozenset({number})


def _component(place: Union[Load, Global]) -> Expr:
    return place.component if isinstance(place, Load) else place.index


def _both(a: _State, b: _State) -> _State:
    if a is None or b is None:
        return b if a is None else a
    return a & b
