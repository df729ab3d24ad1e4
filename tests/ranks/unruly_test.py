"""An MPI that delays and reorders: it finds what is planted, and a few programs over it have the bits of one process."""

from __future__ import annotations

import re

import pytest

from tests.ranks.start import BUILD, ENDED, Run, has_mpi, start
from tests.ranks.unruly import PROGRAMS, Short, cases, judged, told
from tests.tier import drawn

pytestmark = pytest.mark.skipif(not has_mpi(), reason="no MPI: the targets mpi and mpi_openmp are not built")


def planted(what: str, seed: int, limit: float = 120) -> Run:
    return start(BUILD / "tests/ranks/ranks_planted", (what,), ranks=3, unruly=seed, limit=limit)


def test_messages_are_counted_and_come_in_another_order() -> None:
    runs = [planted("nothing", seed) for seed in (1, 2)]
    for run in runs:
        assert run.status == 0 and run.text == "sum 120\n", run.errors
        assert len(re.findall(r"messages 40 bytes 160 reordered [1-9]\d* .*requests left 0 communicators left 0", run.errors)) == 3, run.errors
    orders = [sorted(re.findall(r"rank \d+: .*reordered \d+", run.errors)) for run in runs]
    assert orders[0] != orders[1], "seeds choose the order"


@pytest.mark.parametrize("what", ["request", "communicator"])
def test_what_is_left_open_is_named(what: str) -> None:
    run = planted(what, 1)
    assert run.status != 0 and f"{what}s left 1" in run.errors


def test_a_process_that_waits_for_ever_runs_into_the_limit() -> None:
    assert planted("hang", 1, limit=5).status == ENDED


@pytest.mark.parametrize("case", drawn([*cases(4, 1), *((program, ranks, 77 + ranks) for program, ranks in zip(PROGRAMS[4:], (3, 4, 5, 2)))], 4), ids=lambda case: f"{case[0].name} {case[1]}")
def test_bits_do_not_depend_on_when_messages_come(case: tuple[Short, int, int]) -> None:
    program, ranks, seed = case
    verdict = judged(program, told(program.run("openmp")), ranks, seed)
    assert not verdict.wrong
