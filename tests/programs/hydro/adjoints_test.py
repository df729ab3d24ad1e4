"""Each of the 70 hand-written adjoints is the transpose of its kernel, at points with random values."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.oracles.point import Point
from translator import ir
from translator.passes import user_adjoint
from translator.passes.analyse import LoopAnalysis
from translator.pipeline import Job, understand

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def kernels() -> dict[str, LoopAnalysis]:
    sources = [*sorted((ROOT / "apps" / "cloverleaf").glob("*.cpp")), ROOT / "tests" / "programs" / "hydro" / "adjoints.cpp"]
    outcome = understand(Job(tuple(map(str, sources)), ("-std=c++20", f"-I{ROOT}", f"-I{ROOT}/ops/include"), "hydro"))
    assert [d.message for d in outcome.diagnostics] == []
    return {found.loop.kernel.name: found for found in outcome.analysed}


class Constants(dict[tuple[str, int], float]):
    """Bounds of the grid, near the indices that are drawn."""

    def __missing__(self, _: tuple[str, int]) -> float:
        return 1


def mismatch(found: LoopAnalysis, seed: int) -> float:
    """Of the dot products at one point, with flags on and off, flows from either side, and passive arguments (widths) at rest."""
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
    wrong = {name for name, found in by_hand.items() for seed in range(30) if mismatch(found, seed) > 1e-11}
    assert wrong == set()
