"""The reverse of a loop inside a kernel, whatever its trip count: its rounds run again in blocks, and each block goes back round by round.

Input:   a renamed loop (its body ends with the assignments of what it carries) and the flows that arrive at the carried locals.
Output:  statements; flows to what the loop reads. No bound on the number of rounds is needed, and memory does not grow with it: at most
         KEPT rounds keep what they started from, so n rounds cost about n * n / (2 * KEPT) further ones.
Test:    tests/translator/passes/reverse_loops_test.py
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from translator.ir import Assign, Binary, Const, Declare, Element, Expr, For, If, Select, Stmt, Var, While
from translator.passes.activity import Activity
from translator.passes.build import compare, number
from translator.passes.flows import Flow, Flows, Key, total
from translator.passes.numeric import literal
from translator.passes.simplify import fold
from translator.passes.walk import Body, Names, rename, statements

ONE = Const(1, "int")
KEPT = 64  # rounds whose start is kept at a time


class Sweep(Protocol):
    """What reverses the statements of a round."""

    def block(self, body: Body, flows: Flows) -> list[Stmt]: ...
    def pull(self, e: Expr, flow: Flow | None, result: Var, flows: Flows, out: list[Stmt]) -> None: ...


@dataclass(frozen=True, slots=True)
class LoopReversal:
    """One loop. `carried`: what locals that go from round to round start from; `ends`: what each holds after a round."""

    loop: For | While
    body: Body
    carried: Mapping[str, Expr]
    ends: Mapping[str, Expr]
    types: Mapping[str, str]
    names: Names

    @staticmethod
    def of(loop: For | While, before: Mapping[str, Expr | None], names: Names) -> LoopReversal:
        """`before`: initial values of the locals declared in the block that holds the loop."""
        last = {s.target.name: s for s in loop.body if isinstance(s, Assign) and isinstance(s.target, Var) and s.target.name in before}
        types = {name: s.target.type for name, s in last.items()}
        carried = {name: before[name] or literal(0, types[name]) or Const(0, types[name]) for name in last}
        body = tuple(s for s in loop.body if not (isinstance(s, Assign) and s in last.values()))
        return LoopReversal(loop, body, carried, {name: s.value for name, s in last.items()}, types, names)

    def run(self, sweep: Sweep, activity: Activity, arrived: Mapping[str, list[Flow]], flows: Flows) -> list[Stmt]:
        """`arrived`: at carried locals, after the loop. Takes what leaves the loop into `flows`."""
        sums = {name: Var(self.names.fresh(f"{name}_a"), self.types[name]) for name in self.carried if activity.active(self._local(name))}
        out: list[Stmt] = [Declare(s.name, s.type, (), total(arrived[n]) if n in arrived else number(0.0, s.type)) for n, s in sums.items()]
        round_ = _Round(self, sweep, activity, sums)
        going_back = round_.back(self._int("k"))
        out += [Declare(s.name, s.type, (), number(0.0, s.type)) for s in round_.outside.values()]
        out += self._blocks(round_, going_back)
        for key, sum_ in round_.outside.items():
            flows.add(key, Flow(sum_))
        for name, sum_ in sums.items():
            sweep.pull(self.carried[name], Flow(sum_), sum_, flows, out)
        return out

    def _blocks(self, round_: _Round, going_back: For) -> list[Stmt]:
        """count rounds, the last block of at most KEPT first."""
        out: list[Stmt] = []
        count = self._count(out)
        kept = min(KEPT, int(count.value)) if isinstance(count, Const) else KEPT
        first, last = self._int("first"), self._int("last")
        stacks = {name: Declare(self.names.fresh(f"{name}_kept"), type, (max(kept, 1),)) for name, type in self.types.items()}
        block = [
            Declare(last.name, "int", (), Select(compare(">", _plus(first, kept), count), count, _plus(first, kept), "int")),
            *round_.forth(self._int("k"), first, last, stacks),
            round_.from_stacks(going_back, first, last, stacks),
        ]
        start = _times(_over(_minus(count, ONE), kept), kept)
        return [*out, *stacks.values(), For(first.name, fold(start), Const(-1, "int"), -max(kept, 1), tuple(block))]

    def _count(self, out: list[Stmt]) -> Expr:
        """Rounds that the loop made."""
        s = self.loop
        if isinstance(s, While):
            last = s.body[-1]
            assert isinstance(last, Assign) and isinstance(last.target, Var)
            return last.target
        span = _minus(s.stop, s.start) if s.step > 0 else _minus(s.start, s.stop)
        rounds = _over(_plus(span, abs(s.step) - 1), abs(s.step)) if abs(s.step) > 1 else span
        count = fold(Select(compare(">", span, Const(0, "int")), rounds, Const(0, "int"), "int"))
        if isinstance(count, Const):
            return count
        local = self._int("rounds")
        out.append(Declare(local.name, "int", (), count))
        return local

    def _local(self, name: str) -> Var:
        return Var(name, self.types[name])

    def _int(self, stem: str) -> Var:
        return Var(self.names.fresh(stem), "int")


@dataclass(slots=True)
class _Round:
    """Copies of one round. `sums`: derivatives of the carried locals; `outside`: accumulators of what else the round reads."""

    of: LoopReversal
    sweep: Sweep
    activity: Activity
    sums: Mapping[str, Var]
    outside: dict[Key, Var] = field(default_factory=dict)
    starts: dict[str, str] = field(default_factory=dict)  # carried -> what the round going back calls it

    def forth(self, k: Var, first: Var, last: Var, stacks: Mapping[str, Declare]) -> list[Stmt]:
        """The carried locals from the start of the loop to the start of round `last`; from `first` on, kept."""
        names = self._copies()
        body, ends = self._renamed(names)
        keep = [Assign(Element(d.name, (_minus(k, first),), d.type), Var(names[n], d.type)) for n, d in stacks.items()]
        inside = (*self._counter(k, names), If(compare(">=", k, first), tuple(keep)), *body, *ends)
        start = [Declare(names[n], self.of.types[n], (), value) for n, value in self.of.carried.items()]
        return [*start, For(k.name, Const(0, "int"), last, 1, inside)]

    def back(self, k: Var) -> For:
        """The round's values, then its reverse; bounds and starts are still to come."""
        names = self._copies()
        self.starts = names
        values, ends = self._renamed(names)
        flows = Flows()
        taken: list[Stmt] = []
        adjoint: list[Stmt] = []
        for name, sum_ in self.sums.items():
            arriving = Var(self.of.names.fresh(sum_.name), sum_.type)
            taken.append(Declare(arriving.name, sum_.type, (), sum_))
            self.sweep.pull(self._end(name, ends), Flow(arriving), arriving, flows, adjoint)
        adjoint += self.sweep.block(values, flows)
        settled = [Assign(sum_, self._sum(flows.take(names[name]), sum_)) for name, sum_ in self.sums.items()]
        return For(k.name, k, k, -1, (*self._counter(k, names), *values, *taken, *adjoint, *self._leaving(flows), *settled))

    def from_stacks(self, going_back: For, first: Var, last: Var, stacks: Mapping[str, Declare]) -> For:
        k = Var(going_back.var, "int")
        start = [Declare(self.starts[n], d.type, (), Element(d.name, (_minus(k, first),), d.type)) for n, d in stacks.items()]
        return replace(going_back, start=_minus(last, ONE), stop=_minus(first, ONE), body=(*start, *going_back.body))

    def _leaving(self, flows: Flows) -> list[Stmt]:
        """What this round sends to anything that it does not carry."""
        out: list[Stmt] = []
        for key in flows.keys():
            sent = flows.get(key)
            type = sent[0].base.type
            sum_ = self.outside.setdefault(key, Var(self.of.names.fresh("outside_a"), type))
            out.append(Assign(sum_, self._plus(sum_, total(sent))))
        return out

    def _plus(self, sum_: Var, value: Expr) -> Expr:
        return Binary("+", sum_, value, sum_.type)

    def _sum(self, arrived: list[Flow], like: Var) -> Expr:
        return total(arrived) if arrived else number(0.0, like.type)

    def _end(self, name: str, ends: list[Assign]) -> Expr:
        return next(s.value for s in ends if isinstance(s.target, Var) and s.target.name == self.starts[name])

    def _copies(self) -> dict[str, str]:
        """New names for everything that the loop declares or carries."""
        inner = [s.name for s in statements(self.of.body) if isinstance(s, Declare)]
        inner += [s.var for s in statements((self.of.loop,)) if isinstance(s, For)]
        copies = {name: self.of.names.fresh(name) for name in (*inner, *self.of.carried)}
        self.activity.copied(copies)
        return copies

    def _renamed(self, names: dict[str, str]) -> tuple[Body, list[Assign]]:
        body = rename(self.of.body, names)
        ends = rename([Assign(self.of._local(n), e) for n, e in self.of.ends.items()], names)
        return body, [s for s in ends if isinstance(s, Assign)]

    def _counter(self, k: Var, names: dict[str, str]) -> list[Stmt]:
        """The loop's own variable in round k."""
        s = self.of.loop
        if isinstance(s, While):
            return []
        return [Declare(names[s.var], "int", (), fold(_plus(s.start, _times(k, s.step))))]


def _minus(a: Expr, b: Expr) -> Expr:
    return Binary("-", a, b, "int")


def _plus(a: Expr, b: Expr | int) -> Expr:
    return Binary("+", a, Const(b, "int") if isinstance(b, int) else b, "int")


def _times(a: Expr, b: int) -> Expr:
    return a if b == 1 else Binary("*", a, Const(b, "int"), "int")


def _over(a: Expr, b: int) -> Expr:
    return Binary("/", a, Const(max(b, 1), "int"), "int")
