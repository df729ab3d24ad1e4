"""A process that fails ends all of them, with one message and a status that is not zero; nobody waits for ever."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import pytest

from tests.ranks.start import BUILD, ENDED, Run, has_mpi, start

pytestmark = pytest.mark.skipif(not has_mpi(), reason="no MPI: the targets mpi and mpi_openmp are not built")

FAILURES = {  # how the last process fails: what is said, once
    "throws": "the last process has had enough",
    "throws within ops_main": "the last process has had enough",
    "kernel throws": "point 36 is refused",
    "exits": "one process has exited while others are still running, so the library terminates all processes",
    "exits quickly": "one process has exited while others are still running, so the library terminates all processes",
    "is killed": "signal 9",
}


@pytest.fixture(scope="module")
def runs() -> Iterator[dict[str, Future[Run]]]:
    """At the same time, as they wait more than they compute."""
    with ThreadPoolExecutor(3) as pool:
        yield {how: pool.submit(start, BUILD / "tests/ranks/ranks_failing_mpi", (how,), ranks=3, limit=120) for how in FAILURES}


@pytest.mark.parametrize("how", FAILURES)
def test_all_processes_end(how: str, runs: dict[str, Future[Run]]) -> None:
    run = runs[how].result()
    assert run.status not in (0, ENDED), run.errors
    said = run.text + run.errors  # MPICH's launcher names a signal on the other stream
    assert said.count(FAILURES[how]) == 1, said


def test_without_a_failure_the_program_ends_well() -> None:
    assert start(BUILD / "tests/ranks/ranks_failing_mpi", (), ranks=3).status == 0
