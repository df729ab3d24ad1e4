"""Loops that read at their point what they declare OPS_WRITE run as if they declared OPS_RW, everywhere: the same bits."""

from __future__ import annotations

import pytest

from tests.ranks.start import BUILD, has_mpi, start

LINES = 2 + 3 * 17 * 11  # objective; gradient by the scalar and by two datasets, one of them of two components


def told(target: str, *words: str, ranks: int = 1) -> list[str]:
    done = start(BUILD / f"tests/adjoint/adjoint_declared_write_{target}", words, ranks)
    assert done.status == 0, done.text + done.errors
    assert "warning" not in done.text, done.text
    assert len(done.numbers) == LINES
    return done.numbers


@pytest.fixture(scope="module")
def declared_rw() -> list[str]:
    return told("seq", "-rw")


@pytest.mark.parametrize("target, words", [("seq", ()), ("openmp", ()), ("checked", ()), ("checked", ("-OPS_CHECK",)), ("cuda_host", ()),
                                           ("openmp", ("-OPS_AD_MEMORY=40KB",)), ("openmp", ("-OPS_AD_CHECK=poison",))])
def test_the_bits_of_what_is_declared_rw(declared_rw: list[str], target: str, words: tuple[str, ...]) -> None:
    assert told(target, *words) == declared_rw


def test_the_gradient_is_that_of_differences() -> None:
    done = start(BUILD / "tests/adjoint/adjoint_declared_write_seq", ("-OPS_AD_CHECK=taylor,dot,loops",))
    assert "passed" in done.text and "failed" not in done.text and "inconclusive" not in done.text, done.text


@pytest.mark.skipif(not has_mpi(), reason="no MPI: the targets mpi and mpi_openmp are not built")
@pytest.mark.parametrize("ranks, words", [(2, ("-OPS_FORCE_DECOMP_X=1",)), (3, ("-OPS_FORCE_DECOMP_Y=1",)), (4, ())])
def test_on_several_processes(declared_rw: list[str], ranks: int, words: tuple[str, ...]) -> None:
    assert told("mpi", *words, ranks=ranks) == declared_rw
