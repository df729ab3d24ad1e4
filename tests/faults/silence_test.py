"""No false alarms: applications and whole programs run without a warning, and the translator has nothing to say of applications."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tier import drawn

ROOT = Path(__file__).parents[2]
BUILD = Path(os.environ.get("OPSGRAD_BUILD", ROOT / "build" / "release"))
CLOVERLEAF = [f"-input={ROOT / 'tests' / 'apps' / 'cloverleaf_stable.in'}", "-ripple=0.01", "-end_step=4"]
APPLICATIONS = {
    "poisson": ["-sizex=23", "-sizey=17", "-iters=8"],
    "poisson-fixed-point": ["-sizex=23", "-sizey=17", "-iters=8", "-fixed-point"],
    "stencil1d": ["-size=101", "-points=17", "-sweeps=5"],
    "stencil1d-nonlinear": ["-size=101", "-points=3", "-sweeps=5", "-nonlinear"],
    "burgers": ["-size=21", "-steps=5"],
    "cloverleaf": CLOVERLEAF,
    "cloverleaf-differentiated": [*CLOVERLEAF, "-time-step=differentiated"],
    "wave": ["-nx=27", "-ny=26", "-steps=40", "-shots=2"],
    "wave-volume": ["-dims=3", "-nx=15", "-ny=14", "-nz=16", "-steps=30", "-sponge=3"],
    "heat_adi": ["-nx=9", "-ny=8", "-nz=7"],
    "cde": ["-ns=24", "-nv=16", "-steps=6"],
}
PROGRAMS = ["adjoint/adjoint_mixture", "adjoint/adjoint_levels", "adjoint/adjoint_copies", "adjoint/adjoint_beyond", "adjoint/adjoint_written",
            "adjoint/adjoint_events", "adjoint/adjoint_scalar_loops",
            "programs/programs_poisson", "programs/programs_poisson_fixed_point"]
# Programs whose purpose is a mistake, and what is said of them.
MEANT = {
    "adjoint/adjoint_scalars": ["scalar 'a' is overwritten at "],
}


def warnings(*command: str | Path) -> list[str]:
    result = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert result.returncode == 0, result.stdout + result.stderr
    return [line for line in (result.stdout + result.stderr).splitlines() if "warning" in line.lower()]


@pytest.mark.parametrize("name", drawn(list(APPLICATIONS), 4))
def test_applications_are_not_spoken_of(name: str) -> None:
    app = name.partition("-")[0]
    assert warnings(BUILD / "apps" / app / f"{app}_seq", *APPLICATIONS[name], "-gradient", "-json") == []


@pytest.mark.parametrize("name", [*PROGRAMS, *MEANT])
def test_programs_of_the_tests_are_not_spoken_of(name: str) -> None:
    meant = MEANT.get(name, [])
    said = warnings(BUILD / "tests" / f"{name}_seq")
    assert len(said) == len(meant) and all(due in line for due, line in zip(meant, said, strict=True)), said


@pytest.mark.parametrize("app", drawn(["burgers", "cde", "cloverleaf", "heat_adi", "poisson", "stencil1d", "wave"], 2))
def test_the_translator_has_nothing_to_say_of_applications(app: str) -> None:
    sources = sorted((ROOT / "apps" / app).glob("*.cpp"))
    include = [f"-I{ROOT}", f"-I{ROOT / 'include'}"]
    result = subprocess.run([sys.executable, "-m", "translator", "check", *sources, "--", "-std=c++20", *include], cwd=ROOT, capture_output=True,
                            text=True, timeout=300)
    assert result.returncode == 0 and result.stdout + result.stderr == ""
