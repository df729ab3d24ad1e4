"""Kernels over scalars: the same bits on every target, with any number of threads and within any budget; the checks find nothing."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

BUILD = Path(os.environ.get("OPSGRAD_BUILD", Path(__file__).parents[2] / "build" / "release"))


def run(target: str, threads: int, *options: str) -> list[str]:
    result = subprocess.run([BUILD / "tests" / "adjoint" / f"adjoint_scalar_loops_{target}", *options], capture_output=True, text=True, timeout=300,
                            env={**os.environ, "OMP_NUM_THREADS": str(threads)})
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout.splitlines()


def bits(lines: list[str]) -> str:
    return next(line for line in lines if line.startswith("hash"))


def test_bits_do_not_depend_on_target_threads_or_budget() -> None:
    hashes = {bits(run(target, threads)) for target, threads in [("seq", 1), ("checked", 2), *(("openmp", n) for n in (1, 2, 3))]}
    hashes |= {bits(run("openmp", 2, option)) for option in ("-OPS_AD_MEMORY=8KiB", "-OPS_CHECK")}
    assert len(hashes) == 1, hashes


def test_checks_find_nothing_and_nothing_is_said() -> None:
    lines = run("seq", 1, "-OPS_AD_CHECK=taylor,dot,loops,poison")
    assert not any("warning" in line or "not possible" in line for line in lines), lines
