"""Which components of a dataset, or of a scalar, a kernel has certainly written at each point of its body, and where.

A set of places grows along a path and shrinks where paths join. Paths on which flags are
known to differ stay apart, so that what a flag guards is walked only where it is set: a `return` in the middle of a kernel becomes such a flag.
Test:    tests/translator/passes/written_before_test.py
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count, product
from typing import Union

from translator.ir import NOWHERE, Access, Assign, Binary, Const, Declare, Expr, For, Global, If, Jump, Load, Loop, Span, Stmt, Unary, Var, While
from translator.passes.arguments import Offset, at_centre, centre, strided, written_beside, written_points
from translator.passes.walk import Body, component, constant_offset, nodes, reads

_Place = tuple[Union[Offset, None], int]  # where, relative to the point (of a scalar: (); None: computed), and which component
_Known = frozenset[tuple[str, bool]]  # flags and their values
_State = dict[_Known, frozenset[_Place]]  # what is written, by what is known; empty: this point is not reached
_MOST_PATHS, _MOST_ROUNDS = 32, 4  # beyond, paths are joined


@dataclass(frozen=True, slots=True)
class Reading:
    """A read of a value that may be the old one."""

    load: Union[Load, Global]
    span: Span


def unwritten_reads(loop: Loop, param: int) -> tuple[Reading, ...]:
    """Reads of `param` that some path reaches without having written it, in textual order."""
    walk = _Walk(param, _places(loop, param))
    walk.block(loop.kernel.body, _START)
    return tuple(walk.found)


def at_point(reading: Reading) -> bool:
    """Not of a neighbour."""
    return not isinstance(reading.load, Load) or at_centre(reading.load)


def runs_as_rw(loop: Loop, param: int) -> bool:
    """Whether a dataset is declared WRITE although the kernel needs the value that the point had before: it is there, as no other point writes it."""
    arg = loop.args[param]
    if arg.kind != "dat" or arg.access != Access.WRITE or strided(loop, param):
        return False
    found = unwritten_reads(loop, param)
    return bool(found) and all(map(at_point, found))


def left_unwritten(loop: Loop, param: int) -> tuple[int, ...]:
    """Components that some path through the kernel does not write."""
    walk = _Walk(param, _places(loop, param))
    end = walk.block(loop.kernel.body, _START)
    return tuple(sorted({number for _, number in walk.all - _certain(end)})) if end else ()


def _places(loop: Loop, param: int) -> frozenset[_Place]:
    """All that the kernel may mean to write."""
    where: tuple[Union[Offset, None], ...] = (centre(loop),) if loop.args[param].kind == "dat" else ((),)
    if written_beside(loop, param):
        where = written_points(loop, param)
    return frozenset(product(where, range(loop.args[param].dim or 1)))


@dataclass(slots=True)
class _Exits:
    """States that leave the body of an open loop."""

    breaks: _State = field(default_factory=dict)
    continues: _State = field(default_factory=dict)


@dataclass(slots=True)
class _Walk:
    param: int
    all: frozenset[_Place]
    found: list[Reading] = field(default_factory=list)
    leaving: list[_Exits] = field(default_factory=list)

    def block(self, body: Body, state: _State) -> _State:
        for s in body:
            state = self._statement(s, state)
        own = {s.name for s in body if isinstance(s, Declare)}  # of no use to what follows
        return _each([(frozenset(pair for pair in known if pair[0] not in own), written) for known, written in state.items()])

    def _statement(self, s: Stmt, state: _State) -> _State:
        if not state:
            return state
        for e in reads(s):
            self._check(e, _certain(state), s)
        if isinstance(s, Assign) and isinstance(s.target, (Load, Global)) and s.target.param == self.param:
            written = self._meant(s.target)
            return {known: before | written for known, before in state.items()}
        if isinstance(s, Declare):
            return _assigned(state, s.name, s.value)
        if isinstance(s, Assign) and isinstance(s.target, Var):
            return _assigned(state, s.target.name, s.value)
        if isinstance(s, If) and s.last:
            return self.block(s.then, _where(s.condition, True, state))
        if isinstance(s, If):
            return _both(self.block(s.then, _where(s.condition, True, state)), self.block(s.other, _where(s.condition, False, state)))
        if isinstance(s, (For, While)):
            return self._loop(s, state)
        if isinstance(s, Jump):
            self._leave(s, state)
            return {}
        return state

    def _leave(self, s: Jump, state: _State) -> None:
        if not self.leaving:
            return
        exits = self.leaving[-1]
        if s.kind == "break":
            exits.breaks = _both(exits.breaks, state)
        else:
            exits.continues = _both(exits.continues, state)

    def _loop(self, s: Union[For, While], state: _State) -> _State:
        """The body, until nothing new comes round to its start; after a few rounds all that comes round is joined, so that there is an end."""
        condition = s.condition if isinstance(s, While) else None
        runs = isinstance(s, For) and isinstance(s.start, Const) and isinstance(s.stop, Const) and (s.stop.value - s.start.value) * s.step > 0
        start, found = state, len(self.found)
        for turn in count():
            del self.found[found:]
            exits = _Exits()
            self.leaving.append(exits)
            end = self.block(s.body, start if condition is None else _where(condition, True, start))
            self.leaving.pop()
            end = _both(end, exits.continues)
            again = _both(start, end)
            if turn > _MOST_ROUNDS:
                again = {frozenset(): _certain(again)}
            if again == start:
                break
            start = again
        left = end if runs else start
        return _both(left if condition is None else _where(condition, False, left), exits.breaks)

    def _check(self, e: Expr, state: frozenset[_Place], s: Stmt) -> None:
        for n in nodes(e):
            if isinstance(n, (Load, Global)) and n.param == self.param and not self._meant(n) <= state:
                self.found.append(Reading(n, n.span if n.span.file else getattr(s, "span", NOWHERE)))

    def _meant(self, place: Union[Load, Global]) -> frozenset[_Place]:
        """All components that it may be."""
        where = constant_offset(place) if isinstance(place, Load) else ()
        number = component(place.component if isinstance(place, Load) else place.index)
        return frozenset(product([where], {n for _, n in self.all} if number is None else [number]))


_START: _State = {frozenset(): frozenset()}


def _certain(state: _State) -> frozenset[_Place]:
    """What every path has written."""
    return frozenset.intersection(*state.values())


def _both(a: _State, b: _State) -> _State:
    joined = dict(a)
    for known, written in b.items():
        joined[known] = joined[known] & written if known in joined else written
    return joined if len(joined) <= _MOST_PATHS else {frozenset(): _certain(joined)}


def _each(pairs: list[tuple[_Known, frozenset[_Place]]]) -> _State:
    joined: _State = {}
    for known, written in pairs:
        joined = _both(joined, {known: written})
    return joined


def _assigned(state: _State, name: str, value: Union[Expr, None]) -> _State:
    """After `name = value`."""
    pairs: list[tuple[_Known, frozenset[_Place]]] = []
    for known, written in state.items():
        others = frozenset(pair for pair in known if pair[0] != name)
        truth = None if value is None or not _is_flag(value) else _truth(value, known)
        pairs.append((others if truth is None else others | {(name, truth)}, written))
    return _each(pairs)


def _is_flag(value: Expr) -> bool:
    return isinstance(value, (Const, Var, Unary, Binary)) and value.type == "bool"


def _where(condition: Expr, wanted: bool, state: _State) -> _State:
    """The paths on which a condition is true, or false, or may be."""
    return _each([(_assumed(condition, wanted, known), written) for known, written in state.items() if _truth(condition, known) != (not wanted)])


def _truth(e: Expr, known: _Known) -> Union[bool, None]:
    """None: it cannot be told."""
    if isinstance(e, Const):
        return bool(e.value)
    if isinstance(e, Var):
        return True if (e.name, True) in known else False if (e.name, False) in known else None
    if isinstance(e, Unary) and e.op == "!":
        inner = _truth(e.operand, known)
        return None if inner is None else not inner
    if isinstance(e, Binary) and e.op in ("&&", "||"):
        sides = (_truth(e.left, known), _truth(e.right, known))
        decides = e.op == "||"
        return decides if decides in sides else None if None in sides else not decides
    return None


def _assumed(e: Expr, truth: bool, known: _Known) -> _Known:
    """What is known where a condition holds, or does not."""
    if isinstance(e, Var) and e.type == "bool":
        return frozenset(pair for pair in known if pair[0] != e.name) | {(e.name, truth)}
    if isinstance(e, Unary) and e.op == "!":
        return _assumed(e.operand, not truth, known)
    if isinstance(e, Binary) and e.op == ("&&" if truth else "||"):
        return _assumed(e.right, truth, _assumed(e.left, truth, known))
    return known
