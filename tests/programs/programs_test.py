"""Programs with hand-written adjoints: right, and the same bits on every target and with any number of threads."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.ranks.start import has_mpi, start

DECK = Path(__file__).parents[1] / "apps" / "cloverleaf_stable.in"
BUILD = Path(os.environ.get("OPSGRAD_BUILD", Path(__file__).parents[2] / "build" / "release"))
RUNS_OF_HYDRO = [("seq", 1), *(("openmp", threads) for threads in (1, 2, 3))]
RUNS = [*RUNS_OF_HYDRO, ("checked", 2)]


def output(program: Path, threads: int, *options: str) -> str:
    result = subprocess.run([program, *options], capture_output=True, text=True, timeout=300,
                            env={**os.environ, "OMP_NUM_THREADS": str(threads)})
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


@pytest.mark.parametrize("name", ["poisson", "poisson_fixed_point"])
def test_poisson_has_the_gradient_of_a_plain_program(name: str) -> None:
    programs = BUILD / "tests" / "programs"
    texts = [output(programs / f"programs_{name}_{target}", threads) for target, threads in RUNS]
    assert all("PASSED" in text and "the reference implementation is used" not in text for text in texts), texts
    assert len({text[text.index("hash"):] for text in texts}) == 1
    if has_mpi():
        assert start(programs / f"programs_{name}_mpi", (), 3).lines == set(texts[0].splitlines())


def hydro(program: Path, threads: int, prefix: Path, mode: str) -> tuple[dict[str, Any], dict[str, np.ndarray[Any, Any]]]:
    options = [f"-input={DECK}", "-end_step=6", "-ripple=0.01", f"-time-step={mode}", "-gradient", "-json", f"-dump={prefix}"]
    report = json.loads(output(program, threads, *options).splitlines()[-1])
    return report, {name: np.load(f"{prefix}.{name}.derivative.npy") for name in ("density0", "energy0")}


@pytest.mark.parametrize("mode", ["frozen", "differentiated"])
def test_hydrodynamics_has_the_gradient_that_generated_adjoints_give(mode: str, tmp_path: Path) -> None:
    generated, expected = hydro(BUILD / "apps" / "cloverleaf" / "cloverleaf_seq", 1, tmp_path / "generated", mode)
    hashes = set()
    for target, threads in RUNS_OF_HYDRO:
        report, found = hydro(BUILD / "tests" / "programs" / f"programs_hydro_{target}", threads, tmp_path / target, mode)
        assert report["objective"] == generated["objective"]
        hashes.add(report["gradient_hash"])
        for name, values in expected.items():
            np.testing.assert_allclose(found[name], values, rtol=1e-10, atol=1e-12 * np.abs(values).max())
    assert len(hashes) == 1
    assert hashes != {generated["gradient_hash"]}, "the hand-written adjoints round differently, if they are used at all"


MISTAKES = {  # made in CMakeLists.txt: kernel, and the dataset whose derivative comes out wrong
    "accelerate": {"density0"},
    "viscosity_kernel": {"pressure"},
    "advec_cell_update_x": {"mass_flux_x"},
    "advec_mom_flux_x": {"xvel1", "yvel1"},
    "update_halo_yvel_bottom1": {"yvel0"},
    "field_summary_kernel": {"xvel0", "yvel0"},
}


def checked(program: str) -> subprocess.CompletedProcess[str]:
    options = [f"-input={DECK}", "-end_step=3", "-ripple=0.01", "-gradient", "-OPS_AD_CHECK=loops"]
    return subprocess.run([BUILD / "tests" / "programs" / program, *options], capture_output=True, text=True, timeout=300)


def test_mistakes_in_adjoint_kernels_are_named_by_kernel_and_argument() -> None:
    result = checked("programs_hydro_planted_seq")
    assert result.returncode == 1, result.stdout + result.stderr
    wrong = {line.split()[0] for line in result.stdout.splitlines() if line.endswith("WRONG")}
    assert wrong == set(MISTAKES)
    named: dict[str, set[str]] = {}
    for kernel, output, own, other in re.findall(
            r"kernel '(\w+)': \1_adjoint gives a wrong derivative of '(\w+)' \(argument \d+\) with respect to"
            r" (?:(the values that '\w+' \(argument \d+\) had before the loop)|'(\w+)' \(argument \d+\))", result.stdout):
        named.setdefault(kernel, set()).add(output if own else other)
    assert set(named) == set(MISTAKES)
    for kernel, datasets in named.items():
        assert datasets <= MISTAKES[kernel], kernel
    first = result.stderr.splitlines()[0]
    assert any(f"kernel '{kernel}': {kernel}_adjoint" in first for kernel in MISTAKES), first


def test_right_adjoint_kernels_are_not_complained_of() -> None:
    result = checked("programs_hydro_seq")
    assert result.returncode == 0, result.stdout + result.stderr
    assert "WRONG" not in result.stdout
    assert re.search(r"passed: \d+ calls of \d+ loops", result.stdout), result.stdout
