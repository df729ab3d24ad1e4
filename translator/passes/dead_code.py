"""Pass `dead-code`: drops what no store, contribution or condition depends on.

Input:   a body without jumps.      Output:  the body without assignments and declarations that nothing reads.
Test:    tests/translator/passes/dead_code_test.py
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from translator.ir import Assign, Declare, Element, Expr, For, If, Stmt, Var, While
from translator.passes.walk import Body, map_body, nodes, reads, rebuild, variables

Live = frozenset[str]


def run(body: Body, keep: Iterable[str] = ()) -> Body:
    """`body` with dead statements removed; locals in `keep` are read after it."""
    return _Sweep(frozenset(keep)).block(body, frozenset(keep))[0]


class _Sweep:
    """Backward liveness. `mentioned` collects the names that kept statements use, which need their declaration."""

    def __init__(self, keep: Live) -> None:
        self._mentioned = set(keep)

    def block(self, body: Body, live: Live) -> tuple[Body, Live]:
        kept: list[Stmt] = []
        for s in reversed(body):
            new, live = self._statement(s, live)
            if new is not None:
                kept.append(new)
        return tuple(reversed(kept)), live

    def _statement(self, s: Stmt, live: Live) -> tuple[Stmt | None, Live]:
        if isinstance(s, Declare):
            return self._declare(s, live)
        if isinstance(s, Assign):
            return self._assign(s, live)
        if isinstance(s, If):
            return self._if(s, live)
        if isinstance(s, (For, While)):
            return self._loop(s, live)
        return s, live | self._use(reads(s))

    def _use(self, expressions: Iterable[Expr]) -> Live:
        names: Live = frozenset().union(*(variables(e) for e in expressions))
        self._mentioned |= names
        return names

    def _declare(self, s: Declare, live: Live) -> tuple[Stmt | None, Live]:
        if s.name not in self._mentioned:
            return None, live
        if s.value is None or s.name not in live:
            return replace(s, value=None), live - {s.name}
        return s, (live - {s.name}) | self._use((s.value,))

    def _assign(self, s: Assign, live: Live) -> tuple[Stmt | None, Live]:
        if isinstance(s.target, (Var, Element)):
            if s.target.name not in live:
                return None, live
            self._mentioned.add(s.target.name)
            if isinstance(s.target, Var):
                live = live - {s.target.name}
        return s, live | self._use(reads(s))

    def _if(self, s: If, live: Live) -> tuple[Stmt | None, Live]:
        then, live_then = self.block(s.then, live)
        other, live_other = self.block(s.other, live)
        if not then and not other:
            return None, live
        return replace(s, then=then, other=other), live_then | live_other | self._use((s.condition,))

    def _loop(self, s: For | While, live: Live) -> tuple[Stmt | None, Live]:
        """A value may be read by a later round, so what is live at the head is live at the end, until nothing changes."""
        head = live
        while True:
            trial = _Sweep(frozenset())
            body, before = trial.block(s.body, head)
            if isinstance(s, While) and body:
                before |= trial._use((s.condition,))
            if before <= head:
                break
            head |= before
        if not body:
            return None, live
        self._mentioned |= trial._mentioned
        return replace(s, body=body), head | self._use(reads(s))


def inline_single_uses(body: Body, limit: int = 24) -> Body:
    """Puts the value of a local that is declared with it, never assigned and read once where it is read.

    Not into loops, and not values that read arrays (they may change in between). `limit`: nodes of the result.
    """
    return _Inline(body, limit).block(body)


class _Inline:
    def __init__(self, body: Body, limit: int) -> None:
        self._limit = limit
        self._uses: dict[str, int] = {}
        self._fixed: set[str] = set()  # assigned somewhere, or read in a loop
        self._values: dict[str, Expr] = {}
        self._count(body, False)

    def _count(self, body: Body, in_loop: bool) -> None:
        for s in body:
            for e in reads(s):
                for n in nodes(e):
                    if isinstance(n, Var):
                        self._uses[n.name] = self._uses.get(n.name, 0) + 1
                        if in_loop or isinstance(s, (For, While)):
                            self._fixed.add(n.name)
            if isinstance(s, Assign) and isinstance(s.target, Var):
                self._fixed.add(s.target.name)
            if isinstance(s, If):
                self._count(s.then, in_loop)
                self._count(s.other, in_loop)
            elif isinstance(s, (For, While)):
                self._count(s.body, True)

    def block(self, body: Body) -> Body:
        out: list[Stmt] = []
        for s in body:
            if isinstance(s, (For, While)):
                out.append(s)
                continue
            if isinstance(s, If):
                condition = self._expression(s.condition)
                out.append(replace(s, condition=condition, then=self.block(s.then), other=self.block(s.other)))
                continue
            (s,) = map_body((s,), self._expression)
            if isinstance(s, Declare) and self._movable(s):
                assert s.value is not None
                self._values[s.name] = s.value
            else:
                out.append(s)
        return tuple(out)

    def _movable(self, s: Declare) -> bool:
        if s.value is None or self._uses.get(s.name) != 1 or s.name in self._fixed or s.value.type != s.type:
            return False
        size = 0
        for n in nodes(s.value):
            size += 1
            if isinstance(n, Element):
                return False
        return size <= self._limit

    def _expression(self, e: Expr) -> Expr:
        if isinstance(e, Var) and e.name in self._values:
            return self._values.pop(e.name)
        return rebuild(e, self._expression)
