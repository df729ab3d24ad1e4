"""The part of the wall time in which a device runs no kernel, from when each kernel began and ended (micro/kernel_times.cpp)."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from pathlib import Path

from bench import Bench
from cases import Case
from reports import Refused

LIBRARY = "libkernel_times.so"  # of a build folder; made where NVIDIA's CUPTI is
Times = Iterable[tuple[int, int]]


def are_timed(bench: Bench) -> bool:
    return (bench.build / LIBRARY).exists()


def running(times: Times) -> float:
    """[s] in which at least one kernel runs. `times`: begin and end of each [ns]."""
    total, until = 0, 0
    for begin, end in sorted(times):
        total += max(end - max(begin, until), 0)
        until = max(until, end)
    return 1e-9 * total


def read(lines: str) -> list[tuple[int, int]]:
    return [(int(begin), int(end)) for begin, end in (line.split() for line in lines.splitlines())]


def of_runs(bench: Bench, case: Case, options: tuple[str, ...], runs: int) -> float:
    """[s] of kernels in a process that computes `runs` times."""
    with tempfile.TemporaryDirectory() as folder:
        times = Path(folder) / "times"
        bench.output(bench.program(case), *case.options, *options, "-json", f"-repeat={runs}",
                     CUDA_INJECTION64_PATH=str(bench.build / LIBRARY), OPSGRAD_KERNEL_TIMES=str(times))
        if not times.exists():
            raise Refused(f"{bench.program(case).name}: {LIBRARY} has written no times")
        return running(read(times.read_text()))


def idle(bench: Bench, case: Case, options: tuple[str, ...], wall: float) -> float:
    """Part of `wall`, which a run takes when nobody looks. What a process does once, and what its first run does more than others, does not count."""
    return 1.0 - (of_runs(bench, case, options, 4) - of_runs(bench, case, options, 2)) / (2 * wall)
