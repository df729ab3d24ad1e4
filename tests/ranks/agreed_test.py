"""What one process alone would see goes wrong on all of them: files that the first one writes, and scalars in external functions."""

from __future__ import annotations

import re

import pytest

from tests.ranks.start import BUILD, ENDED, has_mpi, start

pytestmark = pytest.mark.skipif(not has_mpi(), reason="no MPI: the targets mpi and mpi_openmp are not built")
PROGRAM = BUILD / "tests/ranks/ranks_agreed_mpi"


@pytest.mark.parametrize("ranks", [1, 3])
def test_files_that_cannot_be_written(ranks: int) -> None:
    """The error comes on every process, and the program goes on."""
    run = start(PROGRAM, ("files",), ranks, limit=60)
    for what, call in (("text", "ops_print_dat_to_txtfile"), ("npy", "ops_write_npy")):
        assert len(re.findall(rf"process \d, {what}: .*{call}.*No such file or directory", run.text)) == ranks, run.text + run.errors
    assert run.status == 0 and "dJ/dk 28" in run.text, run.text + run.errors


@pytest.mark.parametrize("what", ["value", "derivative"])
def test_scalars_that_differ_between_processes(what: str) -> None:
    run = start(PROGRAM, (f"{what} of parts",), 3, limit=60)
    assert run.status not in (0, ENDED), run.text + run.errors
    assert f"the {what} of scalar 'k' differs between processes" in run.errors and "ops_arg_reduce" in run.errors, run.errors
    assert start(PROGRAM, ("derivative of parts",)).text == "dJ/dk 28\n"


def test_sums_over_all_processes_are_right() -> None:
    assert start(PROGRAM, (), 3).text == "dJ/dk 28\n"
