"""Loops with optional datasets, given or not, over ranges down to one cell wide: the same bits on every target.

Oracle: target checked, point by point; NumPy for reverse and tangent, as the kernels are linear.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest

from tests.tier import drawn
from tests.translator.build_ir import P, cast, compare, program, put, when
from tests.translator.generated import EMPTY, AdjointArg, ArgView, Box, Library, cells_like, copy_of, in_planes, program_of, view
from translator import ir
from translator.passes.analyse import analyse

HALO = 3
SHAPES = {2: (37, 30), 3: (9, 37, 30)}  # last axis first
RANGES = {2: (((-1, -2), (0, 33)), ((0, -1), (2, 30)), ((-2, 3), (20, 4)), ((1, 1), (2, 2)), ((-2, -1), (23, 32))),
          3: (((-1, -2, 0), (0, 33, 5)), ((0, 1, -1), (3, 30, 4)), ((-2, 3, 1), (20, 4, 3)))}
GIVEN = tuple(product((0, 1), repeat=2))


def loops(dims: int) -> list[ir.Loop]:
    """Mirrors whose fields stand apart; then one field that takes from another, beside a sum and a field that is always there; then fields
    of two components, interleaved and in planes, beside one that is always there."""
    u, w, v, flags = P(0, dims=dims), P(1, dims=dims), P(2, dims=dims), P(3, "int")
    here, beside, above = (0,) * dims, (1, *(0,) * (dims - 1)), (0, 1, *(0,) * (dims - 2))
    mirror = program(dims, "u:dat:RW w:dat:RW v:dat:RW flags:gbl:READ:int:2", [
        when(compare("==", flags[0], 1), [put(u(), u(*beside))]),
        when(compare("==", flags[1], 1), [put(w(), -w(*above))]),
        put(v(), v() * 2.0),
    ])
    sums = P(4)
    mixed = program(dims, "u:dat:RW w:dat:RW v:dat:READ flags:gbl:READ:int:2 sums:reduce:INC", [
        when(compare("==", flags[0], 1), [put(u(), v(*beside) + u())]),
        when(compare("==", flags[1], 1), [put(w(), w() * 3.0)]),
        put(sums[0], sums[0] + v()),
    ])
    wide = program(dims, "u:dat:RW:double:2 w:dat:RW:double:2 v:dat:WRITE flags:gbl:READ:int:2", [
        when(compare("==", flags[0], 1), [put(u.at(0, *here), u.at(1, *beside)), put(u.at(1, *here), u.at(1, *here) * 2.0)]),
        when(compare("==", flags[1], 1), [put(w.at(1, *here), w.at(0, *above) - w.at(1, *here))]),
        put(v(), cast(flags[0], "double") + 0.5),
    ])
    every = (mirror, mixed, wide, in_planes(wide))
    return [replace(loop, args=tuple(replace(a, optional=a.dat in ("u", "w")) for a in loop.args)) for loop in every]


@pytest.fixture(scope="module", params=drawn((2, 3), 1))
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[int, dict[str, Library]]:
    dims: int = request.param
    programs, folder = loops(dims), tmp_path_factory.mktemp(f"optional{dims}")
    analysed = tuple(map(analyse, programs))
    return dims, {target: Library(program_of(programs), analysed, target, folder / target) for target in ("openmp", "seq", "checked")}


def field(dims: int, seed: int, components: int = 1, planes: bool = False) -> Any:
    cells = cells_like(SHAPES[dims], components, planes)
    cells[...] = np.random.default_rng(seed).uniform(-1, 1, cells.shape)
    return cells


def inside(lo: tuple[int, ...], hi: tuple[int, ...], axis: int = -1) -> tuple[Any, ...]:
    """The range in an array, one further along `axis`."""
    return (0, *(slice(HALO + l + (k == axis), HALO + h + (k == axis)) for k, (l, h) in reversed(list(enumerate(zip(lo, hi))))))


def test_rows_of_a_part_are_run_at_once(built: tuple[int, dict[str, Library]]) -> None:
    text = built[1]["openmp"].files["loop_0_kernel.cpp"]
    for part in ("row_of_u", "row_of_w", "row"):
        assert "n = s.n, rows = s.rows;" in text.split(f"static void {part}(const ops::Launch& launch, const b::Piece& s")[1].split("static void")[0]
    assert "if (launch.args[0].out != nullptr)" in text


@pytest.mark.parametrize("given", GIVEN)
def test_forward(built: tuple[int, dict[str, Library]], given: tuple[int, int]) -> None:
    dims, libraries = built
    for (lo, hi), number in product(RANGES[dims], (0, 1)):
        results = []
        for target in ("openmp", "checked"):
            fields, flags, total = [field(dims, k) for k in range(3)], np.array(given, np.int32), np.zeros(1)
            views = [view(f, HALO) if on else ArgView() for f, on in zip(fields, (*given, 1), strict=True)]
            more = [ArgView(write=total.ctypes.data)] if number else []
            libraries[target].primal(number, lo, hi, [*views, ArgView(read=flags.ctypes.data), *more], {})
            results.append([*(f.tobytes() for f in fields), total.tobytes()])
        assert results[0] == results[1]
        assert [results[0][k] == field(dims, k).tobytes() for k in (0, 1)] == [not on for on in given]


@pytest.mark.parametrize("planes", [False, True])
@pytest.mark.parametrize("given", GIVEN)
def test_components(built: tuple[int, dict[str, Library]], given: tuple[int, int], planes: bool) -> None:
    dims, libraries = built
    for lo, hi in RANGES[dims]:
        results = []
        for target in ("checked", "openmp"):
            fields, flags = [field(dims, k, (2, 2, 1)[k], planes) for k in range(3)], np.array(given, np.int32)
            views = [view(f, HALO) if on else ArgView() for f, on in zip(fields, (*given, 1), strict=True)]
            libraries[target].primal(2 + planes, lo, hi, [*views, ArgView(read=flags.ctypes.data)], {})
            results.append([f.tobytes() for f in fields])
        assert results[0] == results[1]
        assert [results[0][k] == field(dims, k, 2, planes).tobytes() for k in (0, 1)] == [not on for on in given]


@pytest.mark.parametrize("given", GIVEN)
def test_reverse(built: tuple[int, dict[str, Library]], given: tuple[int, int]) -> None:
    """In place: what a mirrored cell had goes to where it was read."""
    dims, libraries = built
    for (lo, hi), target in product(RANGES[dims], ("openmp", "seq")):
        flags, bars = np.array(given, np.int32), [field(dims, 10 + k) for k in range(3)]
        args = [AdjointArg(seed=view(bar, HALO), target=view(bar, HALO), hole=EMPTY) if on else AdjointArg(hole=EMPTY)
                for bar, on in zip(bars, (*given, 1), strict=True)]
        assert libraries[target].adjoint(0, False, lo, hi, [*args, AdjointArg(primal=ArgView(read=flags.ctypes.data))], {})
        expected = [field(dims, 10 + k) for k in range(3)]
        for k in (0, 1):
            if given[k]:
                give_back(expected[k], lo, hi, axis=k, sign=(1, -1)[k])
        expected[2][inside(lo, hi)] *= 2
        np.testing.assert_array_equal(bars, expected)


def give_back(bar: Any, lo: tuple[int, ...], hi: tuple[int, ...], axis: int, sign: int) -> None:
    """Point after point, axis 0 fastest: a cell that an earlier point added to is consumed with what it got."""
    for point in product(*(range(HALO + a, HALO + b) for a, b in reversed(list(zip(lo, hi, strict=True))))):
        read = list(point)
        read[-1 - axis] += 1
        seed, bar[0, *point] = bar[0, *point], 0.0
        bar[0, *read] += sign * seed


@pytest.mark.parametrize("given", GIVEN)
def test_cells_that_compute_their_own_derivatives(built: tuple[int, dict[str, Library]], given: tuple[int, int]) -> None:
    dims, libraries = built
    for lo, hi in RANGES[dims]:
        results = []
        for target, owner in (("openmp", True), ("openmp", False), ("seq", False)):
            flags, seed = np.array(given, np.int32), np.array([0.3])
            bars = [field(dims, 10 + k) for k in range(3)]
            seeds = [copy_of(bar) if owner else bar for bar in bars]
            args = [AdjointArg(seed=view(s, HALO), target=view(bar, HALO), hole=Box.of(lo, hi)) if on else AdjointArg(hole=EMPTY)
                    for s, bar, on in zip(seeds, bars, given)]
            args += [AdjointArg(target=view(bars[2], HALO), hole=EMPTY), AdjointArg(primal=ArgView(read=flags.ctypes.data)),
                     AdjointArg(seed=ArgView(read=seed.ctypes.data))]
            assert libraries[target].adjoint(1, owner, lo, hi, args, {})
            results.append([bar.tobytes() for bar in bars])
        assert results[0] == results[1] == results[2]
        assert results[0][2] != field(dims, 12).tobytes()


@pytest.mark.parametrize("given", GIVEN)
def test_tangent(built: tuple[int, dict[str, Library]], given: tuple[int, int]) -> None:
    dims, libraries = built
    for (lo, hi), target in product(RANGES[dims], ("openmp", "seq")):
        flags, along = np.array(given, np.int32), [field(dims, 20 + k) for k in range(3)]
        views = [view(f, HALO) if on else ArgView() for f, on in zip(along, (*given, 1), strict=True)]
        libraries[target].tangent(0, lo, hi, [*(ArgView() for _ in range(3)), ArgView(read=flags.ctypes.data), *views, ArgView()], {})
        expected = [field(dims, 20 + k) for k in range(3)]
        for k in (0, 1):
            if given[k]:
                expected[k][inside(lo, hi)] = (1, -1)[k] * field(dims, 20 + k)[inside(lo, hi, axis=k)]
        expected[2][inside(lo, hi)] *= 2
        np.testing.assert_array_equal(along, expected)
