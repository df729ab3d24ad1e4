"""Contributions postponed by the loop reversed just before: in every owner form they come first, with the bits of two passes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.translator.build_ir import P, constant, program, put
from tests.translator.generated import EMPTY, AdjointArg, Box, Library, cells_like, program_of, view
from translator.passes.adjoint_terms import OwnerPlan
from translator.passes.analyse import LoopAnalysis, analyse

u, f, v = (P(k, dims=2) for k in range(3))
ARGS = "u:dat:READ f:dat:READ v:dat:WRITE"
STENCIL = program(2, ARGS, [put(v(), u(1, 0) * u(0, 1) - constant("a") * f())])
POINTWISE = program(2, ARGS, [put(v(), u() * u() - constant("a") * f())])
CASES = [(STENCIL, "gather"), (STENCIL, "rows"), (POINTWISE, "gather")]
LO, HI, ORIGIN = (1, 2), (141, 131), 4
FULL = Box.of((-2, -2), (150, 150))


def analysed(case: int) -> LoopAnalysis:
    loop, form = CASES[case]
    result = analyse(loop)
    assert isinstance(result.owner, OwnerPlan) and result.facts[1].deferrable
    return replace(result, owner=replace(result.owner, form=form))


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    analyses = tuple(analysed(case) for case in range(len(CASES)))
    return Library(program_of([loop for loop, _ in CASES]), analyses, "openmp", tmp_path_factory.mktemp("postponed"))


Results = list[np.ndarray[tuple[int, ...], np.dtype[np.float64]]]


def results(library: Library, case: int, stream: bool, hole: Box) -> tuple[Results, Results]:
    """Derivatives of f and u by one pass with a postponed seed, and by two passes. `hole`: where the derivative of f holds nothing yet."""
    r = np.random.default_rng(case)

    def field() -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
        cells = cells_like((140, 150), 1, False)
        cells[...] = r.uniform(-1, 1, cells.shape)
        return cells

    values, first, second, f_before = field(), field(), field(), field()

    def run(seed: object, f_bar: object, u_bar: object, f_hole: Box, postponed: object = None) -> None:
        args = [AdjointArg(primal=view(values, ORIGIN), target=view(u_bar, ORIGIN), hole=FULL),  # type: ignore[arg-type]
                AdjointArg(target=view(f_bar, ORIGIN), hole=f_hole), AdjointArg(seed=view(seed, ORIGIN))]  # type: ignore[arg-type]
        if postponed is not None:
            args[1].deferred = view(postponed, ORIGIN).read  # type: ignore[arg-type]
        args[2].seed.write = None
        assert library.adjoint(case, True, LO, HI, args, {"a": 0.7}, stream)

    twice, u_bar = f_before.copy(), field()
    run(first, twice, field(), hole)
    run(second, twice, u_bar, EMPTY)
    once, both = f_before.copy(), first.copy()  # the postponed seed lies in the memory of the derivative of u
    run(second, once, both, hole, both)
    inside = (0, slice(ORIGIN + LO[1], ORIGIN + HI[1]), slice(ORIGIN + LO[0], ORIGIN + HI[0]))
    return [once[inside], both[inside]], [twice[inside], u_bar[inside]]


@pytest.mark.parametrize("empty", [False, True])
@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("case", range(len(CASES)))
def test_one_pass_with_a_postponed_seed_equals_two_passes(library: Library, case: int, stream: bool, empty: bool) -> None:
    once, twice = results(library, case, stream, FULL if empty else EMPTY)
    for a, b in zip(once, twice, strict=True):
        np.testing.assert_array_equal(a, b)
