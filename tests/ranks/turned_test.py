"""Halo transfers between blocks that several processes share: values, gradients and tangents of one process, and messages between owners alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ranks.start import BUILD, has_mpi, start

pytestmark = pytest.mark.skipif(not has_mpi(), reason="no MPI: the targets mpi and mpi_openmp are not built")


@pytest.mark.parametrize("ranks, words", [(2, ()), (3, ("-OPS_FORCE_DECOMP_Y=1",)), (4, ()), (5, ("-OPS_FORCE_DECOMP_X=1",)),
                                          (3, ("-OPS_PROCESSES_PER_BLOCK=1,2",)), (5, ("-OPS_PROCESSES_PER_BLOCK=2",)),
                                          (6, ("-OPS_PROCESSES_PER_BLOCK=4,2", "-OPS_FORCE_DECOMP_X=2,1"))])
def test_turned_halos(ranks: int, words: tuple[str, ...], tmp_path: Path) -> None:
    """And the file that the first process writes, for all."""
    one = start(BUILD / "tests/ranks/ranks_turned_openmp", (), folder=tmp_path)
    file = (tmp_path / "first.npy").read_bytes()
    (tmp_path / "first.npy").unlink()
    many = start(BUILD / "tests/ranks/ranks_turned_mpi", words, ranks, folder=tmp_path)
    assert one.status == 0 and len(one.lines) > 300
    assert many.status == 0 and many.text == one.text, many.text + many.errors
    assert (tmp_path / "first.npy").read_bytes() == file


def test_tangents_of_turned_halos(tmp_path: Path) -> None:
    one, many = (start(BUILD / f"tests/ranks/ranks_turned_{target}", ("-OPS_AD_CHECK=dot",), ranks, folder=tmp_path) for target, ranks in (("openmp", 1), ("mpi", 3)))
    assert one.status == 0 and "Dot-product test" in one.text
    assert many.status == 0 and many.text == one.text, many.text + many.errors
