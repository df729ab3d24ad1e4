"""Tridiagonal systems whose rows are on several processes: bits of one process, and few bytes between them."""

from __future__ import annotations

import re

import pytest

from tests.ranks.start import BUILD, Run, has_mpi, start

pytestmark = pytest.mark.skipif(not has_mpi(), reason="no MPI: the targets mpi and mpi_openmp are not built")

PROGRAM = "tests/ranks/ranks_relayed_"


def one(seed: int) -> Run:
    run = start(BUILD / f"{PROGRAM}openmp", (str(seed),))
    assert run.status == 0 and len(run.lines) > 50, run.text + run.errors
    return run


@pytest.mark.parametrize(("seed", "ranks", "words"), [(1, 2, ("-OPS_FORCE_DECOMP_X=2",)), (2, 3, ("-OPS_FORCE_DECOMP_Y=3",)), (3, 4, ("-OPS_FORCE_DECOMP_Z=4",)),
                                                      (4, 4, ("-OPS_FORCE_DECOMP_X=2", "-OPS_FORCE_DECOMP_Z=2")), (5, 3, ("-OPS_CHECK",))], ids=str)
def test_bits_are_those_of_one_process(seed: int, ranks: int, words: tuple[str, ...]) -> None:
    many = start(BUILD / f"{PROGRAM}mpi", (str(seed), *words), ranks)
    assert many.status == 0, many.text + many.errors
    assert many.lines == one(seed).lines


def test_threads_of_each_process_share_the_systems() -> None:
    many = start(BUILD / f"{PROGRAM}mpi_openmp", ("6", "-OPS_FORCE_DECOMP_Z=2"), 2, threads=3)
    assert many.status == 0 and many.lines == one(6).lines, many.errors


def test_bits_do_not_depend_on_when_messages_come() -> None:
    many = start(BUILD / f"{PROGRAM}mpi", ("7",), 3, unruly=5)
    assert many.status == 0 and many.lines == one(7).lines, many.errors


def test_faces_travel_and_not_whole_arrays() -> None:
    """Of each cell of the face between two parts: four values a solve, one a loop that reads neighbours, and what the first values take."""
    words, steps, cells = ("-nx=40", "-ny=40", "-nz=40", "-OPS_FORCE_DECOMP_Z=2"), 4, 40 * 40

    def sent(count: int) -> int:
        run = start(BUILD / "apps/heat_adi/heat_adi_mpi", (*words, f"-steps={count}"), 2, unruly=1)
        assert run.status == 0, run.errors
        return sum(int(bytes_) for bytes_ in re.findall(r"unruly: rank \d+: messages \d+ bytes (\d+)", run.errors))

    a_step = (sent(2 * steps) - sent(steps)) / steps
    assert cells * 8 * 4 <= a_step < cells * 8 * 12
