"""Kernels that fill ghost cells from the wall: as loops over the ghost cells do, the same bits on every target and number of processes."""

from __future__ import annotations

import pytest

from tests.ranks.start import BUILD, has_mpi, start

LINES = 1 + 3 * 17 * 11 + 1  # objective; gradient by two datasets, one of them of two components; by the scalar


def told(target: str, *words: str, ranks: int = 1, lines: int = LINES) -> list[str]:
    done = start(BUILD / f"tests/adjoint/adjoint_ghosts_{target}", words, ranks)
    assert done.status == 0, done.text + done.errors
    assert len(done.numbers) == lines
    return done.numbers


def numbers(lines: list[str]) -> list[float]:
    return [float.fromhex(line) for line in lines]


@pytest.mark.parametrize("words, lines", [((), LINES), (("-second",), LINES + 17 * 11)])
def test_the_same_as_loops_over_the_ghost_cells(words: tuple[str, ...], lines: int) -> None:
    beside, shifted = told("seq", *words, lines=lines), told("seq", "-shifted", *words, lines=lines)
    assert beside[0] == shifted[0]
    assert numbers(beside) == pytest.approx(numbers(shifted), rel=1e-13, abs=1e-13)


@pytest.mark.parametrize("target, words", [("openmp", ()), ("checked", ()), ("checked", ("-OPS_CHECK",)), ("openmp", ("-OPS_AD_MEMORY=40KB",)),
                                           ("seq", ("-OPS_AD_CHECK=taylor,dot,loops",))])
def test_values_and_gradient_have_the_bits_of_the_reference(target: str, words: tuple[str, ...]) -> None:
    assert told(target, *words) == told("seq")


@pytest.mark.parametrize("words", [("-OPS_AD_CHECK=taylor,dot",), ("-OPS_AD_CHECK=loops",)])
def test_the_checks_agree(words: tuple[str, ...]) -> None:
    done = start(BUILD / "tests/adjoint/adjoint_ghosts_seq", words)
    assert "passed" in done.text and "failed" not in done.text and "inconclusive" not in done.text


@pytest.mark.skipif(not has_mpi(), reason="no MPI: the targets mpi and mpi_openmp are not built")
@pytest.mark.parametrize("ranks, words", [(2, ("-OPS_FORCE_DECOMP_X=1",)), (3, ("-OPS_FORCE_DECOMP_Y=1",)), (4, ())])
def test_on_several_processes(ranks: int, words: tuple[str, ...]) -> None:
    assert told("mpi", *words, ranks=ranks) == told("seq")


@pytest.mark.parametrize("target", ["seq", "openmp", "checked"])
def test_a_range_that_is_thicker_than_one_cell_is_refused(target: str) -> None:
    done = start(BUILD / f"tests/adjoint/adjoint_ghosts_{target}", ["-thick"])
    assert done.status != 0
    assert ("loop 'left': argument 1 (dataset 'u'): the kernel writes this dataset at offsets -2 to -1 along axis 0, which is allowed only if the range "
            "has a single index on this axis, but the range is [0, 2)") in (done.text + done.errors).replace("ops_par_loop 'left'", "loop 'left'")
