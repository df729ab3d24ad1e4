"""Programs of this folder, run as they are, and killed at any moment until they have ended."""

from __future__ import annotations

import os
import random
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from tests.fresh import fresh_seed
from tests.tier import FULL

BUILD = Path(os.environ.get("OPSGRAD_BUILD", Path(__file__).parents[2] / "build" / "release"))
KILLS = int(os.environ.get("OPSGRAD_KILLS", "8" if FULL else "4"))
TWO_THREADS = {"OMP_NUM_THREADS": "2", "OMP_WAIT_POLICY": "passive"}


def command(program: str, file: Path, *words: str) -> list[str]:
    return [str(BUILD / "tests" / "restart" / f"restart_{program}"), f"-file={file}", *words]


def bits(text: str) -> str:
    """The line with what a program ends with."""
    found = [line for line in text.splitlines() if line.startswith("bits ")]
    assert len(found) == 1, text
    return found[0]


def kill_often(whole: list[str], chosen: Callable[[random.Random], list[str]], folder: Path) -> None:
    """Runs `whole`, then what `chosen` draws, killed up to three times each, until there have been KILLS: all have to end with the same bits."""
    choose = random.Random(fresh_seed())
    begun = time.perf_counter()
    expected = bits(subprocess.run(whole, capture_output=True, text=True, timeout=120, cwd=folder, env={**os.environ, **TWO_THREADS}).stdout)
    seconds = time.perf_counter() - begun
    kills = returns = 0
    while kills < KILLS or (returns == 0 and kills < 40):  # on a busy machine a kill may come before the first state
        words = chosen(choose)
        for soon in (True, True, True, False):  # what is killed on its way back has to make that way again
            process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=folder, env={**os.environ, **TWO_THREADS})
            try:
                out, err = process.communicate(timeout=choose.uniform(0.2, 1.5) * seconds if soon else 240)
            except subprocess.TimeoutExpired:
                process.kill()
                out, err = process.communicate()
                kills += 1
            returns += "goes back" in err
            if process.returncode == 0:
                break
            assert process.returncode == -9, err
        assert bits(out) == expected, (words, fresh_seed(), err)
    assert returns > 0
