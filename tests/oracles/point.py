"""One kernel at one point: its adjoint against a complex step through the kernel as it was written.

Knows `interpret`; shares nothing with the passes.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import product

from tests.oracles.interpret import Memory, Place, run
from translator import ir

STEP = 1e-30
Seed = tuple[int, int] | tuple[int, int, tuple[int, ...]]  # param, component, and where if beside the point


@dataclass
class Point:
    """Values that a loop sees at one point; places not given get reproducible numbers from `draw`."""

    loop: ir.Loop
    seed: int = 0
    draw: Callable[[random.Random], float] = lambda r: r.uniform(0.5, 1.5)
    given: dict[Place, float] = field(default_factory=dict)
    elements: Mapping[tuple[int, int], float] = field(default_factory=dict)
    constants: Mapping[tuple[str, int], float] = field(default_factory=dict)
    seeds: dict[Seed, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)
        self.directions: dict[Place, float] = {}
        neutral = {(p, i): 0.0 for p, arg in enumerate(self.loop.args) if arg.kind == "reduce" for i in range(arg.dim or 1)}
        self.elements = {**neutral, **self.elements}

    def value(self, place: Place) -> float:
        if place not in self.given:
            self.given[place] = self.draw(self.random)
        return self.given[place]

    def direction(self, place: Place) -> float:
        if place not in self.directions:
            real = self.loop.kernel.params[place[0]].type in ("double", "float")
            self.directions[place] = self.random.uniform(-1, 1) if real else 0.0
        return self.directions[place]

    def seed_of(self, param: int, component: int, offset: tuple[int, ...] = ()) -> float:
        return self.seeds.setdefault(_key(param, offset, component), self.random.uniform(-1, 1))

    def tangent(self, written: set[int]) -> dict[Seed, float]:
        """d output / d direction of the reductions and of every component of the `written` datasets, by complex step."""

        def perturbed(place: Place) -> complex | float:
            d = self.direction(place)
            return complex(self.value(place), STEP * d) if d else self.value(place)

        memory = Memory(perturbed, {at: self._moved(at, value) for at, value in self.elements.items()}, self.constants)
        run(self.loop.kernel.body, memory)
        out: dict[Seed, float] = {(p, i): _slope(v) for (p, i), v in memory.combined.items()}
        for p, arg in enumerate(self.loop.args):
            if arg.kind == "dat" and p in written:
                for place in product([p], _box(stores(self.loop.kernel.body, p)), range(arg.dim or 1)):
                    out[_key(*place)] = _slope(memory.stored[place]) if place in memory.stored else self.direction(place)
        return out

    def _moved(self, at: tuple[int, int], value: float) -> complex | float:
        """An element of a scalar argument moves too; its derivative is at the centre."""
        if self.loop.args[at[0]].kind != "scalar":
            return value
        return complex(value, STEP * self.direction((at[0], (0,) * self.loop.dims, at[1])))

    def adjoint(self, kernel: ir.AdjointKernel) -> dict[Place, float]:
        """What the adjoint leaves in the derivatives at each place, starting from the seeds alone."""
        memory = Memory(self.value, self.elements, self.constants, self.seed_of)
        run(kernel.body, memory)
        out: dict[Place, float] = {}
        for p in kernel.passed_through:
            for c in range(self.loop.args[p].dim or 1):
                out[p, (0,) * self.loop.dims, c] = self.seed_of(p, c)
        for place, value in memory.contributions:
            out[place] = out.get(place, 0.0) + float(value)
        return out

    def mismatch(self, kernel: ir.AdjointKernel) -> float:
        """Relative error of the dot-product identity <seed, F' direction> == <F'^T seed, direction>."""
        forward = [self.seed_of(*at) * slope for at, slope in self.tangent(stored_to(kernel.kernel.body)).items()]
        backward = [value * self.direction(place) for place, value in self.adjoint(kernel).items()]
        scale = sum(map(abs, forward)) + sum(map(abs, backward)) + 1e-300
        return abs(sum(forward) - sum(backward)) / scale


def _key(param: int, offset: tuple[int, ...], component: int) -> Seed:
    return (param, component, offset) if any(offset) else (param, component)


def _box(offsets: set[tuple[int, ...]]) -> list[tuple[int, ...]]:
    return list(product(*(range(min(along), max(along) + 1) for along in zip(*offsets))))


def stores(body: tuple[ir.Stmt, ...], param: int) -> set[tuple[int, ...]]:
    """Where, relative to the point, `body` assigns a dataset anywhere."""
    found: set[tuple[int, ...]] = set()
    for s in body:
        if isinstance(s, ir.Assign) and isinstance(s.target, ir.Load) and s.target.param == param:
            found.add(tuple(int(o.value) for o in s.target.offset if isinstance(o, ir.Const)))
        elif isinstance(s, ir.If):
            found |= stores(s.then, param) | stores(s.other, param)
        elif isinstance(s, (ir.For, ir.While)):
            found |= stores(s.body, param)
    return found


def stored_to(body: tuple[ir.Stmt, ...]) -> set[int]:
    """Datasets that `body` assigns anywhere."""
    found: set[int] = set()
    for s in body:
        if isinstance(s, ir.Assign) and isinstance(s.target, ir.Load):
            found.add(s.target.param)
        elif isinstance(s, ir.If):
            found |= stored_to(s.then) | stored_to(s.other)
        elif isinstance(s, (ir.For, ir.While)):
            found |= stored_to(s.body)
    return found


def _slope(value: object) -> float:
    return value.imag / STEP if isinstance(value, complex) else 0.0

