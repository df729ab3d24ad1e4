"""Totals of our schedules against those of the package checkpoint_schedules, which plans by other means."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

BUILD = Path(os.environ.get("OPSGRAD_BUILD", Path(__file__).parents[4] / "build" / "release"))
sys.path.append(str(Path(__file__).parents[4] / "build" / "oracles"))  # where scripts/install.sh --tests puts it
package: Any = importlib.import_module("checkpoint_schedules") if importlib.util.find_spec("checkpoint_schedules") else None
pytestmark = pytest.mark.skipif(package is None, reason="checkpoint_schedules is not here: bash scripts/install.sh --tests fetches it")


def ours(cases: list[tuple[str, int, int, int]]) -> list[tuple[int, int, int]]:
    """Executed steps, disk writes and disk reads of each (kind, steps, slots in memory, slots on disk)."""
    text = "".join(f"{kind} {steps} {memory} {disk}\n" for kind, steps, memory, disk in cases)
    program = BUILD / "tests" / "ops" / "derivatives" / "checkpoints" / "checkpoint_totals"
    lines = subprocess.run([program], input=text, text=True, capture_output=True, check=True).stdout.splitlines()
    assert len(lines) == len(cases)
    return [(int(a), int(b), int(c)) for a, b, c in (line.split() for line in lines)]


def actions(schedule: Any) -> Iterator[Any]:
    while not schedule.is_exhausted:
        yield next(schedule)


def theirs(schedule: Any) -> tuple[int, int, int]:
    executed = writes = reads = 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # it says that numba is not here
        for action in actions(schedule):
            if isinstance(action, package.Forward):
                executed += action.n1 - action.n0
                writes += action.write_ics and action.storage == package.StorageType.DISK
            elif isinstance(action, (package.Copy, package.Move)):
                reads += action.from_storage == package.StorageType.DISK
    return executed, writes, reads


def compare(kind: str, steps: list[int], slots: list[tuple[int, int]], schedule: Any) -> None:
    cases = [(kind, n, memory, disk) for n in steps for memory, disk in slots]
    for case, (executed, _, _) in zip(cases, ours(cases), strict=True):
        assert executed == theirs(schedule(*case[1:]))[0], case


def test_revolve() -> None:
    slots = [(s, 0) for s in (1, 2, 3, 5, 8, 20, 100)]
    compare("revolve", [*range(1, 30), 56, 100, 171], slots, lambda n, memory, disk: package.MultistageCheckpointSchedule(n, memory, disk))
    compare("revolve", [*range(2, 30), 56, 100], slots, lambda n, memory, _: package.Revolve(n, memory))


def test_mixed() -> None:
    slots = [(s, 0) for s in (1, 2, 3, 5, 8, 20, 100)]
    compare("mixed", [*range(1, 30), 56, 100], slots, lambda n, memory, _: package.MixedCheckpointSchedule(n, memory))


def test_memory_and_disk() -> None:
    """The same steps; and, over all, not more writes and reads on disk."""
    slots = [(1, 1), (1, 4), (3, 2), (2, 6), (10, 10), (40, 10), (10, 40)]
    cases = [("revolve", n, memory, disk) for n in [*range(1, 30), 56, 100, 171] for memory, disk in slots]
    mine = ours(cases)
    other = [theirs(package.MultistageCheckpointSchedule(*case[1:])) for case in cases]
    assert [total[0] for total in mine] == [total[0] for total in other]
    assert sum(writes + reads for _, writes, reads in mine) <= sum(writes + reads for _, writes, reads in other)
