"""Two threads on two cores that another program keeps busy take at most 2.5 times as long as one thread there; with OpenMP's own waiting they took ten
times as long. It depends on timing, so it is no test: PYTHONPATH=. OPSGRAD_BUILD=build/release python3 -m pytest perf/busy_cores.py"""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterator

import pytest

from tests.apps.apps_test import executable

CORES = sorted(os.sched_getaffinity(0))[:2]


@pytest.fixture
def spinners() -> Iterator[None]:
    """A program on each of the cores that never waits."""
    running = [subprocess.Popen(["taskset", "-c", str(core), "sh", "-c", "while :; do :; done"]) for core in CORES]
    yield
    for process in running:
        process.kill()
        process.wait()


def seconds(threads: int) -> float:
    """The least of three."""
    command = ["taskset", "-c", ",".join(map(str, CORES)), executable("shallow_water", "openmp"), "-nx=150", "-ny=150", "-steps=50", "-gradient", "-json"]
    best = float("inf")
    for _ in range(3):
        begin = time.monotonic()
        subprocess.run(command, check=True, capture_output=True, timeout=300, env={**os.environ, "OMP_NUM_THREADS": str(threads)})
        best = min(best, time.monotonic() - begin)
    return best


@pytest.mark.skipif(len(CORES) < 2, reason="one core only")
def test_two_threads_bear_other_work(spinners: None) -> None:
    assert seconds(2) < 2.5 * seconds(1)
