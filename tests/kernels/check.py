"""What must hold of a kernel given as text: its values, tangent and reverse against `oracle.cpp`."""

from __future__ import annotations

import numpy as np

from tests.kernels.batch import EXTENT, FAR, HALO, NAMES, WRITTEN, Case, Fields, Vector
from tests.kernels.text import COMPONENTS
from tests.translator.generated import random_parts


class Wrong(Exception):
    """What is wrong with a kernel's generated code."""


def check(case: Case) -> None:
    """Everything that must hold of one kernel.

    Raises:
        Wrong: with the first thing that does not.
    """
    offers = _same_values(case)
    along, total = case.directions.copy(), 0.0
    back = _without_written(case.bars)
    for i, j in case.points:
        slopes = case.jacobian(i, j)
        _slope_of_the_text(case, slopes, i, j)
        out = slopes @ case.directions.inputs(i, j)
        seeds = np.concatenate([case.bars.inputs(i, j)[WRITTEN], case.bars.totals[:1], [0.0, 0.0]])
        back.add(i, j, seeds @ slopes)
        total += out[7]
        for place, (name, k) in enumerate([(n, k) for n in NAMES for k in range(COMPONENTS[n])]):
            along.cells[name][k, j + HALO, i + HALO] = out[place]
    along.totals[0] += total
    _same("tangent", case, _ended(case, case.along()), along, NAMES)
    for owner, in_place in ((False, False), (True, False), *([(True, True)] if case.in_place else [])):
        got = case.backward(owner, in_place)
        targets = tuple(n for n, fact in zip(back.cells, case.analysis.facts) if fact.target and not (owner and fact.scatter_only))
        if got is not None:
            _same(f"owner form{' in place' if in_place else ''}" if owner else "scatter form", case, got, back, targets)
        if got is not None and owner:
            _same_in_parts(case, in_place, got, targets)
    for reduction, (_value, i, j) in offers.items():
        _extremum(case, reduction, i, j)


def _same_in_parts(case: Case, in_place: bool, whole: Fields, names: tuple[str, ...]) -> None:
    """The bits of the whole, done in parts."""
    parts = random_parts(np.random.default_rng(case.k), (0, 0), EXTENT)
    got = case.backward(True, in_place, parts)
    assert got is not None
    for name in names:
        if got.cells[name].tobytes() != whole.cells[name].tobytes():
            raise Wrong(f"'{name}' differs where the reversed loop{' in place' if in_place else ''} is done in {len(parts)} parts")
    if got.k.tobytes() != whole.k.tobytes():
        raise Wrong(f"'coef' is {got.k} in {len(parts)} parts, {whole.k} as a whole")


def _extremum(case: Case, reduction: int, i: int, j: int) -> None:
    """The derivative of a minimum or maximum is that of what its point offered."""
    wanted = case.bars.copy()
    for array in (*wanted.cells.values(), wanted.k):
        array[...] = 0
    wanted.add(i, j, case.jacobian(i, j)[7 + reduction])
    targets = tuple(n for n, fact in zip(wanted.cells, case.analysis.facts) if fact.target)
    _same(("", "minimum", "maximum")[reduction], case, case.backward_at(i, j, reduction), wanted, targets)


def _same_values(case: Case) -> dict[int, tuple[float, int, int]]:
    """The reference's bits, except that a reduction adds points in an order of its own. Returns what MIN (1) and MAX (2) attained, and where."""
    got, total = case.forward(), float(case.values.totals[0])
    offers: dict[int, tuple[float, int, int]] = {}
    exact = case.batch.real == "double"
    tolerance = {"rtol": 0 if exact else case.tolerance, "atol": 0 if exact else case.tolerance}
    for i, j in case.points:
        wanted = case.reference(i, j)
        total += wanted[7]
        if not np.allclose(got.inputs(i, j)[WRITTEN], wanted[:7], **tolerance):
            raise Wrong(f"values at {i}, {j}: {got.inputs(i, j)[WRITTEN]} instead of {wanted[:7]}")
        for n, best in ((1, min), (2, max)):
            if abs(wanted[7 + n]) < FAR:
                offers[n] = best(offers.get(n, (wanted[7 + n], i, j)), (wanted[7 + n], i, j), key=lambda offer: offer[0])
    attained = [offers[n][0] if n in offers else float(case.values.totals[n]) for n in (1, 2)]
    if not np.allclose(got.totals, [total, *attained], rtol=case.tolerance, atol=case.tolerance):
        raise Wrong(f"reductions {got.totals} instead of {[total, *attained]}")
    return offers


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
        _near(what, f"'{name}'", got.cells[name], wanted.cells[name], case.of.get(name, case.tolerance))
    if what == "tangent":
        _near(what, "the total", got.totals[:1], wanted.totals[:1], case.tolerance)
    else:
        _near(what, "'coef'", got.k, wanted.k, case.tolerance * 10)  # a sum over all points


def _near(what: str, name: str, got: Vector, wanted: Vector, tolerance: float) -> None:
    error = np.abs(got - wanted).max() / (np.abs(wanted).max() + 1.0)
    if not error < tolerance:
        raise Wrong(f"{what}: derivative of {name} is off by {error:.1e}")
