"""Random loops as functions of one point: the bits of the serial forms, forward and reversed, in parts, for any order of threads, and in as
many launches as a limit on blocks asks for."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from tests.tier import drawn
from tests.translator.generated import ALL, Library, ROOT, in_planes, objects_of, program_of, random_parts
from tests.translator.random_generated_test import CASES, EXTENT, SINGLE, TAKEN, UNSHARED, Problem, loop_of, number, with_form
from translator import ir
from translator.passes.adjoint_terms import OwnerPlan
from translator.passes.analyse import analyse

FORWARD, REVERSED, SHUFFLED = 0, 1, 2
MANY, FEW = 1 << 31, 5  # blocks of a launch
RUNTIME = tuple(ROOT / path for path in ("backends/cuda/device_code.cpp", "backends/cuda/owner.cpp", "backends/cuda/passes.cpp", "tests/cuda/host_memory.cpp"))
Built = dict[str, Library]


@pytest.fixture(scope="module", params=drawn([False, True], 1), ids=lambda planes: "soa" if planes else "aos")
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Built:
    loops = [in_planes(loop_of(k)) if request.param else loop_of(k) for k in TAKEN]
    analyses = [analyse(loop) for loop in loops]
    program = program_of(loops)
    folder = tmp_path_factory.mktemp("points")
    shaped = tuple(with_form(a, form(k, request.param)) for k, a in zip(TAKEN, analyses, strict=True))
    return {
        "cuda": Library(program, shaped, "cuda", folder / "cuda", "-O1", extra=objects_of(RUNTIME, "c++", "-O1")),
        "seq": Library(program, tuple(analyses), "seq", folder / "seq", "-O1"),
    }


def form(case: int, soa: bool) -> str:
    """Each loop is reversed in two forms, one in either layout. Rows: as tiles."""
    if case in SINGLE:
        return "push" if soa else "rows"
    return "rows" if (case % 2 == 1) == soa else "gather"


@pytest.mark.parametrize("case", TAKEN)
def test_loops_and_tangents_have_the_bits_of_the_serial_ones(built: Built, case: int) -> None:
    problem = Problem(case, built["seq"].program.soa, EXTENT[CASES[case][0]])
    tangent = problem.along(built["seq"], number(case))
    results = []
    for order, blocks in ((FORWARD, MANY), (REVERSED, FEW), (SHUFFLED, MANY)):
        built["cuda"].code.run_threads(order, blocks)
        results.append(problem.forward(built["cuda"], number(case), versions=order == SHUFFLED))
        assert problem.along(built["cuda"], number(case)) == tangent
    assert results[0] == results[1] == results[2]


@pytest.mark.parametrize("case", TAKEN)
def test_reversed_loops_have_the_bits_of_scatter(built: Built, case: int) -> None:
    problem = Problem(case, built["seq"].program.soa, EXTENT[CASES[case][0]])
    analysis = analyse(problem.loop)
    random = np.random.default_rng(case)
    for hole, (order, blocks) in product(("none", "all", "part"), ((FORWARD, MANY), (SHUFFLED, FEW))):
        built["cuda"].code.run_threads(order, blocks)
        expected = problem.backward(built["seq"], number(case), False, analysis, hole)
        assert expected is not None
        for parts in ((ALL,), random_parts(random, problem.lo, problem.hi)):
            got = problem.backward(built["cuda"], number(case), True, analysis, hole, parts=parts)
            if got is None:
                assert not isinstance(analysis.owner, OwnerPlan)
                return
            for p, fact in enumerate(analysis.facts):
                if fact.target:
                    assert got[p].tobytes() == expected[p].tobytes(), f"parameter {p}, hole {hole}, order {order}"


@pytest.mark.parametrize("case", [*UNSHARED[:2], SINGLE[0]])
def test_unwanted_targets_are_left_alone(built: Built, case: int) -> None:
    problem = Problem(case, built["seq"].program.soa, EXTENT[CASES[case][0]])
    analysis = analyse(problem.loop)
    targets = frozenset(p for p, fact in enumerate(analysis.facts) if fact.target)
    for skipped in targets:
        got = problem.backward(built["cuda"], number(case), True, analysis, wanted=targets - {skipped})
        expected = problem.backward(built["seq"], number(case), False, analysis)
        assert got is not None and expected is not None
        assert got[skipped].tobytes() == problem.bars[skipped].tobytes()
        assert all(got[p].tobytes() == expected[p].tobytes() for p in targets - {skipped})


def test_every_loop_has_device_code(built: Built) -> None:
    soa = built["cuda"].program.soa
    assert sum("for_tiles" in text for text in built["cuda"].files.values()) == sum(form(case, soa) == "rows" for case in TAKEN)
    for k, loop in enumerate(built["cuda"].program.loops):
        text = next(text for name, text in built["cuda"].files.items() if name.startswith(f"loop_{k}_"))
        assert "primal_code(primal)" in text and "tangent_code(tangent)" in text, loop.name
        assert isinstance(built["cuda"].analyses[k].adjoint, ir.AdjointKernel)
