"""Points of stencils that nobody knows: the likely ones, which the run time compares."""

from __future__ import annotations

import pytest

from translator.ir import Stencil
from translator.passes.declared_places import declared


def test_points_that_are_known_are_these() -> None:
    assert declared(Stencil("s", 2, ((0, 0), (3, 0)), (1, 1))) == ((0, 0), (3, 0))


@pytest.mark.parametrize("dims, number", [(1, 3), (2, 9), (3, 27), (4, 9), (5, 11)])
def test_others_are_the_cell_and_its_neighbours(dims: int, number: int) -> None:
    points = declared(Stencil("s", dims, None, None))
    assert len(set(points)) == number and all(max(map(abs, p)) <= 1 for p in points)
