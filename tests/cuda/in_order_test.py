"""Points that may change a cell in common have one thread, in order: nothing of these programs runs on copies of the host, and bits are those of `openmp`."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

BUILD = Path(os.environ.get("OPSGRAD_BUILD", Path(__file__).parents[2] / "build" / "release"))
CLOVERLEAF = ["-input=apps/cloverleaf/inputs/clover_960.in", "-x_cells=12", "-y_cells=10", "-end_step=3", "-gradient"]


def output(program: str, *options: str, threads: str = "shuffled") -> str:
    environment = {**os.environ, "OMP_NUM_THREADS": "2", "OPSGRAD_THREADS": threads}
    result = subprocess.run([BUILD / program, *options], capture_output=True, text=True, timeout=300, env=environment, cwd=Path(__file__).parents[2])
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


def bits(text: str) -> list[str]:
    return [line for line in text.splitlines() if "hash" in line or "objective" in line]


@pytest.mark.parametrize("threads", ["forward", "reversed", "shuffled"])
def test_walls_that_are_written_and_read_are_reversed_on_the_device(threads: str) -> None:
    found = output("apps/cloverleaf/cloverleaf_cuda_host", *CLOVERLEAF, threads=threads)
    assert "the reverse of loop" not in found, found
    assert bits(found) == bits(output("apps/cloverleaf/cloverleaf_openmp", *CLOVERLEAF)) and len(bits(found)) == 2


@pytest.mark.parametrize("threads", ["forward", "reversed", "shuffled"])
def test_sums_onto_lines_and_derivatives_of_lines_are(threads: str) -> None:
    found = output("tests/adjoint/adjoint_strided_cuda_host", "-active", threads=threads)
    assert [line for line in found.splitlines() if "device code" in line and "flux" not in line] == [], found
    assert bits(found) == bits(output("tests/adjoint/adjoint_strided_openmp", "-active"))
