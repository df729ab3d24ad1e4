"""Applications on several processes: values, gradients and bits of one process, whatever the arrangement."""

from __future__ import annotations

import json
import os
import subprocess

import pytest

from tests.ranks.start import AS_ROOT, BUILD, has_mpi, mpirun

pytestmark = pytest.mark.skipif(not has_mpi(), reason="no MPI: the targets mpi and mpi_openmp are not built")

# Application, options, and parts of the block along axes that are forced.
CASES = [
    ("poisson", ("-sizex=23", "-sizey=18", "-iters=6", "-gradient"), ()),
    ("poisson", ("-sizex=20", "-sizey=18", "-iters=4", "-ngrid_x=2", "-ngrid_y=1", "-gradient"), ()),
    ("burgers", ("-size=31", "-steps=4", "-gradient"), ("-OPS_FORCE_DECOMP_X=1",)),
    ("stencil1d", ("-cells=500", "-sweeps=6", "-gradient"), ()),
    ("lbm", ("-nx=17", "-ny=15", "-steps=5", "-gradient"), ()),
    ("cloverleaf", ("-cells=12", "-end_step=3", "-gradient"), ()),
    ("heat_adi", ("-nx=9", "-ny=8", "-nz=7", "-steps=2", "-gradient"), ()),
]
SAME = ("objective", "gradient_norm", "gradient_hash", "hash")


def run(app: str, target: str, words: tuple[str, ...], ranks: int = 1, threads: int = 1) -> dict[str, object]:
    start = mpirun(ranks) if ranks > 1 else []
    env = {**os.environ, **AS_ROOT, "OMP_NUM_THREADS": str(threads), "OMP_WAIT_POLICY": "passive"}
    done = subprocess.run([*start, BUILD / "apps" / app / f"{app}_{target}", *words, "-json"], capture_output=True, text=True, env=env, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    report: dict[str, object] = json.loads([line for line in done.stdout.splitlines() if line.startswith("{")][-1])
    return report


@pytest.mark.parametrize(("app", "words", "forced"), CASES, ids=lambda v: v if isinstance(v, str) else "")
@pytest.mark.parametrize("ranks", [2, 3])
def test_bits_do_not_depend_on_the_number_of_processes(app: str, words: tuple[str, ...], forced: tuple[str, ...], ranks: int) -> None:
    one, many = run(app, "openmp", words), run(app, "mpi_openmp" if ranks == 2 else "mpi", (*words, *forced), ranks, threads=2 if ranks == 2 else 1)
    compared = [key for key in SAME if key in one]
    assert len(compared) >= 2
    assert {key: many[key] for key in compared} == {key: one[key] for key in compared}


def test_an_error_ends_all_processes() -> None:
    env = {**os.environ, **AS_ROOT}
    done = subprocess.run([*mpirun(3), BUILD / "apps/poisson/poisson_mpi", "-OPS_FORCE_DECOMP_X=2"], capture_output=True, text=True, env=env, timeout=60)
    assert done.returncode != 0
    assert "3 processes cannot be arranged as OPS_FORCE_DECOMP_X" in done.stdout + done.stderr
