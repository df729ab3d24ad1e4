"""Datasets that are declared during a recording, on several processes."""

from __future__ import annotations

import pytest

from tests.ranks.start import BUILD, has_mpi, start


@pytest.mark.skipif(not has_mpi(), reason="no MPI: the targets mpi and mpi_openmp are not built")
@pytest.mark.parametrize("ranks", [2, 3])
def test_on_several_processes(ranks: int) -> None:
    done = start(BUILD / "tests/adjoint/adjoint_declared_late_mpi", (), ranks)
    assert done.status == 0 and "PASSED" in done.text, done.text + done.errors
