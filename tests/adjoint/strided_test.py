"""Lines of data that a loop holds fixed along an axis: gradients have the same bits on every target, whether the lines are active or not."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

BUILD = Path(os.environ.get("OPSGRAD_BUILD", Path(__file__).parents[2] / "build" / "release"))


def output(target: str, threads: int, *options: str) -> str:
    program = BUILD / "tests" / "adjoint" / f"adjoint_strided_{target}"
    result = subprocess.run([program, *options], capture_output=True, text=True, timeout=300, env={**os.environ, "OMP_NUM_THREADS": str(threads)})
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


@pytest.mark.parametrize("options", [[], ["-active"]], ids=["passive", "active"])
def test_gradient_bits_do_not_depend_on_target_or_threads(options: list[str]) -> None:
    found = {output(target, threads, *options).splitlines()[-1] for target, threads in [("seq", 1), ("checked", 1), ("openmp", 1), ("openmp", 3), ("cuda_host", 1)]}
    assert len(found) == 1 and "hash" in found.pop()


@pytest.mark.parametrize("options", [[], ["-active"]], ids=["passive", "active"])
def test_checks_pass(options: list[str]) -> None:
    said = output("openmp", 2, "-OPS_AD_CHECK=dot,loops,taylor,poison", *options)
    assert "failed" not in said and "passed" in said, said
