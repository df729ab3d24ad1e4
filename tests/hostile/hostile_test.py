"""Applications and programs on the hostile machine have the bits of the ordinary one; a planted touch of values in deciding code is named."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.ranks.start import FOR_MPI, has_mpi, mpirun
from tests.tier import FULL, drawn, drawn_cheaply

BUILD = Path(os.environ.get("OPSGRAD_BUILD", Path(__file__).parents[2] / "build" / "release"))
DECK = Path(__file__).parents[1] / "apps" / "cloverleaf_stable.in"
POISSON, BURGERS, WAVE = ("-sizex=33", "-sizey=17", "-iters=12"), ("-size=21", "-steps=12"), ("-nx=40", "-ny=32", "-steps=60")
CLOVER, LBM = (f"-input={DECK}", "-end_step=6", "-ripple=0.01"), ("-nx=27", "-ny=22", "-steps=20", "-problem=channel", "-radius=4", "-objective=drag")

CASES = [
    ("poisson", *POISSON), ("poisson", *POISSON, "-cubic"), ("poisson", *POISSON, "-fixed-point"), ("poisson", *POISSON, "-hessian"),
    ("stencil1d", "-size=77", "-points=17", "-sweeps=6", "-nonlinear"),
    ("burgers", *BURGERS), ("burgers", *BURGERS, "-slots=2"), ("burgers", *BURGERS, "-slots=2", "-OPS_AD_DISK=."),
    ("burgers", *BURGERS, "-slots=1", "-repeat=2", "-OPS_AD_MARKS=found"),
    ("cloverleaf", *CLOVER), ("cloverleaf", *CLOVER, "-slots=2"), ("cloverleaf", *CLOVER, "-time-step=differentiated"),
    ("lbm", *LBM), ("lbm_aos", *LBM), ("wave", *WAVE), ("wave", *WAVE, "-slots=3"),
    ("wave_float", *WAVE), ("programs_hydro", *CLOVER),
    ("cde", "-ns=24", "-nv=16", "-steps=6"), ("cde", "-ns=24", "-nv=16", "-steps=6", "-slots=2"), ("heat_adi", "-nx=9", "-ny=8", "-nz=7"),
]


def long(case: tuple[str, ...]) -> bool:
    """With very many loops: ten times as long as others."""
    return case[0] in ("cloverleaf", "programs_hydro")


def short(words: Sequence[str]) -> tuple[str, ...]:
    """Half of CloverLeaf's time steps outside the full tier: protecting buffers takes most of the time."""
    return tuple(words if FULL else (word.replace("-end_step=6", "-end_step=3") for word in words))


def program(name: str, machine: str) -> Path:
    if machine == "hostile":
        return BUILD / "tests" / "hostile" / f"{name}_hostile"
    folder = BUILD / "tests" / "programs" if name.startswith("programs") else BUILD / "apps" / name.removesuffix("_float").removesuffix("_aos")
    return folder / f"{name}_openmp"


def bits(path: Path, words: tuple[str, ...], folder: Path, ranks: int = 1) -> dict[str, object]:
    result = subprocess.run([*(mpirun(ranks) if ranks > 1 else []), path, *words, "-gradient", "-json"], capture_output=True, text=True, timeout=300, cwd=folder,
                            env={**os.environ, **FOR_MPI, "OMP_NUM_THREADS": "2" if ranks == 1 else "1"})
    assert result.returncode == 0, result.stdout + result.stderr
    report = json.loads([line for line in result.stdout.splitlines() if line.startswith("{")][-1])
    return {key: report[key] for key in ("objective", "gradient_norm", "gradient_hash")}


@pytest.mark.parametrize("case", drawn_cheaply(CASES, 6, long), ids=" ".join)
def test_the_hostile_machine_gives_the_same_bits(case: tuple[str, ...], tmp_path: Path) -> None:
    name, words = case[0], short(case[1:])
    assert bits(program(name, "hostile"), words, tmp_path) == bits(program(name, "ordinary"), words, tmp_path)


SEVERAL = [("poisson", *POISSON), ("burgers", *BURGERS, "-slots=2", "-OPS_AD_DISK=."), ("cloverleaf", *CLOVER, "-slots=2"), ("lbm", *LBM), ("wave", *WAVE),
           ("heat_adi", "-nx=9", "-ny=8", "-nz=7")]
SOME = drawn([case for case in SEVERAL if FULL or not long(case)], 2)  # a long one takes minutes on several processes that share two cores


@pytest.mark.skipif(not has_mpi(), reason="no MPI: the targets mpi and mpi_openmp are not built")
@pytest.mark.parametrize("case", SOME, ids=" ".join)
def test_processes_with_hostile_machines_give_the_same_bits(case: tuple[str, ...], tmp_path: Path) -> None:
    name, *words = case
    several = BUILD / "tests" / "hostile" / f"{name}_hostile_mpi"
    assert bits(several, tuple(words), tmp_path, 3) == bits(program(name, "ordinary"), tuple(words), tmp_path)


@pytest.mark.parametrize("check", ["taylor", "dot", "poison", "loops"])
def test_checks_of_gradients_ask_the_machine(check: str, tmp_path: Path) -> None:
    result = subprocess.run([program("burgers", "hostile"), *BURGERS, "-gradient", f"-OPS_AD_CHECK={check}"], capture_output=True, text=True,
                            timeout=300, cwd=tmp_path)
    assert result.returncode == 0, result.stdout + result.stderr


def test_tridiagonal_solves_are_the_machines() -> None:
    """In steps, with all of their derivatives."""
    outputs = [subprocess.run([path], capture_output=True, text=True, timeout=300)
               for path in (BUILD / "tests/adjoint/adjoint_tridiagonal_openmp", program("adjoint_tridiagonal", "hostile"))]
    assert all("PASSED" in output.stdout for output in outputs), outputs
    assert outputs[0].stdout == outputs[1].stdout


def test_what_is_allowed_runs() -> None:
    result = subprocess.run([BUILD / "tests" / "hostile" / "hostile_planted"], capture_output=True, text=True, timeout=60)
    assert result.returncode == 0 and result.stdout.endswith("done 0\n"), result.stdout + result.stderr


@pytest.mark.parametrize(("fault", "name"), [("decide", "decide_by_values"), ("late", "main")])
def test_a_touch_outside_of_the_machine_is_named(fault: str, name: str) -> None:
    result = subprocess.run([BUILD / "tests" / "hostile" / "hostile_planted", fault], capture_output=True, text=True, timeout=60)
    assert result.returncode == 86 and result.stdout == "allowed\n", result.stdout + result.stderr
    assert "touched outside of the machine" in result.stderr and name in result.stderr
