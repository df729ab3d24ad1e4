"""Transfers of halos, their tangents and their reverse as passes of the device: the bits of target openmp, in any order of threads."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.cuda.apps_test import BUILD


def lines(target: str, words: tuple[str, ...], folder: Path, order: str = "forward") -> str:
    program = BUILD / "tests" / "cuda" / f"cuda_turned_{target}"
    result = subprocess.run([program, *words], capture_output=True, text=True, timeout=120, cwd=folder,
                            env={**os.environ, "OMP_NUM_THREADS": "2", "OPSGRAD_THREADS": order})
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


@pytest.mark.parametrize("words", [(), ("-OPS_AD_CHECK=dot",)], ids=["values and derivatives", "tangents"])
def test_turned_halos_between_double_and_float(words: tuple[str, ...], tmp_path: Path) -> None:
    """Two blocks that lie across each other, flips, a halo whose sides meet: values, gradients, tangents and second derivatives as they are printed."""
    expected = lines("openmp", words, tmp_path)
    assert len(expected.splitlines()) > (300 if not words else 3)
    for order in ("reversed", "shuffled"):
        assert lines("cuda_host", words, tmp_path, order) == expected, order
