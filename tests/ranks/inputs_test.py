"""External functions on several processes: pointers to values, derivatives and earlier values have fresh copies of neighbours' cells beside them."""

from __future__ import annotations

import pytest

from tests.ranks.start import BUILD, has_mpi, start

pytestmark = pytest.mark.skipif(not has_mpi(), reason="no MPI: the targets mpi and mpi_openmp are not built")


@pytest.mark.parametrize("ranks", [2, 3, 5])
def test_pointers_see_neighbours(ranks: int) -> None:
    one, many = start(BUILD / "tests/ranks/ranks_inputs_seq", ()), start(BUILD / "tests/ranks/ranks_inputs_mpi", (), ranks)
    assert one.status == 0 and len(one.lines) > 30
    assert many.status == 0 and many.text == one.text, many.text + many.errors
