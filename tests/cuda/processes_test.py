"""Several processes, each with a device that is itself: bits of target openmp, values and gradients."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.cuda.cases import BURGERS, CLOVER, LBM, POISSON, WAVE
from tests.ranks.start import BUILD, FOR_MPI, has_mpi, mpirun
from tests.tier import drawn

CASES = [
    (2, "poisson", *POISSON), (3, "poisson", *POISSON, "-hessian"), (3, "burgers", *BURGERS), (2, "burgers", *BURGERS, "-slots=2", "-OPS_AD_DISK=."),
    (2, "cloverleaf", *CLOVER), (4, "cloverleaf", *CLOVER, "-slots=2"), (3, "cloverleaf", *CLOVER, "-time-step=differentiated"),
    (3, "lbm", *LBM), (2, "lbm", "-dims=3", "-nx=9", "-ny=8", "-nz=7", "-steps=5"), (4, "wave", *WAVE, "-slots=3"),
    (2, "heat_adi", "-nx=9", "-ny=8", "-nz=7"), (3, "cde", "-ns=24", "-nv=16", "-steps=6", "-slots=2"),
    (3, "cde", "-ns=24", "-nv=16", "-steps=2", "-OPS_FORCE_DECOMP_Y=3"),
]
pytestmark = pytest.mark.skipif(not has_mpi(), reason="no MPI")


def bits(command: list[str], words: tuple[str, ...], folder: Path, order: str) -> dict[str, object]:
    result = subprocess.run([*command, *words, "-gradient", "-json"], capture_output=True, text=True, timeout=300, cwd=folder,
                            env={**os.environ, **FOR_MPI, "OMP_NUM_THREADS": "1", "OPSGRAD_THREADS": order})
    assert result.returncode == 0, result.stdout + result.stderr
    report = json.loads(next(line for line in reversed(result.stdout.splitlines()) if line.startswith("{")))
    return {key: report[key] for key in ("objective", "gradient_norm", "gradient_hash")}


@pytest.mark.parametrize("cut", ["X", "Y"])
def test_derivatives_by_matrices_of_systems(cut: str) -> None:
    """Of systems along an axis that is cut and along others; products with second derivatives as well."""
    def told(command: list[str]) -> list[str]:
        done = subprocess.run([*command, f"-OPS_FORCE_DECOMP_{cut}=3"], capture_output=True, text=True, timeout=120, env={**os.environ, **FOR_MPI, "OMP_NUM_THREADS": "1"})
        assert done.returncode == 0, done.stdout + done.stderr
        return [line for line in done.stdout.splitlines() if line.startswith(("hash", "PASSED"))]

    assert told([*mpirun(3), str(BUILD / "tests" / "cuda" / "adjoint_tridiagonal_mpi_cuda_host")]) == told([str(BUILD / "tests" / "adjoint" / "adjoint_tridiagonal_openmp")])


def test_memory_of_the_host_is_for_one_process(tmp_path: Path) -> None:
    command = [*mpirun(2), str(BUILD / "tests" / "cuda" / "burgers_mpi_cuda_host"), *BURGERS, "-OPS_AD_HOST_MEMORY=1GB"]
    result = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=tmp_path, env={**os.environ, **FOR_MPI})
    assert result.returncode != 0 and "'OPS_AD_HOST_MEMORY' works on one process only" in result.stdout + result.stderr


@pytest.mark.parametrize("case", drawn(CASES, 4), ids=lambda case: " ".join(map(str, case)))
def test_processes_with_devices_have_the_bits_of_openmp(case: tuple[int, str, str], tmp_path: Path) -> None:
    ranks, name, *words = case
    expected = bits([str(BUILD / "apps" / name / f"{name}_openmp")], tuple(words), tmp_path, "forward")
    launch = [*mpirun(ranks), str(BUILD / "tests" / "cuda" / f"{name}_mpi_cuda_host")]
    for order in ("reversed", "shuffled"):
        assert bits(launch, tuple(words), tmp_path, order) == expected, order
