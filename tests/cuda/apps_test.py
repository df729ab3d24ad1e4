"""Applications have the bits of target openmp when the kernels of target cuda run on the host, in any order of threads."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.cuda.cases import BURGERS, CASES, CLOVER, LBM, POISSON

BUILD = Path(os.environ.get("OPSGRAD_BUILD", Path(__file__).parents[2] / "build" / "release"))


def run(name: str, target: str, words: tuple[str, ...], folder: Path, order: str = "forward") -> subprocess.CompletedProcess[str]:
    path = BUILD / "apps" / name.removesuffix("_aos") / f"{name}_{target}"
    result = subprocess.run([path, *words], capture_output=True, text=True, timeout=300, cwd=folder,
                            env={**os.environ, "OMP_NUM_THREADS": "2", "OPSGRAD_THREADS": order})
    assert result.returncode == 0, result.stdout + result.stderr
    return result


def bits(name: str, target: str, words: tuple[str, ...], folder: Path, order: str = "forward") -> dict[str, object]:
    report = json.loads(run(name, target, (*words, "-gradient", "-json"), folder, order).stdout.splitlines()[-1])
    return {key: report[key] for key in ("objective", "gradient_norm", "gradient_hash")}


@pytest.mark.parametrize("case", CASES, ids=" ".join)
def test_kernels_have_the_bits_of_openmp_in_any_order_of_threads(case: tuple[str, ...], tmp_path: Path) -> None:
    name, *words = case
    expected = bits(name, "openmp", tuple(words), tmp_path)
    for order in ("reversed", "shuffled"):
        assert bits(name, "cuda_host", tuple(words), tmp_path, order) == expected, order


@pytest.mark.parametrize("check", ["taylor", "dot", "poison", "loops"])
def test_checks_of_gradients_ask_the_machine(check: str, tmp_path: Path) -> None:
    run("burgers", "cuda_host", (*BURGERS, "-gradient", f"-OPS_AD_CHECK={check}"), tmp_path, "shuffled")


def test_loops_are_compared_with_the_reference_on_copies(tmp_path: Path) -> None:
    run("cloverleaf", "cuda_host", (*CLOVER, "-OPS_CHECK"), tmp_path)


def test_the_time_loops_are_device_code(tmp_path: Path) -> None:
    """Forward and reversed; what sets up coordinates in lower-dimensional data, and its reverse, is not."""
    for name, words in (("poisson", POISSON), ("burgers", BURGERS), ("lbm", LBM)):
        assert "no device code" not in run(name, "cuda_host", (*words, "-gradient"), tmp_path).stderr
    said = run("cloverleaf", "cuda_host", CLOVER, tmp_path).stderr.splitlines()
    assert said and all("start.cpp" in line for line in said), "\n".join(said)
