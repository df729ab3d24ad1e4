"""Applications on several processes: values, gradients and bits of one process, whatever the arrangement."""

from __future__ import annotations

import json
import os
import subprocess

import pytest

from tests.cuda.cases import CASES as APPLICATIONS
from tests.ranks.start import BUILD, FOR_MPI, has_mpi, mpirun, start
from tests.tier import drawn

pytestmark = pytest.mark.skipif(not has_mpi(), reason="no MPI: the targets mpi and mpi_openmp are not built")

# Several blocks whose halos go between processes, and what the applications' other tests run.
CASES = [("poisson", "-sizex=20", "-sizey=18", "-iters=4", "-ngrid_x=2", "-ngrid_y=1"), *APPLICATIONS, ("heat_adi", "-nx=2100", "-ny=3", "-nz=2", "-steps=2")]
TWO = {"poisson", "cloverleaf"}  # applications that run on two processes of two threads as well, in slabs along x


def run(app: str, target: str, words: tuple[str, ...], ranks: int = 1, threads: int = 1) -> dict[str, object]:
    processes = mpirun(ranks) if ranks > 1 else []
    env = {**os.environ, **FOR_MPI, "OMP_NUM_THREADS": str(threads), "OMP_WAIT_POLICY": "passive"}
    done = subprocess.run([*processes, BUILD / "apps" / app.removesuffix("_aos") / f"{app}_{target}", *words, "-json"], capture_output=True, text=True, env=env, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    report: dict[str, object] = json.loads([line for line in done.stdout.splitlines() if line.startswith("{")][-1])
    return report


def bits(app: str, target: str, words: list[str], ranks: int = 1, threads: int = 1) -> dict[str, object]:
    report = run(app, target, (*words, "-gradient"), ranks, threads)
    return {key: report[key] for key in ("objective", "gradient_norm", "gradient_hash")}


@pytest.mark.parametrize("case", drawn(CASES, 5), ids=" ".join)
def test_bits_do_not_depend_on_the_number_of_processes(case: tuple[str, ...]) -> None:
    app, *words = case
    one = bits(app, "openmp", words)
    assert bits(app, "mpi", words, 3) == one
    if app in TWO:
        assert bits(app, "mpi_openmp", [*words, "-OPS_FORCE_DECOMP_Y=1"], 2, 2) == one


@pytest.mark.parametrize("ranks, words", [(3, ("-OPS_FORCE_DECOMP_Y=1",)), (4, ("-OPS_FORCE_DECOMP_Y=1",)), (5, ())])
def test_coarse_cells_beside_a_cut_are_those_of_their_owner(ranks: int, words: tuple[str, ...]) -> None:
    """Cuts of a fine level that go through cells of the coarse one; on five processes some have fine cells and no coarse ones."""
    one, many = start(BUILD / "tests/adjoint/adjoint_levels_openmp", ()), start(BUILD / "tests/adjoint/adjoint_levels_mpi", words, ranks)
    assert "PASSED" in one.text and many.text == one.text, many.text + many.errors


@pytest.mark.parametrize("words", [("-OPS_FORCE_DECOMP_X=3",), ("-OPS_FORCE_DECOMP_Y=3",), ("-OPS_FORCE_DECOMP_Z=3", "-OPS_AD_MEMORY=60KB")], ids=" ".join)
def test_solves_along_axes_that_are_cut_and_whole(words: tuple[str, ...]) -> None:
    """Gradients of every coefficient; of loops and solves, with tangents, second derivatives and states."""
    program = BUILD / "tests/adjoint/adjoint_tridiagonal_"
    env = {**os.environ, **FOR_MPI}
    one = subprocess.run([f"{program}openmp", *words[1:]], capture_output=True, text=True, timeout=60)
    many = subprocess.run([*mpirun(3), f"{program}mpi", *words], capture_output=True, text=True, env=env, timeout=120)
    assert "PASSED" in many.stdout, many.stdout + many.stderr
    hashes = [[line for line in done.stdout.splitlines() if line.startswith("hash")] for done in (one, many)]
    assert hashes[0] == hashes[1] and hashes[0]
    solve = subprocess.run([*mpirun(3), f"{program}solve_mpi", *words[:1]] if "Z" not in words[0] else [*mpirun(2), f"{program}solve_mpi"], capture_output=True, text=True, env=env, timeout=120)
    assert "PASSED" in solve.stdout, solve.stdout + solve.stderr


def test_an_error_ends_all_processes() -> None:
    env = {**os.environ, **FOR_MPI}
    done = subprocess.run([*mpirun(3), BUILD / "apps/poisson/poisson_mpi", "-OPS_FORCE_DECOMP_X=2"], capture_output=True, text=True, env=env, timeout=60)
    assert done.returncode != 0
    assert "3 processes cannot be arranged as requested by the options OPS_FORCE_DECOMP_X" in done.stdout + done.stderr
