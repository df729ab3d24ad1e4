"""Programs with tridiagonal solves: derivatives are right, and have the same bits on every target, with any number of threads and any budget."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

BUILD = Path(os.environ.get("OPSGRAD_BUILD", Path(__file__).parents[2] / "build" / "release"))
TARGETS = ["seq", "openmp", "checked", "cuda_host"]


def run(program: str, target: str, threads: int = 2, *options: str) -> str:
    command = [BUILD / "tests" / "adjoint" / f"adjoint_{program}_{target}", *options]
    result = subprocess.run(command, capture_output=True, text=True, timeout=300, env={**os.environ, "OMP_NUM_THREADS": str(threads)})
    assert result.returncode == 0 and "failed" not in result.stdout and "reference" not in result.stdout, result.stdout + result.stderr
    return result.stdout


def hash_of(output: str) -> str:
    return next(line for line in output.splitlines() if line.startswith("hash"))


@pytest.fixture(scope="module")
def right() -> str:
    return hash_of(run("tridiagonal", "openmp", 1, "-OPS_AD=1"))


@pytest.mark.parametrize("target", TARGETS)
def test_one_solve(target: str) -> None:
    assert "PASSED" in run("tridiagonal_solve", target)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("threads", [1, 3])
def test_steps(right: str, target: str, threads: int) -> None:
    """Dot-product test to 1e-13, Taylor test, products with second derivatives; bits."""
    output = run("tridiagonal", target, threads)
    assert "PASSED" in output and hash_of(output) == right


@pytest.mark.parametrize("budget", ["-OPS_AD_MEMORY=150KB", "-OPS_AD_MEMORY=60KB"])
def test_nor_do_bits_depend_on_the_budget(right: str, budget: str, tmp_path: Path) -> None:
    for disk in ([], [f"-OPS_AD_DISK={tmp_path}"]):
        output = run("tridiagonal", "openmp", 2, budget, "-OPS_AD_PLAN", *disk)
        assert hash_of(output) == right
        again = re.search(r"derivatives of (\d+) steps: (\d+) steps were executed", output)
        assert again and int(again[2]) > int(again[1]), output


def test_checked_names_a_system_without_a_solution() -> None:
    """By the program's indices, and the datasets."""
    program = BUILD / "tests" / "adjoint" / "adjoint_tridiagonal_solve_checked"
    result = subprocess.run([program, "zero-pivot"], capture_output=True, text=True, timeout=60)
    assert result.returncode == 3, result.stdout + result.stderr
    assert re.search(r"tridiagonal_solve.cpp:\d+: ops_tridMultiDimBatch: system \(\*, 2\): the pivot of row 1 is zero \(matrix 'a', 'b', 'c', "
                     r"right-hand side 'd'\)", result.stdout), result.stdout


def test_checks_pass(right: str) -> None:
    assert hash_of(run("tridiagonal", "openmp", 2, "-OPS_AD_CHECK=dot,loops,taylor,poison")) == right


def test_the_trace_shows_solves(right: str, tmp_path: Path) -> None:
    page = tmp_path / "trace.html"
    assert hash_of(run("tridiagonal", "openmp", 2, f"-OPS_AD_TRACE={page}")) == right
    assert "ops_tridMultiDimBatch_Inc" in page.read_text()
