"""The derivative of a largest value finds its point where states on disk are off as well."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

BUILD = Path(os.environ.get("OPSGRAD_BUILD", Path(__file__).parents[2] / "build" / "release"))


def run(target: str, *options: str) -> str:
    result = subprocess.run([BUILD / "tests" / "adjoint" / f"adjoint_lossy_{target}", *options], capture_output=True, text=True,
                            timeout=300, env={**os.environ, "OMP_NUM_THREADS": "2"})
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


def number(text: str, before: str) -> float:
    found = re.search(rf"{before} (\S+)", text)
    assert found, text
    return float(found[1])


@pytest.mark.parametrize("target", ["seq", "openmp", "checked"])
def test_the_error_follows_the_bound(target: str, tmp_path: Path) -> None:
    right = number(run(target), "^gradient")
    for bound in (1e-3, 1e-6, 1e-9):
        text = run(target, f"-OPS_AD_DISK={tmp_path}", f"-OPS_AD_LOSSY={bound}", "-OPS_AD_CHECK=lossy")
        assert 0 < number(text, "the gradient is off by up to") < 100 * bound, text
        assert abs(number(text, "\ngradient") - right) < 100 * bound * right, text
