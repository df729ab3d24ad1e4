"""Random kernels, rendered, compiled and run: every target computes the same bits, and so does every form of an adjoint."""

from __future__ import annotations

import os
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest

from tests.oracles.grid import Grid
from tests.oracles.interpret import Memory, run
from tests.tier import drawn
from tests.translator.generated import ALL, EMPTY, AdjointArg, ArgView, Box, Field, Library, cells_like, copy_of, in_planes, program_of, random_parts, view
from tests.translator.passes.random_kernels import random_loop
from translator import ir
from translator.passes.adjoint_terms import OwnerPlan
from translator.passes.analyse import LoopAnalysis, analyse

HALO = 3
CASES = [(1, 5, True, False), (1, 8, False, False), (2, 10, False, False), (2, 14, True, False), (3, 20, False, False), (1, 30, False, True),
         (2, 32, True, True), (3, 33, False, True)]
SINGLE = range(len(CASES), len(CASES) + 2)  # each component is read through one point
CASES += [(2, 41, True, False), (3, 42, False, False)]
SEVERAL = len(CASES)  # several sums, and differences
CASES += [(2, 64, True, False)]
EXTENT = {1: (20011,), 2: (181, 97), 3: (41, 23, 19)}
SMALL = {1: (9,), 2: (5, 4), 3: (3, 3, 2)}
TAKEN = drawn(range(len(CASES)), 4, always=[SINGLE[0]])
UNSHARED = [case for case in TAKEN if not CASES[case][3] and case not in SINGLE]
CONSTANTS = {"a": 0.7, "b": 1.3, "c": 0.4}


def loop_of(case: int) -> ir.Loop:
    dims, seed, rw, shared = CASES[case]
    return random_loop(seed, dims, rw, shared, case in SINGLE, case == SEVERAL)


def with_form(a: LoopAnalysis, form: str) -> LoopAnalysis:
    return replace(a, owner=replace(a.owner, form=form)) if isinstance(a.owner, OwnerPlan) else a


def number(case: int, form: str = "") -> int:
    """Of a case in the library of that form: only kernels that have it are in the pushed one."""
    return [k for k in TAKEN if form != "push" or k in SINGLE].index(case)


@pytest.fixture(scope="module", params=drawn([False, True], 1), ids=lambda planes: "soa" if planes else "aos")
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Library]:
    """The same kernels for every target; openmp twice, with every owner form that a kernel has. Only openmp's loops are vectorised."""
    loops = [in_planes(loop_of(k)) if request.param else loop_of(k) for k in TAKEN]
    analyses = [analyse(loop) for loop in loops]
    program = program_of(loops)
    single = [number(case) for case in TAKEN if case in SINGLE]
    folder = tmp_path_factory.mktemp("generated")
    return {
        "gather": Library(program, tuple(with_form(a, "gather") for a in analyses), "openmp", folder / "gather"),
        "rows": Library(program, tuple(with_form(a, "rows") for a in analyses), "openmp", folder / "rows"),
        "push": Library(program_of([loops[k] for k in single]), tuple(with_form(analyses[k], "push") for k in single), "openmp", folder / "push"),
        "seq": Library(program, tuple(analyses), "seq", folder / "seq", "-O1"),
        "checked": Library(program, tuple(analyses), "checked", folder / "checked", "-O1"),
    }


