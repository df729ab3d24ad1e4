"""Applications and programs whose loops are done tile by tile wherever possible have the bits of those whose loops are not: with tiles of any size from
one cell on, any number of threads, every kind of derivative, in steps that are kept or run again, on several processes, and on the hostile machine.

A run in which nothing was done tile by tile fails.
"""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
from pathlib import Path

import pytest

from tests.fresh import fresh_seed
from tests.hostile.hostile_test import BUILD, BURGERS, CASES, CLOVER, LBM, SOME, long, program, short
from tests.ranks.start import FOR_MPI, has_mpi, mpirun
from tests.tier import FULL, drawn_cheaply

TOLD = re.compile(r"OPS: (\d+) of \d+ deferred operations were executed tile by tile")
MORE = [("burgers", *BURGERS, "-hessian"), ("lbm", *LBM, "-slots=2"), ("cloverleaf", *CLOVER, "-slots=1")]
ALL = [case for case in [*CASES, *MORE] if case[0] != "heat_adi"]  # whose time steps are solves


def run(path: Path, words: tuple[str, ...], folder: Path, threads: int, ranks: int = 1) -> tuple[dict[str, object], int]:
    """The bits that the program ends with, and how much was done tile by tile."""
    result = subprocess.run([*(mpirun(ranks) if ranks > 1 else []), path, *words, "-gradient", "-json"], capture_output=True, text=True, timeout=600, cwd=folder,
                            env={**os.environ, **FOR_MPI, "OMP_NUM_THREADS": str(threads)})
    assert result.returncode == 0, f"{words}\n{result.stdout}{result.stderr}"
    report = json.loads([line for line in result.stdout.splitlines() if line.startswith("{")][-1])
    told = TOLD.search(result.stdout + result.stderr)
    return {key: report[key] for key in ("objective", "gradient_norm", "gradient_hash")}, int(told[1]) if told else 0


def some_tiles(numbers: random.Random, machine: str = "ordinary") -> tuple[str, ...]:
    """Sizes of tiles, or what the model likes best. Outside the full tier not many small ones on the hostile machine, which protects buffers for each."""
    choices = (1, 2, 3, 5, 8, 13, 50) if FULL or machine == "ordinary" else (5, 8, 13, 50)
    sizes = [f"OPS_TILESIZE_{axis}={numbers.choice(choices)}" for axis in "XYZ" if numbers.random() < 0.7]
    return ("OPS_TILING=force", *sizes, *(["OPS_TILING_MAXDEPTH=3"] if numbers.random() < 0.2 else []))


@pytest.mark.parametrize("case", drawn_cheaply(ALL, 6, long), ids=" ".join)
def test_tiles_leave_the_same_bits(case: tuple[str, ...], tmp_path: Path) -> None:
    numbers = random.Random(f"{case} {fresh_seed()}")
    name, words = case[0], short(case[1:])
    plain, none = run(program(name, "ordinary"), (*words, "OPS_TILING=0"), tmp_path, 1)
    assert none == 0
    for machine in ("ordinary", "ordinary", "hostile"):
        tiles, threads = some_tiles(numbers, machine), numbers.randint(1, 5)
        bits, tiled = run(program(name, machine), (*words, *tiles), tmp_path, threads)
        assert bits == plain, f"{machine} {tiles}, {threads} threads"
        assert tiled > 0 or any("MAXDEPTH" in tile for tile in tiles), f"{machine} {tiles}: nothing was done tile by tile"


@pytest.mark.skipif(not has_mpi(), reason="no MPI: the targets mpi and mpi_openmp are not built")
@pytest.mark.parametrize("case", SOME, ids=" ".join)
def test_processes_with_tiles_leave_the_same_bits(case: tuple[str, ...], tmp_path: Path) -> None:
    numbers = random.Random(f"{case} {fresh_seed()}")
    name, *words = case
    several, ranks = program(name, "hostile").with_name(f"{name}_hostile_mpi"), numbers.choice((2, 3, 4))
    tiles = (*some_tiles(numbers), f"OPS_TILING_MAXDEPTH={numbers.choice((1, 2, 3, 5, 9))}")  # parts are done beyond their edges
    plain = run(program(name, "ordinary"), (*words, "OPS_TILING=0"), tmp_path, 1)[0]
    assert run(several, (*words, *tiles), tmp_path, 1, ranks)[0] == plain, f"{ranks} processes, {tiles}"


@pytest.mark.parametrize("check", ["taylor", "dot", "poison", "loops"])
def test_checks_of_gradients_see_present_values(check: str, tmp_path: Path) -> None:
    outputs = [subprocess.run([program("burgers", "ordinary"), *BURGERS, "-gradient", f"-OPS_AD_CHECK={check}", tiling], capture_output=True, text=True,
                              timeout=300, cwd=tmp_path) for tiling in ("OPS_TILING=0", "OPS_TILING=force")]
    assert [output.returncode for output in outputs] == [0, 0], outputs
    lines = [[line for line in output.stdout.splitlines() if not re.search("seconds|peak_bytes", line) and not TOLD.search(line)] for output in outputs]
    assert lines[0] == lines[1]


def started(name: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([BUILD / "tests" / "tiling" / f"tiling_{name}_openmp", *words], capture_output=True, text=True, timeout=120, env={**os.environ, "OMP_NUM_THREADS": "2"})


def test_members_that_a_program_reads_have_present_values() -> None:
    plain, waiting, forced = (started("members", f"OPS_TILING={mode}").stdout for mode in ("0", "1", "force"))
    lines = [line for line in forced.splitlines(True) if not line.startswith("OPS")]
    assert len(lines) == 40 and len(set(lines)) == 40
    assert plain == waiting == "".join(lines)


def test_a_program_may_end_while_loops_wait() -> None:
    assert [started("unended", f"OPS_TILING={mode}").returncode for mode in ("0", "1", "force")] == [3, 3, 3]
