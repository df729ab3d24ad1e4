"""What must hold of a kernel given as text: its values, tangent and reverse against `oracle.cpp`."""

from __future__ import annotations

import numpy as np

from tests.kernels.batch import EXTENT, HALO, NAMES, Case, Fields
from tests.kernels.text import COMPONENTS


class Wrong(Exception):
    """What is wrong with a kernel's generated code."""


def check(case: Case) -> None:
    """Everything that must hold of one kernel.

    Raises:
        Wrong: with the first thing that does not.
    """
    _same_values(case)
    along, total = case.directions.copy(), np.zeros(1)
    back = _without_written(case.bars)
    for i, j in case.points:
        slopes = case.jacobian(i, j)
        _slope_of_the_text(case, slopes, i, j)
        out = slopes @ case.directions.inputs(i, j)
        seeds = np.concatenate([case.bars.inputs(i, j)[30:], case.bars.r])
        back.add(i, j, seeds @ slopes)
        total += out[4]
        for place, (name, k) in enumerate([(n, k) for n in NAMES for k in range(COMPONENTS[n])]):
            along.cells[name][k, j + HALO, i + HALO] = out[place]
    along.r += total
    _same("tangent", case, _ended(case, case.along()), along, NAMES)
    for owner in (False, True):
        got = case.backward(owner)
        targets = tuple(n for n, fact in zip(back.cells, case.analysis.facts) if fact.target and not (owner and fact.scatter_only))
        if got is not None:
            _same("owner form" if owner else "scatter form", case, got, back, targets)


def _same_values(case: Case) -> None:
    """The reference's bits, except that a reduction adds points in an order of its own."""
    got, total = case.forward(), float(case.values.r[0])
    for i, j in case.points:
        wanted = case.reference(i, j)
        total += wanted[4]
        exact = case.batch.real == "double"
        if not np.allclose(got.inputs(i, j)[30:], wanted[:4], rtol=0 if exact else case.tolerance, atol=0 if exact else case.tolerance):
            raise Wrong(f"values at {i}, {j}: {got.inputs(i, j)[30:]} instead of {wanted[:4]}")
    if not np.isclose(got.r[0], total, rtol=case.tolerance, atol=case.tolerance):
        raise Wrong(f"reduction {got.r[0]} instead of {total}")


def _slope_of_the_text(case: Case, slopes: np.ndarray, i: int, j: int) -> None:
    """ADOL-C against differences; where those of two steps disagree there is a kink near, and they say nothing."""
    direction = case.directions.inputs(i, j)
    near, nearer = (case.difference(i, j, direction, h) for h in (1e-5, 3e-6))
    size = np.abs(slopes) @ np.abs(direction) + 1.0
    smooth = np.abs(near - nearer) < 1e-9 * size
    if not (np.abs(slopes @ direction - nearer)[smooth] < 1e-8 * size[smooth]).all():
        raise Wrong(f"ADOL-C and differences disagree at {i}, {j}: {slopes @ direction} and {nearer}")


def _without_written(bars: Fields) -> Fields:
    """The derivatives that contributions are added to: what the loop wrote starts from zero where it wrote."""
    out = bars.copy()
    for name in NAMES:
        out.cells[name][:, HALO : HALO + EXTENT[1], HALO : HALO + EXTENT[0]] = 0.0
    return out


def _ended(case: Case, directions: Fields) -> Fields:
    """What the loop overwrites with values that depend on nothing has no direction any more: the tape sees to that, not the loop."""
    for name, fact in zip(directions.cells, case.analysis.facts):
        if fact.consumed and not fact.seed:
            directions.cells[name][:, HALO : HALO + EXTENT[1], HALO : HALO + EXTENT[0]] = 0.0
    return directions


def _same(what: str, case: Case, got: Fields, wanted: Fields, names: tuple[str, ...]) -> None:
    for name in names:
        scale = np.abs(wanted.cells[name]).max() + 1.0
        error = np.abs(got.cells[name] - wanted.cells[name]).max() / scale
        if not error < case.tolerance:
            raise Wrong(f"{what}: derivative of '{name}' is off by {error:.1e}")
    if "tangent" == what and not np.isclose(got.r[0], wanted.r[0], rtol=case.tolerance, atol=case.tolerance):
        raise Wrong(f"{what}: total {got.r[0]} instead of {wanted.r[0]}")
