"""The mixture program: its gradient is right, and the same to the last bit on every target and with any number of threads."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

BUILD = Path(os.environ.get("OPSGRAD_BUILD", Path(__file__).parents[2] / "build" / "release"))


def run(target: str, threads: int, *options: str) -> str:
    result = subprocess.run(
        [BUILD / "tests" / "adjoint" / f"adjoint_mixture_{target}", *options], capture_output=True, text=True, timeout=300,
        env={**os.environ, "OMP_NUM_THREADS": str(threads)})
    assert result.returncode == 0, result.stdout + result.stderr
    assert "FAILED" not in result.stdout, result.stdout
    assert "the reference implementation is used" not in result.stdout, result.stdout
    return result.stdout


@pytest.mark.parametrize("target", ["seq", "openmp", "checked"])
def test_gradient_passes_the_taylor_and_the_dot_product_test(target: str) -> None:
    output = run(target, 2)
    assert output.count(": passed") == 8, output


def test_gradient_and_tangent_bits_do_not_depend_on_target_or_threads() -> None:
    runs = [("seq", 1), ("checked", 2), *(("openmp", threads) for threads in (1, 2, 3, 4))]
    hashes = {line for target, threads in runs for line in run(target, threads, "hash").splitlines() if line.startswith("hash")}
    assert len(hashes) == 1, hashes
