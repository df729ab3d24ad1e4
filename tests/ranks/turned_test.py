"""Halo transfers between blocks that several processes share: values, gradients and tangents of one process, and messages between owners alone."""

from __future__ import annotations

import pytest

from tests.ranks.start import BUILD, has_mpi, start

pytestmark = pytest.mark.skipif(not has_mpi(), reason="no MPI: the targets mpi and mpi_openmp are not built")


@pytest.mark.parametrize("ranks, words", [(2, ()), (3, ("-OPS_FORCE_DECOMP_Y=1",)), (4, ()), (5, ("-OPS_FORCE_DECOMP_X=1",))])
def test_turned_halos(ranks: int, words: tuple[str, ...]) -> None:
    one, many = start(BUILD / "tests/ranks/ranks_turned_openmp", ()), start(BUILD / "tests/ranks/ranks_turned_mpi", words, ranks)
    assert one.status == 0 and len(one.lines) > 300
    assert many.status == 0 and many.text == one.text, many.text + many.errors


def test_tangents_of_turned_halos() -> None:
    one, many = (start(BUILD / f"tests/ranks/ranks_turned_{target}", ("-OPS_AD_CHECK=dot",), ranks) for target, ranks in (("openmp", 1), ("mpi", 3)))
    assert one.status == 0 and "Dot-product test" in one.text
    assert many.status == 0 and many.text == one.text, many.text + many.errors
