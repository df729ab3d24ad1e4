"""Messages and bytes are the least that access modes and stencils allow: counted by an MPI in between, and cell by cell from what the program asked for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.ranks.least import Count, least
from tests.ranks.start import BUILD, has_mpi, start
from tests.tier import drawn

pytestmark = pytest.mark.skipif(not has_mpi(), reason="no MPI: the targets mpi and mpi_openmp are not built")


@dataclass(frozen=True)
class Case:
    program: str
    ranks: int
    words: tuple[str, ...]
    whole: int = 0  # loops that every process does

    def __str__(self) -> str:
        return f"{self.program} {self.ranks} {' '.join(self.words)}"


CLOVERLEAF = ("-x_cells=21", "-y_cells=18", "-end_step=3")
LBM = ("-nx=15", "-ny=14", "-steps=4")
BLOCKS = ("-sizex=20", "-sizey=18", "-ngrid_x=2", "-ngrid_y=2", "-iters=4")
CASES = [
    Case("cloverleaf", 4, CLOVERLEAF, 4), Case("cloverleaf", 3, (*CLOVERLEAF, "-gradient"), 4),
    Case("cloverleaf", 6, (*CLOVERLEAF, "-gradient", "-OPS_FORCE_DECOMP_X=2"), 4),
    Case("lbm", 4, LBM), Case("lbm", 4, (*LBM, "-gradient")),
    Case("poisson", 4, BLOCKS), Case("poisson", 3, (*BLOCKS, "-gradient")),
    Case("wave", 4, ("-nx=24", "-ny=22", "-steps=6", "-sponge=2", "-gradient")),
    *(Case("adjoint_levels", ranks, ()) for ranks in (2, 3, 4)),
]


def counted(case: Case) -> dict[int, Count]:
    """What each rank has sent."""
    run = start(BUILD / f"tests/ranks/{case.program}_told", case.words, case.ranks, unruly=1)
    assert run.status == 0, run.errors + run.text
    found = re.findall(r"rank (\d+): messages (\d+) bytes (\d+)", run.errors)
    return {int(rank): Count(int(messages), int(size)) for rank, messages, size in found}


@pytest.mark.parametrize("case", drawn(CASES, 4), ids=str)
def test_what_travels_is_the_least_that_has_to(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPS_TOLD", str(tmp_path / "told"))
    monkeypatch.setenv("UNRULY_MICROSECONDS", "0")
    found = counted(case)
    wanted = least(tmp_path / "told")
    assert wanted.whole == case.whole
    assert found == {rank: wanted.sent.get(rank, Count()) for rank in range(case.ranks)}
    assert sum(count.bytes for count in found.values()) > 0
