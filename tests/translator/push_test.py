"""Pushed adjoints have the bits of the scatter form: rows of several pieces, lines of floats, components in planes and interleaved."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.tier import drawn
from tests.translator.build_ir import P, program, put
from tests.translator.generated import EMPTY, AdjointArg, Box, Library, in_planes, program_of, view
from translator.ir import Loop
from translator.passes.adjoint_terms import OwnerPlan
from translator.passes.analyse import LoopAnalysis, analyse

ORIGIN = 16  # cells before cell (0, 0) along both axes: a line of floats
SHAPE = (48, 1600)
LO, HI = (-3, 1), (1298, 8)  # several pieces a row; begins and ends within lines
Corners = tuple[tuple[int, int], tuple[int, int]]
f, g = P(0, "float", dims=2), P(1, "float", dims=2)
u, v = P(0, dims=2), P(1, dims=2)
FLOATS = program(2, "f:dat:READ:float g:dat:WRITE:float", [put(g(), f(1, 1) * f(1, 1) * f(1, 1))])
PAIR = program(2, "u:dat:READ:double:2 v:dat:WRITE:double:2", [  # each component is read through one point
    put(v.at(0, 0, 0), u.at(0, 1, 1) * u.at(1, -1, 0)), put(v.at(1, 0, 0), u.at(1, -1, 0) * u.at(1, -1, 0))])
REACHED = [((-2, 2), (1299, 9)), ((-4, 1), (1299, 9))]  # by each loop: a box around its targets
HOLES = {"none": ((0, 0), (0, 0)), "all": ((-9, -9), (1600, 99)), "part": ((5, 3), (700, 7)), "pieces": ((255, 0), (513, 99))}
LOOPS = {"interleaved": [FLOATS, PAIR], "planes": [in_planes(FLOATS), in_planes(PAIR)]}


def pushed(loop: Loop) -> LoopAnalysis:
    analysis = analyse(loop)
    assert isinstance(analysis.owner, OwnerPlan)
    return replace(analysis, owner=replace(analysis.owner, form="push"))


@pytest.fixture(scope="module", params=drawn(list(LOOPS), 1))
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[list[Loop], Library, Library]]:
    loops = LOOPS[request.param]
    folder = tmp_path_factory.mktemp("push")
    yield (loops, Library(program_of(loops), tuple(pushed(loop) for loop in loops), "openmp", folder / "push"),
           Library(program_of(loops), tuple(analyse(loop) for loop in loops), "seq", folder / "seq", "-O1"))


def field(loop: Loop, random: np.random.Generator) -> Any:
    """Values at the start of a line, components as the loop has them."""
    arg = loop.args[0]
    components = arg.dim or 1
    kind = np.float32 if arg.type == "float" else np.float64
    shape = (components, *SHAPE) if arg.soa and components > 1 else (*SHAPE, components)
    memory = np.zeros(int(np.prod(shape)) * np.dtype(kind).itemsize + 64, np.uint8)
    start = -memory.ctypes.data % 64
    cells = memory[start:start + memory.nbytes - 64].view(kind).reshape(shape)
    cells[...] = random.uniform(-1, 1, shape)
    return cells if arg.soa and components > 1 else np.moveaxis(cells, -1, 0)


def within(hole: Corners, reached: Corners) -> Box:
    """Holes are part of what a loop reaches."""
    lo, hi = (tuple(pick(pair) for pair in zip(a, b)) for pick, a, b in zip((max, min), hole, reached))
    return Box.of(lo, hi) if all(a < b for a, b in zip(lo, hi)) else EMPTY


def reversed_by(code: Library, number: int, loop: Loop, owner: bool, hole: Box, stream: bool) -> bytes:
    random = np.random.default_rng(number)
    values, seeds, target = (field(loop, random) for _ in range(3))
    cells = (slice(None), *(slice(ORIGIN + hole.lo[axis], ORIGIN + hole.hi[axis]) for axis in (1, 0)))
    target[cells] = np.nan if owner else 0.0  # nobody reads what holds nothing
    args = [AdjointArg(primal=view(values, ORIGIN), target=view(target, ORIGIN), hole=hole), AdjointArg(seed=view(seeds, ORIGIN), hole=EMPTY)]
    assert code.adjoint(number, owner, LO, HI, args, {"a": 0.7, "b": 1.3, "c": 0.4}, stream)
    return np.ascontiguousarray(target).tobytes()


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("hole", HOLES)
@pytest.mark.parametrize("number", range(2))
def test_the_same_bits(built: tuple[list[Loop], Library, Library], number: int, hole: str, stream: bool) -> None:
    loops, push, scatter = built
    cells = within(HOLES[hole], REACHED[number])
    expected = reversed_by(scatter, number, loops[number], False, cells, False)
    assert np.isfinite(np.frombuffer(expected, np.float32 if number == 0 else np.float64)).all()
    assert reversed_by(push, number, loops[number], True, cells, stream) == expected
