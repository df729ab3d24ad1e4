"""Generated code of kernels given as text, at one point: its values have the bits of the text's own, its tangents agree with differences of the
text's own, its adjoints are the transpose of its tangents.

Knows the parameters that kernels of constructs.cpp have: u is read around the point, v has three components, p and n are passed, r adds up.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tests.translator.generated import EMPTY, AdjointArg, ArgView, Library, cells_like, program_of, view
from translator.ir import AdjointKernel, Loop
from translator.passes.adjoint_terms import NoOwnerForm
from translator.passes.analyse import analyse

HALO, ORIGIN, END = 1, (0, 0), (1, 1)
Vector = NDArray[np.float64]  # of what moves: u around the point (9), v (3)
Case = tuple[list[float], list[int]]
Rows = list[list[float]]  # v and r after a kernel, by case
STEPS = (1e-4, 5e-5)  # of differences: where those of both agree there is neither jump nor kink, and they count
LARGE = 1e30  # where values or slopes are larger, those on the way to them may be infinite, as a float's are beyond 3e38


@dataclass
class Code:
    """The loops of a program, compiled for `openmp`."""

    loops: list[Loop]
    folder: Path
    library: Library = field(init=False)

    def __post_init__(self) -> None:
        analyses = tuple(replace(analyse(loop), owner=NoOwnerForm("")) for loop in self.loops)
        self.library = Library(program_of(self.loops), analyses, "openmp", self.folder, "-O1 -w")

    def differentiable(self, k: int) -> bool:
        return isinstance(self.library.analyses[k].adjoint, AdjointKernel)

    def values(self, k: int, case: Case) -> list[float]:
        """v and r after the loop."""
        u, v, passed, r = _fields(case)
        self.library.primal(k, ORIGIN, END, [view(u, HALO), view(v, HALO), *passed.views, _written(r)], {})
        return [*v[:, 1, 1], *r]

    def along(self, k: int, case: Case, direction: Vector) -> Vector:
        """How v and r change along a direction."""
        u, v, passed, r = _fields(case)
        du, dv = _moving(direction)
        dr = np.zeros(2)
        given = [view(u, HALO), view(v, HALO), *passed.views, _written(r)]
        self.library.tangent(k, ORIGIN, END, [*given, view(du, HALO), view(dv, HALO), ArgView(), ArgView(), _written(dr)], {})
        fact = self.library.analyses[k].facts[1]
        if fact.consumed and not fact.seed:
            dv[...] = 0.0  # the tape sees to that
        return np.array([*dv[:, 1, 1], *dr])

    def back(self, k: int, case: Case, weights: Vector) -> Vector:
        """How a weighted sum of v and r changes with u and v."""
        u, v, passed, _ = _fields(case)
        bu, bv = _moving(np.array([*np.zeros(9), *weights[:3]]))
        br = weights[3:].copy()
        args = []
        for fact, value, bar in zip(self.library.analyses[k].facts, (u, v), (bu, bv)):
            primal = view(value, HALO) if fact.adjoint_reads else ArgView()
            seed = view(bar, HALO) if fact.seed or fact.consumed else ArgView()
            args.append(AdjointArg(hole=EMPTY, primal=primal, seed=seed, target=view(bar, HALO) if fact.target else ArgView()))
        args += [AdjointArg(hole=EMPTY, primal=p) for p in passed.views]
        self.library.adjoint(k, False, ORIGIN, END, [*args, AdjointArg(hole=EMPTY, seed=ArgView(read=br.ctypes.data))], {})
        return np.array([*bu[0].ravel(), *bv[:, 1, 1]])


@dataclass
class _Passed:
    p: Vector
    n: NDArray[np.int32]

    @property
    def views(self) -> list[ArgView]:
        return [ArgView(read=self.p.ctypes.data), ArgView(read=self.n.ctypes.data)]


def _fields(case: Case) -> tuple[Vector, Vector, _Passed, Vector]:
    values, n = case
    u, v = _moving(np.array(values[:12]))
    return u, v, _Passed(np.array(values[12:]), np.array(n, np.int32)), np.zeros(2)


def _moving(values: Vector) -> tuple[Vector, Vector]:
    u, v = cells_like((3, 3), 1, False), cells_like((3, 3), 3, False)
    u[0] = values[:9].reshape(3, 3)
    v[:, 1, 1] = values[9:12]
    return u, v


def _written(r: Vector) -> ArgView:
    return ArgView(write=r.ctypes.data)


def complaint(code: Code, k: int, given: list[Case], run: Callable[[list[Case]], Rows]) -> str:
    """What is wrong with a kernel; "" if nothing. `run`: the text itself, compiled."""
    random, tolerance = np.random.default_rng(k), 2e-2 if "float" in repr(code.loops[k].kernel.body) else 1e-5  # steps of float are coarse
    direction, weights = random.uniform(-1, 1, 12), random.uniform(-1, 1, 5)
    moved = [_moved(case, sign * step * direction) for step in STEPS for sign in (1, -1) for case in given]
    right, *beside = np.array(run(given + moved)).reshape(1 + 2 * len(STEPS), len(given), 5)
    for n, case in enumerate(given):
        got = np.array(code.values(k, case))
        if np.isfinite(right[n]).all() and got.tobytes() != right[n].tobytes():
            return f"{got} instead of {right[n]} for {case}"
        far, near = ((beside[2 * m][n] - beside[2 * m + 1][n]) / (2 * step) for m, step in enumerate(STEPS))
        if not code.differentiable(k) or not (np.abs([right[n], near]) < LARGE).all():
            continue
        slope, back = code.along(k, case, direction), code.back(k, case, weights)
        there, here = slope @ weights, back @ direction
        if not abs(there - here) <= 1e-5 * (np.abs(slope) @ np.abs(weights) + np.abs(back) @ np.abs(direction)):
            return f"tangent {there} and adjoint {here} for {case}"
        size = np.abs(near) + np.abs(right[n]) + 1
        smooth = np.abs(far - near) < 1e-7 * size
        if not (np.abs(slope - near)[smooth] < tolerance * size[smooth]).all():
            return f"tangent {slope} but differences {near} for {case}"
    return ""


def _moved(case: Case, by: Vector) -> Case:
    values, n = case
    return [*(np.array(values[:12]) + by), *values[12:]], n
