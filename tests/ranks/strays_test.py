"""Arguments that lead from a point to somebody else's cell, through an ordinary stencil: values and derivatives of one process."""

from __future__ import annotations

import pytest

from tests.ranks.start import BUILD, has_mpi, start

pytestmark = pytest.mark.skipif(not has_mpi(), reason="no MPI: the targets mpi and mpi_openmp are not built")


@pytest.mark.parametrize("ranks, words", [(2, ("-OPS_FORCE_DECOMP_Y=1",)), (2, ("-OPS_FORCE_DECOMP_X=1",)), (3, ("-OPS_FORCE_DECOMP_Y=1",)), (4, ())])
def test_owners_of_points_do_not_own_all_their_cells(ranks: int, words: tuple[str, ...]) -> None:
    one = start(BUILD / "tests/ranks/ranks_strays_seq", ())
    many = start(BUILD / "tests/ranks/ranks_strays_mpi", words, ranks)
    assert one.status == 0 and len(one.lines) > 100, one.errors
    assert many.status == 0 and many.lines == one.lines, sorted(many.lines ^ one.lines)[:6]
