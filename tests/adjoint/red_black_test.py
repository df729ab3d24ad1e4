"""Loops of which half the points write and the other half are read: the same bits on every target, within a budget and on several processes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ranks.start import BUILD, Run, has_mpi, start

ON_RANKS = pytest.mark.skipif(not has_mpi(), reason="no MPI: the targets mpi and mpi_openmp are not built")


def run(target: str, *words: str, ranks: int = 1) -> Run:
    return start(BUILD / f"tests/adjoint/adjoint_red_black_{target}", words, ranks)


def told(target: str, *words: str, ranks: int = 1) -> list[str]:
    done = run(target, *words, ranks=ranks)
    assert done.status == 0 and "PASSED" in done.text, done.text + done.errors
    return done.numbers


@pytest.mark.parametrize("target, words", [("openmp", ()), ("checked", ()), ("openmp", ("-OPS_AD_MEMORY=4500",)), ("seq", ("-OPS_AD_CHECK=taylor,dot,loops",))])
def test_values_and_gradient_have_the_bits_of_the_reference(target: str, words: tuple[str, ...]) -> None:
    expected = told("seq")
    assert len(expected) == 1 + 2 * 117 and told(target, *words) == expected


@ON_RANKS
@pytest.mark.parametrize("ranks, words", [(2, ("-OPS_FORCE_DECOMP_X=1",)), (3, ()), (4, ())])
def test_on_several_processes(ranks: int, words: tuple[str, ...]) -> None:
    assert told("mpi", *words, ranks=ranks) == told("seq")


@ON_RANKS
@pytest.mark.parametrize("ranks", [2, 3, 5])
def test_with_states_on_disk(ranks: int, tmp_path: Path) -> None:
    """Copies of others' cells are old when a state is written; they once counted as up to date when it came back."""
    assert told("mpi", "-OPS_AD_MEMORY=4500", f"-OPS_AD_DISK={tmp_path}", ranks=ranks) == told("seq")


CONFLICT = "and another point may write this cell"


@pytest.mark.parametrize("target", ["seq", "openmp"])
def test_points_that_read_what_others_write_are_refused(target: str) -> None:
    done = run(target, "-conflict")
    assert done.status != 0 and "loop 'every' has no derivative: a point reads cell (1, 0) of dataset 'u' (argument 1) at offset (1, 0), " + CONFLICT in done.errors, done.errors


@ON_RANKS
@pytest.mark.parametrize("ranks", [2, 3])
def test_also_on_several_processes(ranks: int) -> None:
    done = run("mpi", "-conflict", ranks=ranks)
    assert done.status != 0 and "reads cell" in done.errors and CONFLICT in done.errors, done.errors
