"""The scalars program: its gradients have the same bits on every target and with any number of threads."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

BUILD = Path(os.environ.get("OPSGRAD_BUILD", Path(__file__).parents[2] / "build" / "release"))


def run(target: str, threads: int) -> str:
    result = subprocess.run([BUILD / "tests" / "adjoint" / f"adjoint_scalars_{target}"], capture_output=True, text=True, timeout=300,
                            env={**os.environ, "OMP_NUM_THREADS": str(threads)})
    assert result.returncode == 0, result.stdout + result.stderr
    return next(line for line in result.stdout.splitlines() if line.startswith("hash"))


def test_gradient_bits_do_not_depend_on_target_or_threads() -> None:
    hashes = {run(target, threads) for target, threads in [("seq", 1), ("checked", 2), *(("openmp", n) for n in (1, 2, 3, 4))]}
    assert len(hashes) == 1, hashes
