"""Each of the 70 hand-written adjoints is the transpose of its kernel, at points with random values; and what they say of the translator's."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from tests.oracles.point import Point
from tests.tier import drawn
from translator import ir
from translator.passes import user_adjoint
from translator.passes.analyse import LoopAnalysis, analyse
from translator.pipeline import Job, understand

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def kernels() -> dict[str, LoopAnalysis]:
    sources = [*sorted((ROOT / "apps" / "cloverleaf").glob("*.cpp")), ROOT / "tests" / "programs" / "hydro" / "adjoints.cpp"]
    outcome = understand(Job(tuple(map(str, sources)), ("-std=c++20", f"-I{ROOT}", f"-I{ROOT}/include"), "hydro"))
    assert [d.message for d in outcome.diagnostics] == []
    return {found.loop.kernel.name: found for found in outcome.analysed}


class Constants(dict[tuple[str, int], float]):
    """Bounds of the grid, near the indices that are drawn."""

    def __missing__(self, _: tuple[str, int]) -> float:
        return 1


def mismatch(found: LoopAnalysis, seed: int) -> float:
    """Of the dot products at one point, with flags on and off, flows from either side, and passive arguments at rest: widths
    and areas, which are positive."""
    numbers = random.Random(seed)
    elements = {(p, i): float(numbers.randint(0, 1)) if arg.type == "int" else 0.3
                for p, arg in enumerate(found.loop.args) if arg.kind in ("gbl", "scalar") for i in range(arg.dim or 1)}
    flows = any(word in found.loop.kernel.name for word in ("flux", "viscosity"))
    point = Point(found.loop, seed, lambda r: r.uniform(-1.5, 1.5) if flows else r.uniform(0.5, 1.5), elements=elements, constants=Constants())
    passive, direction, value = user_adjoint.passive(found.loop), point.direction, point.value
    point.direction = lambda place: 0.0 if place[0] in passive else direction(place)  # type: ignore[method-assign]
    point.value = lambda place: abs(value(place)) if place[0] in passive else value(place)  # type: ignore[method-assign]
    assert isinstance(found.adjoint, ir.AdjointKernel)
    return point.mismatch(found.adjoint)


def test_seventy_kernels_have_adjoints_that_are_their_transposes(kernels: dict[str, LoopAnalysis]) -> None:
    by_hand = {name: found for name, found in kernels.items() if found.loop.kernel.user_adjoint is not None}
    assert len(by_hand) == 70
    wrong = {name for name, found in by_hand.items() for seed in drawn(range(30), 8) if mismatch(found, seed) > 1e-11}
    assert wrong == set()


@pytest.mark.parametrize("seed", range(5))
def test_viscosity_keeps_its_digits_where_pressure_hardly_changes_along_an_axis(kernels: dict[str, LoopAnalysis], seed: int) -> None:
    """Factors that cancel in the kernel would leave the difference of two huge equal terms in its derivative. By hand there are none."""
    by_hand = kernels["viscosity_kernel"]
    generated = analyse(replace(by_hand.loop, kernel=replace(by_hand.loop.kernel, user_adjoint=None)))
    xvel, yvel, dx, dy, pressure, density, viscosity = range(7)
    near = random.Random(seed).uniform
    given = {(density, (0, 0), 0): near(1, 2), (viscosity, (0, 0), 0): near(1, 2)}
    given |= {(p, (i, j), 0): near(0.01, 0.02) for p in (dx, dy) for i in (0, 1) for j in (0, 1)}
    given |= {(xvel, (i, j), 0): near(0.1, 0.2) for i in (0, 1) for j in (0, 1)}
    given |= {(yvel, (i, j), 0): near(0.8, 0.9) - 2.0 * j for i in (0, 1) for j in (0, 1)}
    given |= {(pressure, (0, 1), 0): near(2, 3), (pressure, (0, -1), 0): near(1, 1.5)}
    given |= {(pressure, (1, 0), 0): 1.0 + 1e-13, (pressure, (-1, 0), 0): 1.0}
    want, found = (Point(a.loop, given=dict(given), seeds={(viscosity, 0): 1.0}).adjoint(a.adjoint) for a in (by_hand, generated)
                   if isinstance(a.adjoint, ir.AdjointKernel))
    places = [place for place in want if place[0] in (xvel, yvel, pressure)]
    assert len(places) == 12
    largest = max(abs(want[place]) for place in places)
    assert largest > 0.0
    assert max(abs(found[place] - want[place]) for place in places) < 1e-9 * largest