class Problem:
    """Fields of one loop. Results of a run are new arrays; the problem itself never changes."""

    def __init__(self, case: int, soa: bool, extent: tuple[int, ...]) -> None:
        self.dims, self.seed = CASES[case][:2]
        self.loop = loop_of(case)
        self.extent, self.soa = extent, soa
        r = np.random.default_rng(self.seed)
        self.shape = tuple(n + 2 * HALO for n in reversed(extent))
        self.values = {p: self._random(r, a.dim or 1) for p, a in enumerate(self.loop.args) if a.kind == "dat"}
        self.bars = {p: self._random(r, a.dim or 1) for p, a in enumerate(self.loop.args) if a.kind == "dat"}
        self.sums = self.loop.args[5].dim or 1
        self.reduction_seed = r.uniform(-1, 1, self.sums)
        self.lo = tuple(range(-1, self.dims - 1))  # the range starts at different, also negative, indices
        self.hi = tuple(lo + n for lo, n in zip(self.lo, extent))

    def _random(self, r: np.random.Generator, components: int) -> Field:
        cells = cells_like(self.shape, components, self.soa)
        cells[...] = r.uniform(-1, 1, cells.shape)
        return cells

    def view(self, cells: Field, out: Field | None = None) -> ArgView:
        """Cell `lo` of the range lies HALO cells into the array; axis offsets differ, so shift by hand."""
        v = view(cells, HALO, out)
        shift = 8 * sum(v.step[axis] * self.lo[axis] for axis in range(self.dims))
        v.read, v.write = v.read - shift, v.write - shift
        return v

    def forward(self, code: Library, case: int, stream: bool = False, versions: bool = False) -> list[Any]:
        fields = {p: copy_of(f) for p, f in self.values.items()}
        new = {p: np.full_like(f, np.nan) if versions and self.loop.args[p].access == ir.Access.WRITE else f for p, f in fields.items()}
        total = np.full(self.sums, 0.25)
        args = [self.view(fields[p], new[p]) if a.kind == "dat" else ArgView(write=total.ctypes.data) for p, a in enumerate(self.loop.args)]
        code.primal(case, self.lo, self.hi, args, CONSTANTS, stream)
        inside = (slice(None), *(slice(HALO, HALO + n) for n in reversed(self.extent)))
        return [f[inside].tobytes() for f in new.values()] + [total.tobytes()]

    def along(self, code: Library, case: int) -> list[bytes]:
        """Directions after the tangent; `bars` are those before it."""
        directions = {p: copy_of(f) for p, f in self.bars.items()}
        total = np.full(self.sums, 0.25)
        dat = [a.kind == "dat" for a in self.loop.args]
        values = [self.view(self.values[p]) if is_dat else ArgView() for p, is_dat in enumerate(dat)]
        moving = [self.view(directions[p]) if is_dat else ArgView(write=total.ctypes.data) for p, is_dat in enumerate(dat)]
        code.tangent(case, self.lo, self.hi, [*values, *moving], CONSTANTS)
        return [f.tobytes() for f in directions.values()] + [total.tobytes()]

    def backward(self, code: Library, case: int, owner: bool, analysis: LoopAnalysis, hole: str = "none", stream: bool = False,
                 wanted: frozenset[int] = frozenset(range(9)),  # noqa: B008
                 parts: tuple[Box, ...] = (ALL,)) -> dict[int, Field] | None:
        """Derivatives after the reverse. Owner forms find consumed derivatives in memory of their own, targets hold NaN in the hole."""
        adjoint = analysis.adjoint
        assert isinstance(adjoint, ir.AdjointKernel)
        bars = {p: copy_of(f) for p, f in self.bars.items()}
        seeds = {p: copy_of(f) for p, f in self.bars.items()}
        args = []
        for p, a in enumerate(self.loop.args):
            arg = AdjointArg(hole=EMPTY)
            fact = analysis.facts[p]
            if a.kind != "dat":
                arg.seed = ArgView(read=self.reduction_seed.ctypes.data)
            else:
                if fact.adjoint_reads:
                    arg.primal = self.view(self.values[p])
                if fact.seed or fact.consumed:
                    arg.seed = self.view(seeds[p] if owner else bars[p])
                if fact.target and p in wanted:
                    arg.target = self.view(bars[p])
                if fact.consumed:
                    self._consume(bars[p], arg, owner)
                elif fact.target and hole != "none":
                    self._dig(bars[p], arg, owner, hole, fact.offsets)
            args.append(arg)
        return bars if code.adjoint(case, owner, self.lo, self.hi, args, CONSTANTS, stream, parts) else None

    def _consume(self, bar: Field, arg: AdjointArg, owner: bool) -> None:
        """The loop's own range of what it wrote holds nothing: for owner forms a hole, for scatter it becomes zero on the way."""
        if owner and arg.target.write:
            bar[(slice(None), *(slice(HALO, HALO + n) for n in reversed(self.extent)))] = np.nan
            arg.hole = Box.of(self.lo, self.hi)

    def _dig(self, bar: Field, arg: AdjointArg, owner: bool, hole: str, offsets: tuple[tuple[int, ...], ...]) -> None:
        """A box of cells that hold nothing: all that the loop can reach, or an inner part of it."""
        inset = 0 if hole == "all" else 2
        lo = [min(o[axis] for o in offsets) + inset for axis in range(self.dims)]
        hi = [max(o[axis] for o in offsets) - inset for axis in range(self.dims)]
        cells = (slice(HALO + lo[axis], HALO + self.extent[axis] + hi[axis]) for axis in reversed(range(self.dims)))
        bar[(slice(None), *cells)] = np.nan if owner else 0.0
        arg.hole = Box.of(tuple(a + b for a, b in zip(self.lo, lo)), tuple(a + b for a, b in zip(self.hi, hi)))


