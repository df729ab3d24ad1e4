"""Programs with hand-written adjoints: right, and the same bits on every target and with any number of threads."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

BUILD = Path(os.environ.get("OPSGRAD_BUILD", Path(__file__).parents[2] / "build" / "release"))
RUNS = [("seq", 1), ("checked", 2), *(("openmp", threads) for threads in (1, 2, 3))]


def output(program: Path, threads: int, *options: str) -> str:
    result = subprocess.run([program, *options], capture_output=True, text=True, timeout=300,
                            env={**os.environ, "OMP_NUM_THREADS": str(threads)})
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


@pytest.mark.parametrize("name", ["poisson", "poisson_fixed_point"])
def test_poisson_has_the_gradient_of_a_plain_program(name: str) -> None:
    programs = BUILD / "tests" / "programs"
    texts = [output(programs / f"programs_{name}_{target}", threads) for target, threads in RUNS]
    assert all("PASSED" in text and "runs the reference" not in text for text in texts), texts
    assert len({text[text.index("hash"):] for text in texts}) == 1


def hydro(program: Path, threads: int, prefix: Path, mode: str) -> tuple[dict[str, Any], dict[str, np.ndarray[Any, Any]]]:
    deck = Path(__file__).parents[1] / "apps" / "cloverleaf_stable.in"
    options = [f"-input={deck}", "-end_step=6", "-ripple=0.01", f"-time-step={mode}", "-gradient", "-json", f"-dump={prefix}"]
    report = json.loads(output(program, threads, *options).splitlines()[-1])
    return report, {name: np.load(f"{prefix}.{name}.derivative.npy") for name in ("density0", "energy0")}


@pytest.mark.parametrize("mode", ["frozen", "differentiated"])
def test_hydrodynamics_has_the_gradient_that_generated_adjoints_give(mode: str, tmp_path: Path) -> None:
    generated, expected = hydro(BUILD / "apps" / "cloverleaf" / "cloverleaf_seq", 1, tmp_path / "generated", mode)
    hashes = set()
    for target, threads in RUNS:
        report, found = hydro(BUILD / "tests" / "programs" / f"programs_hydro_{target}", threads, tmp_path / target, mode)
        assert report["objective"] == generated["objective"]
        hashes.add(report["gradient_hash"])
        for name, values in expected.items():
            np.testing.assert_allclose(found[name], values, rtol=1e-10, atol=1e-12 * np.abs(values).max())
    assert len(hashes) == 1
    assert hashes != {generated["gradient_hash"]}, "the hand-written adjoints round differently, if they are used at all"
