"""Edges whose side a number chooses: the same bits on every target, within any budget and on several processes; the checks agree."""

from __future__ import annotations

import pytest

from tests.ranks.start import BUILD, has_mpi, start


def told(target: str, *words: str, ranks: int = 1) -> list[str]:
    done = start(BUILD / f"tests/adjoint/adjoint_edges_{target}", words, ranks)
    assert done.status == 0, done.text + done.errors
    return done.numbers


@pytest.mark.parametrize("target, words", [("openmp", ()), ("checked", ()), ("openmp", ("-OPS_AD_MEMORY=30KB",)), ("seq", ("-OPS_AD_CHECK=taylor,dot",))])
def test_values_and_gradient_have_the_bits_of_the_reference(target: str, words: tuple[str, ...]) -> None:
    expected = told("seq")
    assert len(expected) == 188 and told(target, *words) == expected


@pytest.mark.skipif(not has_mpi(), reason="no MPI: the targets mpi and mpi_openmp are not built")
@pytest.mark.parametrize("ranks, words", [(2, ("-OPS_FORCE_DECOMP_X=1",)), (3, ())])
def test_on_several_processes(ranks: int, words: tuple[str, ...]) -> None:
    assert told("mpi", *words, ranks=ranks) == told("seq")
