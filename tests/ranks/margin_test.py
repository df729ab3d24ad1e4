"""Loops that processes do beyond their parts: so many fewer messages, and the same bits."""

from __future__ import annotations

import re
from math import ceil

import pytest

from tests.ranks.start import BUILD, has_mpi, start

pytestmark = pytest.mark.skipif(not has_mpi(), reason="no MPI: the targets mpi and mpi_openmp are not built")

RANKS, SWEEPS = 4, 20
NEIGHBOURS = (1, 2, 2, 1)  # of strips


def told(depth: int, *words: str) -> tuple[list[int], str]:
    """Messages that each rank has sent, and what the program prints of its result."""
    run = start(BUILD / "apps/poisson/poisson_mpi", ["-sizex=60", "-sizey=90", f"-iters={SWEEPS}", "-json", "OPS_FORCE_DECOMP_X=1", *words,
                                                     *([f"OPS_TILING_MAXDEPTH={depth}"] if depth else [])], RANKS, unruly=1)
    assert run.status == 0, run.errors + run.text
    sent = {int(rank): int(messages) for rank, messages in re.findall(r"rank (\d+): messages (\d+)", run.errors)}
    return [sent[rank] for rank in range(RANKS)], " ".join(re.findall(r'"(?:objective|gradient_hash)": [^,]*', run.text))


def exchanges(depth: int) -> int:
    """The loops before the first sweep run `depth` cells beyond the parts as well; then one exchange serves depth + 1 sweeps."""
    return ceil((SWEEPS - depth) / (depth + 1))


@pytest.mark.parametrize("depth", [0, 2, 9])
def test_an_exchange_serves_as_many_sweeps_as_it_is_deep(depth: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UNRULY_MICROSECONDS", "0")
    assert told(depth)[0] == [neighbours * exchanges(depth) for neighbours in NEIGHBOURS]


def test_so_it_is_when_sweeps_are_reversed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tenth of the messages, for the same bits."""
    monkeypatch.setenv("UNRULY_MICROSECONDS", "0")
    (plain, bits), (deep, same) = told(0, "-gradient"), told(9, "-gradient")
    assert plain == [2 * neighbours * SWEEPS for neighbours in NEIGHBOURS]
    assert deep == [messages // 10 for messages in plain]
    assert same == bits and "gradient_hash" in bits
