"""Launches that wait run in any order that what they touch allows, when the host waits: bits of target openmp; how often the host waits, how many
launches run beside one another, and which sequences are graphs."""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.cuda.apps_test import BUILD, run
from tests.cuda.cases import CLOVER

UNWATCHED = "-OPS_SENTINEL=0"  # what is compared on copies is launched and waited for, too
ORDERS = ("forward", "reversed", "shuffled")
SAID = re.compile(r"device: (\d+) launches, (\d+) consecutive, (\d+) batches, (\d+) waits, (\d+) graphs made, (\d+) graphs launched, (\d+) kernels patched")


@dataclass(frozen=True)
class Counts:
    """Of a program: launches; those that had to be done one after another; waits of the host."""

    launches: int
    in_a_row: int
    batches: int
    waits: int
    made: int
    launched: int
    patched: int


def counts(said: str) -> Counts:
    found = SAID.search(said)
    assert found is not None, said
    return Counts(*map(int, found.groups()))


def order(target: str, *words: str, threads: str = "forward") -> subprocess.CompletedProcess[str]:
    result = subprocess.run([BUILD / "tests" / "cuda" / f"cuda_order_{target}", *words], capture_output=True, text=True, timeout=120,
                            env={**os.environ, "OMP_NUM_THREADS": "2", "OPSGRAD_THREADS": threads, "OPSGRAD_LAUNCHES": "1"})
    assert result.returncode == 0, result.stdout + result.stderr
    return result


@pytest.mark.parametrize("words", [("1",), ("12",), ("70", "values")], ids=" ".join)
def test_small_loops_have_the_bits_of_openmp_in_any_order(words: tuple[str, ...]) -> None:
    """70 steps: more loops than a handle waits for."""
    expected = order("openmp", *words).stdout
    assert "u 0x" in expected and ("d 0x" in expected) == (len(words) == 1)
    for threads in ORDERS:
        assert order("cuda_host", *words, threads=threads).stdout == expected, threads


def test_nobody_waits_for_a_total_before_it_is_read() -> None:
    """Of 12 steps, three read what two loops have left; 36 other loops with reductions do not wait."""
    twelve, more = (counts(order("cuda_host", steps, "values", UNWATCHED).stderr) for steps in ("12", "24"))
    assert more.waits - twelve.waits == 3
    assert more.launches - twelve.launches > 500


def test_walls_of_different_fields_run_beside_one_another() -> None:
    """Six fields: a step is 24 loops at walls, four of which have to follow one another."""
    twelve, more = (counts(order("cuda_host", steps, "values", UNWATCHED).stderr) for steps in ("12", "24"))
    assert (more.in_a_row - twelve.in_a_row) * 4 < more.launches - twelve.launches


def test_steps_are_graphs() -> None:
    short, long = (counts(order("cuda_host", steps, "values", UNWATCHED).stderr) for steps in ("24", "60"))
    assert long.made <= short.made + 2
    assert long.launched > short.launched
    assert 0 < long.patched - short.patched < long.launches - short.launches


def test_an_applications_steps_wait_where_they_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """CloverLeaf: once in a step, for the time step."""
    monkeypatch.setenv("OPSGRAD_LAUNCHES", "1")
    few, many = (counts(run("cloverleaf", "cuda_host", (CLOVER[0], f"-end_step={steps}", CLOVER[2], UNWATCHED), tmp_path).stderr) for steps in (4, 8))
    assert many.waits - few.waits <= 4
    assert (many.in_a_row - few.in_a_row) * 2 < many.launches - few.launches
