"""Random programs over a batch of random kernels: which loops run on which data, what else happens between them, and what is differentiated."""

from __future__ import annotations

import re
from math import prod
from random import Random

from tests.random_programs.kernels import STYLES, random_kernel
from tests.random_programs.model import (REDUCTIONS, SCALARS, Batch, Call, Constant, Copied, Event, Kernel, Kind, Looked, Outside, Param, Program,
                                         Reckoned, Solved, Squared, Swapped, Taken, Wrapped)


def random_batch(seed: int, kernels: int, programs: int, second: bool = False) -> Batch:
    r = Random(seed)
    dims = seed % 3 + 1
    size = {1: (r.randint(9, 140),), 2: (r.randint(5, 70), r.randint(3, 8)), 3: (r.randint(4, 19), r.randint(3, 5), r.randint(2, 4))}[dims]
    kinds = _kinds(r, dims)
    pool = [random_kernel(r, n, size, kinds, STYLES[n] if n < len(STYLES) else "") for n in range(kernels)]
    if second:  # differences of derivatives say little about float; the others have no second derivative
        pool = [k for k in pool if all(p.type != "float" for p in k.params) and k.style not in ("least", "most", "rounded")]
    drawn = tuple(_Drawer(Random(1000 * seed + n), 1000 * seed + n, kinds, pool).program() for n in range(programs))
    return Batch(seed, size, kinds, tuple(pool), drawn, second)


def _kinds(r: Random, dims: int) -> tuple[Kind, ...]:
    full = (True,) * dims
    kinds = [Kind("a", "double", 1, full, False, 3), Kind("w", "double", r.choice((2, 3, 3)), full, r.random() < 0.4, 2)]
    kinds.append(Kind("f", "float", r.choice((1, 1, 3)), full, False, 2))
    if dims > 1:
        along = r.randrange(dims)
        kinds.append(Kind("x", "double", 1, tuple(d == along for d in range(dims)), False, 2))
    return tuple(kinds)


FIXED, PROGRAMS = (3, 16, 2), 34  # batches of every run of the tests, one for each number of dimensions, and programs of each


