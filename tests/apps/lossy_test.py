"""Gradients with states on disk that are off: as far as the bound lets them, and as far as the check says."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import numpy as np
import pytest

from tests.apps.apps_test import executable, run
from tests.apps.memory_test import CASES, least_budget

INPUTS = {"burgers": ["u", "v"], "wave": ["velocity"], "cloverleaf-differentiated": ["density0", "energy0"]}
BOUNDS = [1e-5, 1e-7, 1e-9]


def output(name: str, *more: str, status: int = 0) -> str:
    app, options = CASES[name]
    result = subprocess.run([executable(app, "openmp"), *options, "-gradient", *more], capture_output=True, text=True, timeout=300,
                            env={**os.environ, "OMP_NUM_THREADS": "1"})
    assert result.returncode == status, result.stdout + result.stderr
    return result.stdout + result.stderr


def gradient(name: str, folder: Path, *more: str) -> tuple[dict[str, np.ndarray], str]:
    folder.mkdir()
    text = output(name, f"-dump={folder / 'out'}", *more)
    return {dataset: np.load(folder / f"out.{dataset}.derivative.npy") for dataset in INPUTS[name]}, text


def lossy(name: str, folder: Path, bound: float) -> list[str]:
    """Little memory, with room for the exact state that the test of the error compares with."""
    app, options = CASES[name]
    return [f"-OPS_AD_MEMORY={2 * least_budget(app, options)}", f"-OPS_AD_DISK={folder}", f"-OPS_AD_LOSSY={bound}"]


def off(found: np.ndarray, right: np.ndarray) -> float:
    return float(np.abs(found - right).max() / np.abs(right).max())


@pytest.mark.parametrize("name", INPUTS)
def test_the_error_follows_the_bound_and_is_what_is_reported(name: str, tmp_path: Path) -> None:
    right, _ = gradient(name, tmp_path / "right")
    before = 10.0
    for bound in BOUNDS:
        found, text = gradient(name, tmp_path / f"{bound}", *lossy(name, tmp_path, bound), "-OPS_AD_CHECK=lossy")
        error = max(off(found[dataset], right[dataset]) for dataset in right)
        assert 0 < error < min(2000 * bound, before / 10), (bound, error)
        before = error
        for dataset in right:
            row = re.search(rf"^dataset '{dataset}' +(\S+) +(\S+)$", text, re.MULTILINE)
            assert row and float(row[2]) == pytest.approx(off(found[dataset], right[dataset]), rel=1e-3), text
        assert f"-OPS_AD_LOSSY={bound:g}: derivatives are approximate" in text, text


@pytest.mark.parametrize("name", ["burgers", "wave"])
def test_a_run_can_be_repeated_and_a_check_changes_no_bit(name: str, tmp_path: Path) -> None:
    app, options = CASES[name]
    runs = [run(app, "openmp", *options, "-gradient", *lossy(name, tmp_path, 1e-4), *more, threads=threads)["gradient_hash"]
            for more in ([], ["-OPS_AD_CHECK=lossy"], ["-OPS_AD_DISK_LIMIT=10GB"]) for threads in (1, 2)]
    assert len(set(runs)) == 1
    assert runs[0] != run(app, "openmp", *options, "-gradient", threads=1)["gradient_hash"]


def test_with_memory_enough_nothing_is_off(tmp_path: Path) -> None:
    options = [f"-OPS_AD_DISK={tmp_path}", "-OPS_AD_LOSSY=1e-3", "-OPS_AD_MEMORY=1GB"]
    assert "the gradient is exact: no step had to run again" in output("burgers", *options, "-OPS_AD_CHECK=lossy")
    assert "approximate" not in output("burgers", *options)


def test_options_that_cannot_be_are_errors(tmp_path: Path) -> None:
    assert "needs -OPS_AD_DISK=directory" in output("burgers", "-OPS_AD_LOSSY=1e-3", status=1)
    assert "expected OPS_AD_LOSSY=a number above 0 and below 1" in output("burgers", "-OPS_AD_LOSSY=2", f"-OPS_AD_DISK={tmp_path}", status=1)
