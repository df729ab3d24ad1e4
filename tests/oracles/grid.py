"""Adjoint loops over small grids, executed from IR in two ways: as a serial scatter loop, and as owner-computes terms.

Knows `interpret` and the order of additions that ops/loops/launch/launch.hpp prescribes; shares nothing with the passes.
"""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

from tests.oracles.interpret import Memory, Place, evaluate, run
from tests.oracles.point import stored_to
from translator import ir
from translator.passes.adjoint_terms import OwnerPlan

Field = NDArray[np.float64]  # [component, last axis, .., first axis]
HALO = 3


def points(extent: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Iteration points in serial order: axis 0 fastest."""
    return [tuple(reversed(p)) for p in product(*(range(HALO, HALO + n) for n in reversed(extent)))]


def at(field: Field, point: tuple[int, ...], offset: tuple[int, ...], component: int) -> tuple[int, ...]:
    return (component, *(i + o for i, o in zip(reversed(point), reversed(offset))))


class Grid:
    """Fields of one loop: values, and derivatives that the adjoint adds to."""

    def __init__(self, loop: ir.Loop, extent: tuple[int, ...], seed: int) -> None:
        self.loop, self.extent = loop, extent
        r = np.random.default_rng(seed)
        shape = tuple(n + 2 * HALO for n in reversed(extent))

        def fields() -> dict[int, Field]:
            return {p: r.uniform(-1.0, 1.0, (arg.dim or 1, *shape)) for p, arg in enumerate(loop.args) if arg.kind == "dat"}

        self.values, self.bars = fields(), fields()
        reduced = [(p, i) for p, a in enumerate(loop.args) if a.kind == "reduce" for i in range(a.dim or 1)]
        self.reductions = {at: float(r.uniform(-1, 1)) for at in reduced}
        self.constants = {(name, 0): float(r.uniform(0.5, 1.5)) for name in ("a", "b", "c")}

    def memory(self, point: tuple[int, ...], seeds: dict[int, Field]) -> Memory:
        def load(place: Place) -> float:
            return float(self.values[place[0]][at(self.values[place[0]], point, place[1], place[2])])

        def seed(p: int, c: int) -> float:
            return self.reductions[p, c] if p not in seeds else float(seeds[p][at(seeds[p], point, (0,) * len(point), c)])

        elements = {(p, axis): point[axis] - HALO for p, a in enumerate(self.loop.args) if a.kind == "idx" for axis in range(len(point))}
        return Memory(load, elements, self.constants, seed)

    def _consume(self, adjoint: ir.AdjointKernel, bars: dict[int, Field], point: tuple[int, ...]) -> None:
        for p, arg in enumerate(self.loop.args):
            if p in stored_to(adjoint.kernel.body) and p not in adjoint.passed_through:
                for c in range(arg.dim or 1):
                    bars[p][at(bars[p], point, (0,) * len(point), c)] = 0.0

    def scatter(self, adjoint: ir.AdjointKernel) -> dict[int, Field]:
        """The derivatives after a serial loop over source points, each adding to all its targets."""
        bars = {p: field.copy() for p, field in self.bars.items()}
        for point in points(self.extent):
            memory = self.memory(point, bars)
            run(adjoint.body, memory)
            self._consume(adjoint, bars, point)
            for (p, offset, c), value in memory.contributions:
                bars[p][at(bars[p], point, offset, c)] += value
        return bars

    def gather(self, adjoint: ir.AdjointKernel, plan: OwnerPlan) -> dict[int, Field]:
        """The derivatives when every cell adds its own terms in the plan's order."""
        bars = {p: field.copy() for p, field in self.bars.items()}
        for point in points(self.extent):
            self._consume(adjoint, bars, point)
        inside = set(points(self.extent))
        for target in plan.targets:
            field = bars[target.param]
            for index in np.ndindex(field.shape[1:]):
                cell = tuple(reversed(index))
                for term in target.terms:
                    source = tuple(i - o for i, o in zip(cell, term.offset))
                    if source in inside:
                        memory = self.memory(source, self.bars)
                        locals_ = run(term.body, memory)
                        field[(target.component, *index)] += evaluate(term.value, memory, locals_)
        return bars
