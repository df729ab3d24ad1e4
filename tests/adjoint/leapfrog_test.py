"""Steps over three levels: gradients have the same bits on every target, threads, layout and budget, seeds that stay in place or not."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

BUILD = Path(os.environ.get("OPSGRAD_BUILD", Path(__file__).parents[2] / "build" / "release"))
BUDGETS = ["-OPS_AD_MEMORY=6MB", "-OPS_AD_MEMORY=3500KB", "-OPS_AD_MARKS=found"]


def run(program: str, target: str, threads: int = 2, *options: str) -> tuple[str, int]:
    """The hash of the gradient, and how many contributions were postponed and found a partner."""
    command = [BUILD / "tests" / "adjoint" / f"adjoint_{program}_{target}", *options]
    result = subprocess.run(command, capture_output=True, text=True, timeout=300, env={**os.environ, "OMP_NUM_THREADS": str(threads)})
    assert result.returncode == 0 and "failed" not in result.stdout, result.stdout + result.stderr
    said = {line.rsplit(" ", 1)[0]: line.rsplit(" ", 1)[1] for line in result.stdout.splitlines() if line.startswith(("hash", "added together"))}
    return said["hash"], int(said["added together"])


@pytest.fixture(scope="module")
def right() -> str:
    return run("leapfrog", "seq")[0]


@pytest.mark.parametrize("program", ["leapfrog", "leapfrog_soa"])
@pytest.mark.parametrize("target, threads", [("seq", 1), ("checked", 1), ("openmp", 1), ("openmp", 3)])
def test_gradient_bits_do_not_depend_on_target_layout_or_threads(right: str, program: str, target: str, threads: int) -> None:
    found, together = run(program, target, threads)
    assert found == right
    assert (together > 20) == (target == "openmp")


@pytest.mark.parametrize("budget", BUDGETS)
def test_nor_on_the_budget(right: str, budget: str, tmp_path: Path) -> None:
    for disk in ([], [f"-OPS_AD_DISK={tmp_path}"]):
        assert run("leapfrog", "openmp", 2, budget, *disk)[0] == right


def test_checks_pass(right: str) -> None:
    assert run("leapfrog_soa", "openmp", 2, "-OPS_AD_CHECK=dot,loops,taylor,poison")[0] == right
