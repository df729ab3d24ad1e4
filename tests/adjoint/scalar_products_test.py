"""Second derivatives along scalars: the same bits on every target, with any number of threads and processes and within any budget."""

from __future__ import annotations

import pytest

from tests.ranks.start import BUILD, has_mpi, start

PROGRAM = "tests/adjoint/adjoint_scalar_products"
LITTLE = ("-OPS_AD_MEMORY=20kB",)


def bits(target: str, *words: str, ranks: int = 1, threads: int = 1) -> str:
    done = start(BUILD / f"{PROGRAM}_{target}", words, ranks, threads=threads)
    assert done.status == 0 and "PASSED" in done.text, done.text + done.errors
    return next(line for line in done.text.splitlines() if line.startswith("hash"))


@pytest.mark.parametrize("target, threads", [("checked", 1), ("cuda_host", 1), ("openmp", 1), ("openmp", 2), ("openmp", 3)])
def test_targets_and_threads(target: str, threads: int) -> None:
    assert bits(target, threads=threads) == bits("seq")


@pytest.mark.parametrize("words", [LITTLE, ("OPS_TILING=force", "OPS_TILESIZE_X=5", "OPS_TILESIZE_Y=2"), ("-OPS_AD_CHECK=loops,poison",), (*LITTLE, "-OPS_AD_DISK=.")])
def test_budgets_and_tiles(words: tuple[str, ...]) -> None:
    assert bits("openmp", *words, threads=2) == bits("seq")


@pytest.mark.skipif(not has_mpi(), reason="no MPI: the targets mpi and mpi_openmp are not built")
@pytest.mark.parametrize("words", [(), LITTLE])
@pytest.mark.parametrize("ranks", [2, 3, 4])
def test_on_several_processes(ranks: int, words: tuple[str, ...]) -> None:
    assert bits("mpi", *words, ranks=ranks) == bits("seq")