@pytest.mark.parametrize("case", TAKEN)
def test_every_target_computes_the_same_bits(built: dict[str, Library], case: int) -> None:
    problem = Problem(case, built["seq"].program.soa, EXTENT[CASES[case][0]])
    expected = problem.forward(built["checked"], number(case))
    for stream in (False, True):
        for versions in (False, True):
            assert problem.forward(built["gather"], number(case), stream, versions) == expected
    tangent = problem.along(built["seq"], number(case))
    assert problem.along(built["gather"], number(case)) == problem.along(built["checked"], number(case)) == tangent


@pytest.mark.parametrize("case", TAKEN)
def test_generated_code_means_what_the_kernel_says(built: dict[str, Library], case: int) -> None:
    """Against the interpreter, up to the last bits of library functions."""
    problem = Problem(case, built["seq"].program.soa, SMALL[CASES[case][0]])
    expected = interpreted(problem)
    for got, wanted in zip(problem.forward(built["gather"], number(case)), expected, strict=True):
        np.testing.assert_allclose(np.frombuffer(got), wanted.ravel(), rtol=1e-9, atol=1e-9)


def interpreted(problem: Problem) -> list[Field]:
    """Every point by itself, as the order of points is free."""
    inside = (slice(None), *(slice(HALO, HALO + n) for n in reversed(problem.extent)))
    new = {p: f[inside].copy() for p, f in problem.values.items()}
    total = np.full(problem.sums, 0.25)
    for index in np.ndindex(tuple(reversed(problem.extent))):
        def load(place: tuple[int, tuple[int, ...], int]) -> float:
            p, offset, component = place
            return float(problem.values[p][(component, *(HALO + i + o for i, o in zip(index, reversed(offset))))])

        memory = Memory(load, {(5, k): 0.0 for k in range(problem.sums)}, {(name, 0): value for name, value in CONSTANTS.items()})
        run(problem.loop.kernel.body, memory)
        for (p, _, component), value in memory.stored.items():
            new[p][(component, *index)] = value
        total += [memory.combined[5, k] for k in range(problem.sums)]
    return [*new.values(), total]


@pytest.mark.parametrize("case", [case for case in TAKEN if case in SINGLE and CASES[case][0] == 2])
def test_pushed_values_wait_for_the_rest_of_their_line(built: dict[str, Library], case: int) -> None:
    """Rows of several pieces, so that values are handed from one to the next."""
    problem = Problem(case, built["seq"].program.soa, (1301, 9))
    analysis = analyse(problem.loop)
    for hole in ("none", "all", "part"):
        expected = problem.backward(built["seq"], number(case), False, analysis, hole)
        for parts in ((ALL,), random_parts(np.random.default_rng(case), problem.lo, problem.hi)):
            got = problem.backward(built["push"], number(case, "push"), True, analysis, hole, True, parts=parts)
            assert expected is not None and got is not None
            for p, fact in enumerate(analysis.facts):
                if fact.target:
                    assert got[p].tobytes() == expected[p].tobytes(), (hole, p)


