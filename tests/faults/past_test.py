"""Values that are written past the library are named by target checked, and ranges without points by every target, once per call."""

from __future__ import annotations

import os
import re
import subprocess
from functools import cache

import pytest

from tests.faults.seeded import BUILD
from tests.ranks.start import FOR_MPI, has_mpi, mpirun

BETWEEN = r"dataset 'u' was written without the library's knowledge between {} and loop 'after' at \S+past\.cpp:\d+, through dat->data or a raw pointer"


@cache
def told(target: str, name: str) -> list[str]:
    start = mpirun(2) if target == "mpi" else []
    done = subprocess.run([*start, BUILD / "tests" / "faults" / f"faults_past_{target}", name], capture_output=True, text=True, timeout=120,
                          env={**os.environ, **FOR_MPI})
    assert done.returncode == 0, done.stdout + done.stderr
    return [line for line in done.stdout.splitlines() if "warning" in line]


@pytest.mark.parametrize("target", ["openmp", "checked"])
@pytest.mark.parametrize("name", ["right", "empty", "raw"])
def test_right_programs_are_not_spoken_of(target: str, name: str) -> None:
    assert told(target, name) == []


@pytest.mark.parametrize(("name", "since"), [("member", r"loop 'fill' at \S+"), ("stale", r"loop 'fill' at \S+")])
def test_a_write_past_the_library_is_named_with_the_calls_around_it(name: str, since: str) -> None:
    lines = told("checked", name)
    assert len(lines) == 1 and re.search(BETWEEN.format(since), lines[0]), lines
    assert told("openmp", name) == []


@pytest.mark.parametrize(("name", "says"), [
    ("bounds-by-kind", r"loop 'total' \(\S+past\.cpp:\d+\) has no points: axis 0 is \[0, 0\), axis 1 is \[6, 6\); .* Did you mean \{0, 6, 0, 6\} instead of \{0, 0, 6, 6\}\?"),
    ("one-axis", r"loop 'total' \(\S+\) has no points: axis 0 is \[0, 0\), axis 1 is \[0, 6\); a range lists the beginning and the end of axis 0, then those of axis 1, and so on$"),
])
@pytest.mark.parametrize("target", ["openmp", "checked", "mpi"])
def test_a_range_without_points_is_doubted_once_per_call(target: str, name: str, says: str) -> None:
    if target == "mpi" and not has_mpi():
        pytest.skip("no MPI: the target mpi is not built")
    lines = told(target, name)
    assert len(lines) == 1 and re.search(says, lines[0]), lines