class _Drawer:
    def __init__(self, r: Random, seed: int, kinds: tuple[Kind, ...], pool: list[Kernel]) -> None:
        self.r, self.seed, self.kinds, self.pool = r, seed, kinds, pool
        self.filled: list[str] = []  # scalars that have taken a result
        self.looks = Random(seed)    # by the host

    def program(self) -> Program:
        before = self.events(self.r.choice((0, 0, 1, 2)), between=False)
        step = self.events(self.r.randint(2, 6), between=True)
        after = self.events(self.r.choice((0, 1, 2)), between=False)
        steps = self.r.randint(1, 4)
        pending = _pending((*before, *step * steps, *after))
        seeds = [(name, self.weight()) for name in sorted(pending)]
        names = [name for k in self.kinds for name in k.names]
        seeds += [(name, self.weight()) for name in names if self.r.random() < 0.7 or name == "a0"]
        return Program(self.seed, before, steps, self.r.random() < 0.6, step, after, tuple(seeds))

    def weight(self) -> float:
        return self.r.choice((1.0, -0.5, 0.75, 2.0, -1.25))

    def events(self, count: int, between: bool) -> tuple[Event, ...]:
        out: list[Event] = []
        for _ in range(count):
            call = self.call(self.kernel())
            out.append(Outside(call) if _plain(call) and self.r.random() < 0.6 else call)
            out += self.taken(call)
            if between and self.r.random() < 0.4:
                out.append(self.r.choice([self.copied, self.swapped, self.wrapped, self.squared, self.constant, self.solved, self.solved, self.reckoned])())
                if isinstance(out[-1], Reckoned):
                    self.filled.append(out[-1].target)
        return tuple(out)

    def kernel(self) -> Kernel:
        """Rather one that uses what a scalar has taken."""
        taking = [k for k in self.pool if any(p.what == "scalar" and set(self.names(p)) & set(self.filled) for p in k.params)]
        return self.r.choice(taking if taking and self.r.random() < 0.4 else self.pool)

    def call(self, kernel: Kernel) -> Call:
        used: list[str] = []
        words: dict[str, str] = {}
        for p in sorted(kernel.params, key=lambda p: p.access == "READ"):
            if p.what in ("dat", "scalar", "reduction"):
                names = [n for n in self.names(p) if n not in used]
                words[p.name] = self.r.choice(names) if names else ""
                used += [words[p.name]] if p.access != "READ" else []
        if "" in words.values():  # more of one kind than there are
            return self.call(self.r.choice(self.pool))
        return Call(kernel, tuple(words[p.name] for p in kernel.params if p.name in words))

    def names(self, p: Param) -> tuple[str, ...]:
        if p.what == "dat":
            return next(k for k in self.kinds if k.letter == p.kind).names
        if p.what == "scalar":
            names = tuple(n for n, t in SCALARS.items() if t == (p.type, p.dim))
            taken = tuple(n for n in names if n in self.filled)
            return taken if taken and self.r.random() < 0.6 else names
        return tuple(n for n, t in REDUCTIONS.items() if t == (p.type, p.dim, p.access))

    def taken(self, call: Call) -> list[Event]:
        out: list[Event] = []
        for name in call.bound:
            if name in REDUCTIONS and self.r.random() < 0.5:
                self.filled.append(self.r.choice([s for s, t in SCALARS.items() if t == REDUCTIONS[name][:2]]))
                out.append(Taken(self.filled[-1], name))
            elif name in REDUCTIONS and self.looks.random() < 0.3:
                out.append(Looked(name))
        return out

    def two(self) -> tuple[str, str]:
        one, other = self.r.sample(self.r.choice(self.kinds).names, 2)
        return one, other

    def copied(self) -> Event:
        return Copied(*self.two())

    def swapped(self) -> Event:
        return Swapped(*self.two())

    def wrapped(self) -> Event:
        return Wrapped(self.r.randrange(self.kinds[0].count))

    def squared(self) -> Event:
        u, v = self.r.sample(self.kinds[0].names, 2)
        return Squared(u, v)

    def reckoned(self) -> Event:
        """Rather of what has taken a result."""
        names = [name for name, kind in SCALARS.items() if kind == ("double", 1)]
        source = self.r.choice([name for name in names if name in self.filled] or names)
        target = self.r.choice([name for name in names if name != source])
        return Reckoned(source, target, self.r.choice(("anew", "anew", "added", "pointer")), self.r.random() < 0.5)

    def solved(self) -> Event:
        d, to = self.r.sample(self.kinds[0].names, 2)
        return Solved(self.r.choice(self.kinds[0].names), d, self.r.choice(("", "", to)), self.r.randrange(len(self.kinds[0].axes)), self.r.choice(("inside", "whole", "part", "third")))

    def constant(self) -> Event:
        return Constant(self.r.choice((1.1, 0.9, 1.2)))


def _plain(call: Call) -> bool:
    """Datasets that are read or overwritten only: its adjoint can record it again."""
    dats = [p for p in call.kernel.params if p.what == "dat"]
    return (all(p.what == "dat" or p.what == "idx" for p in call.kernel.params) and not any("rate" in line for line in call.kernel.body) and all(p.access in ("READ", "WRITE") for p in dats)
            and len({p.access for p in dats}) == 2 and _reach(call.kernel))


def _reach(kernel: Kernel) -> bool:
    """Whether what is read reaches what is written: a tape without a derivative on it cannot be interpreted."""
    reached = {p.name for p in kernel.params if p.access == "READ"}
    for line in kernel.body:
        target, _, value = line.partition("=")
        if reached & set(re.findall(r"[a-z]\w*", value)):
            reached |= set(re.findall(r"[a-z]\w*", target))
    return any(p.name in reached for p in kernel.params if p.access != "READ")


def _pending(events: tuple[Event, ...]) -> set[str]:
    """Reductions that have a result which nothing has read."""
    out: set[str] = set()
    for e in events:
        if isinstance(e, Call):
            out |= {name for name in e.bound if name in REDUCTIONS}
        elif isinstance(e, (Taken, Looked)):
            out.discard(e.reduction)
    return out


def cells(batch: Batch) -> int:
    return prod(batch.size)
