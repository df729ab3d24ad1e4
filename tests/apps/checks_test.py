"""Every application passes every check of -OPS_AD_CHECK, without a report, and its gradient keeps its bits."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.apps.apps_test import BUILD, CASES, executable

CLOVERLEAF = [f"-input={Path(__file__).parent / 'cloverleaf_stable.in'}", "-ripple=0.01", "-end_step=2", "-time-step=frozen"]
PROGRAMS = {name: (executable(app, "openmp"), options) for name, (app, options, _) in CASES.items()} | {
    "cloverleaf": (executable("cloverleaf", "openmp"), CLOVERLEAF),
    "lbm": (executable("lbm", "openmp"), ["-nx=21", "-ny=19", "-steps=20", "-radius=4"]),
    "lbm in a volume": (executable("lbm_aos", "openmp"), ["-dims=3", "-nx=11", "-ny=10", "-nz=9", "-steps=9", "-problem=channel", "-radius=2",
                                                          "-objective=drag", "-ripple=0.02"]),
    "wave": (executable("wave", "openmp"), ["-nx=27", "-ny=26", "-steps=60", "-sponge=5", "-shots=2"]),
    "wave in a volume": (executable("wave", "openmp"), ["-dims=3", "-nx=15", "-ny=14", "-nz=16", "-steps=50", "-sponge=3", "-order=4"]),
    "heat_adi": (executable("heat_adi", "openmp"), ["-nx=9", "-ny=8", "-nz=7"]),
    "cde": (executable("cde", "openmp"), ["-ns=40", "-nv=24", "-steps=8"]),
    "hydro": (BUILD / "tests" / "programs" / "programs_hydro_openmp", CLOVERLEAF)}


def output(program: Path, *options: str) -> str:
    result = subprocess.run([program, *options, "-gradient", "-json"], capture_output=True, text=True, timeout=300,
                            env={**os.environ, "OMP_NUM_THREADS": "2"})
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


def gradient_hash(text: str) -> str:
    return text[text.index("gradient_hash"):].split(",")[0]


@pytest.mark.parametrize("name", PROGRAMS)
def test_every_check_passes_and_changes_no_bit(name: str) -> None:
    program, options = PROGRAMS[name]
    text = output(program, *options, "-OPS_AD_CHECK=taylor,dot,loops,poison")
    assert "WRONG" not in text and "failed" not in text, text
    assert "Loop test" in text and "\npassed: " in text
    assert "Poison test: passed" in text
    for test in ("Dot-product", "Taylor"):  # an external function has no tangent, and is not run again
        assert f"{test} test" in text and (f"{test} test: not possible" in text) == ("-fixed-point" in options), text
    assert gradient_hash(text) == gradient_hash(output(program, *options))


def test_hand_written_adjoints_are_tested_unasked() -> None:
    program, options = PROGRAMS["hydro"]
    text = output(program, *options, "-OPS_AD_CHECK=taylor")
    assert sum("_adjoint" in line for line in text.splitlines()) > 50 and "  generated  " not in text, text
