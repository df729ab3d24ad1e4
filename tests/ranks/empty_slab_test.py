"""Processes without cells of a slab take part in giving and getting it."""

from __future__ import annotations

import pytest

from tests.ranks.start import BUILD, has_mpi, start


@pytest.mark.skipif(not has_mpi(), reason="no MPI: the targets mpi and mpi_openmp are not built")
@pytest.mark.parametrize("ranks", [1, 2, 3])
def test_nothing_may_be_null(ranks: int) -> None:
    run = start(BUILD / "tests/ranks/ranks_empty_slab_mpi", (), ranks, limit=60)
    assert run.status == 0 and run.text.split() == ["1" if 2 <= i < 6 else "0" for i in range(20)], run.text + run.errors
