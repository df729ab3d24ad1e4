"""Contributions that were put off: one launch for both has the bits of two passes of target openmp, for any order of threads, and whatever cells hold nothing yet."""

from __future__ import annotations

from itertools import product
from pathlib import Path

from tests.cuda.random_loops_test import FEW, FORWARD, MANY, REVERSED, RUNTIME, SHUFFLED
from tests.translator.generated import EMPTY, Box, Library, objects_of, program_of
from tests.tier import drawn
from tests.translator.postponed_test import CASES, FULL, analysed, results

HOLES = {"none": EMPTY, "all": FULL, "part": Box.of((20, 30), (90, 100))}


def difference(code: Library, openmp: Library) -> str:
    """What differs first; "" if nothing does."""
    for case, hole in drawn(list(product(range(len(CASES)), HOLES)), 4):
        _, expected = results(openmp, case, False, HOLES[hole])
        for order, blocks in ((FORWARD, MANY), (REVERSED, FEW), (SHUFFLED, MANY)):
            code.code.run_threads(order, blocks)
            for launches, got in zip(("one launch", "two launches"), results(code, case, False, HOLES[hole]), strict=True):
                if any(a.tobytes() != b.tobytes() for a, b in zip(got, expected, strict=True)):
                    return f"threads {('forward', 'reversed', 'shuffled')[order]}: loop {case}, hole {hole}, {launches}"
    return ""


def test_one_launch_for_both_contributions_has_the_bits_of_two_passes(tmp_path: Path) -> None:
    program, analyses = program_of([loop for loop, _ in CASES]), tuple(analysed(case) for case in range(len(CASES)))
    openmp = Library(program, analyses, "openmp", tmp_path / "openmp", "-O1")
    assert not difference(Library(program, analyses, "cuda", tmp_path / "cuda", "-O1", extra=objects_of(RUNTIME, "c++", "-O1")), openmp)