@pytest.mark.parametrize(("form", "case"), [*product(("gather", "rows"), TAKEN), *(("push", case) for case in TAKEN if case in SINGLE)])
def test_owner_forms_have_the_bits_of_scatter(built: dict[str, Library], form: str, case: int) -> None:
    problem = Problem(case, built["seq"].program.soa, EXTENT[CASES[case][0]])
    analysis = analyse(problem.loop)
    for hole in ("none", "all", "part"):
        expected = problem.backward(built["seq"], number(case), False, analysis, hole)
        assert expected is not None
        random = np.random.default_rng(case)
        for stream, parts in product((False, True), ((ALL,), *(random_parts(random, problem.lo, problem.hi) for _ in range(2)))):
            got = problem.backward(built[form], number(case, form), True, analysis, hole, stream, parts=parts)
            if got is None:
                assert not isinstance(analysis.owner, OwnerPlan)
                return
            for p, fact in enumerate(analysis.facts):
                if fact.target:
                    assert got[p].tobytes() == expected[p].tobytes(), f"parameter {p}, hole {hole}, stream {stream}, parts {[(tuple(b.lo), tuple(b.hi)) for b in parts]}"


@pytest.mark.parametrize(("form", "case"), [*(("rows", case) for case in UNSHARED[:2]), ("push", SINGLE[0])])
def test_unwanted_targets_are_left_alone(built: dict[str, Library], form: str, case: int) -> None:
    problem = Problem(case, built["seq"].program.soa, EXTENT[CASES[case][0]])
    analysis = analyse(problem.loop)
    targets = frozenset(p for p, fact in enumerate(analysis.facts) if fact.target)
    for skipped in targets:
        expected = problem.backward(built["seq"], number(case), False, analysis)
        got = problem.backward(built[form], number(case, form), True, analysis, wanted=targets - {skipped})
        assert expected is not None and got is not None
        assert got[skipped].tobytes() == problem.bars[skipped].tobytes()
        for p in targets - {skipped}:
            assert got[p].tobytes() == expected[p].tobytes()


def test_scatter_means_what_the_adjoint_kernel_says(built: dict[str, Library]) -> None:
    """Against the interpreter's scatter loop."""
    for case in TAKEN:
        dims, seed = CASES[case][:2]
        problem = Problem(case, built["seq"].program.soa, SMALL[dims])
        analysis = analyse(problem.loop)
        grid = Grid(problem.loop, problem.extent, seed)
        for p in problem.values:
            grid.values[p][...], grid.bars[p][...] = problem.values[p], problem.bars[p]
        grid.reductions = {(5, k): float(bar) for k, bar in enumerate(problem.reduction_seed)}
        grid.constants = {(name, 0): value for name, value in CONSTANTS.items()}
        assert isinstance(analysis.adjoint, ir.AdjointKernel)
        expected = grid.scatter(analysis.adjoint)
        got = problem.backward(built["seq"], number(case), False, analysis)
        assert got is not None
        for p in expected:
            np.testing.assert_allclose(got[p], expected[p], rtol=1e-9, atol=1e-9)


def test_thread_counts_do_not_matter(built: dict[str, Library]) -> None:
    """All other tests run with as many threads as there are; here the number changes between calls."""
    results = []
    for threads in (1, 2, 3, 4):
        built["gather"].code.omp_set_num_threads(threads)
        built["rows"].code.omp_set_num_threads(threads)
        built["push"].code.omp_set_num_threads(threads)
        result = []
        for case in TAKEN:
            problem = Problem(case, built["seq"].program.soa, EXTENT[CASES[case][0]])
            analysis = analyse(problem.loop)
            result += problem.forward(built["gather"], number(case)) + problem.along(built["gather"], number(case))
            for form in ("gather", "rows", *(["push"] if case in SINGLE else [])):
                got = problem.backward(built[form], number(case, form), True, analysis)
                result += [] if got is None else [f.tobytes() for f in got.values()]
        results.append(result)
    built["gather"].code.omp_set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "0")) or os.cpu_count() or 1)
    assert all(result == results[0] for result in results)


