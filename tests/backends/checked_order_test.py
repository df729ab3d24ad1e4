"""Where mistakes are looked for, a loop whose result depends on the order of its points is named, once, and the program goes on."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

BUILD = Path(os.environ.get("OPSGRAD_BUILD", Path(__file__).parents[2] / "build" / "release"))


def warnings(target: str, *words: str) -> list[str]:
    done = subprocess.run([BUILD / "tests" / "backends" / f"checked_order_{target}", *words], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return [line for line in done.stdout.splitlines() if line.startswith("OPS warning")]


@pytest.mark.parametrize("target", (("checked",), ("seq", "-OPS_CHECK"), ("openmp", "-OPS_CHECK")))
def test_a_sweep_in_place_is_named(target: tuple[str, ...]) -> None:
    (told,) = warnings(target[0], "sweep", *target[1:])
    assert "loop 'sweep' (" in told and "checked_order.cpp:" in told and "dataset 'u' (argument 1) at offset (" in told
    assert "depends on the target and the number of threads: a point reads cell (" in told
    assert told.endswith("and another point may write this cell (argument 1): the result depends on the order of the points")


@pytest.mark.parametrize("target", (("checked",), ("seq", "-OPS_CHECK"), ("openmp", "-OPS_CHECK")))
@pytest.mark.parametrize("word", ("red", "apart", "looked"))
def test_points_that_read_what_none_writes_are_fine(target: tuple[str, ...], word: str) -> None:
    assert warnings(target[0], word, *target[1:]) == []


def test_nothing_is_said_where_nobody_asks() -> None:
    assert warnings("seq", "sweep") == []
