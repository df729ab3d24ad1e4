"""Scalars in external functions, on several processes and on a device, with little memory."""

from __future__ import annotations

import pytest

from tests.ranks.start import BUILD, has_mpi, start

LITTLE = ("-OPS_AD_MEMORY=2kB",)


@pytest.mark.skipif(not has_mpi(), reason="no MPI: the targets mpi and mpi_openmp are not built")
@pytest.mark.parametrize("ranks", [2, 3])
@pytest.mark.parametrize("words", [(), LITTLE])
def test_on_several_processes(ranks: int, words: tuple[str, ...]) -> None:
    done = start(BUILD / "tests/adjoint/adjoint_external_scalars_mpi", words, ranks)
    assert done.status == 0 and "PASSED" in done.text, done.text + done.errors


@pytest.mark.parametrize("words", [(), LITTLE, (*LITTLE, "-OPS_AD_HOST_MEMORY=1MB")])
def test_on_a_device(words: tuple[str, ...]) -> None:
    done = start(BUILD / "tests/adjoint/adjoint_external_scalars_cuda_host", words, 1)
    assert done.status == 0 and "PASSED" in done.text, done.text + done.errors
