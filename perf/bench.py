"""Where the programs are that are measured, and what their bandwidth is a part of: a triad of the host, or a copy within a device's memory."""

from __future__ import annotations

import json
import math
import os
import subprocess
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import machine
from cases import Case
from reports import Refused

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "build" / "apps"
ENDLESS = 1e6  # [s]


class NoTime(Refused):
    """What is to be measured has no time left."""


def without_root(text: str) -> str:
    """Names of files as the project has them; CTest leaves the first slash out of some."""
    return text.replace(f"{ROOT}/", "").replace(f"{ROOT}/"[1:], "")


@dataclass(frozen=True)
class Bench:
    """One target in one build, on so many threads."""

    threads: int
    quick: bool = False
    target: str = "openmp"
    build: Path = BUILD
    until: float = math.inf  # by time.monotonic()

    @property
    def on_device(self) -> bool:
        return self.target != "openmp"

    @property
    def measure(self) -> str:
        return "copy" if self.on_device else "triad"

    def for_one_of(self, number: int) -> Bench:
        """With its share of the time that is left."""
        now = time.monotonic()
        return replace(self, until=now + (self.until - now) / number)

    def program(self, case: Case) -> Path:
        return self.build / "apps" / case.app.removesuffix("_float").removesuffix("_aos") / f"{case.app}_{self.target}"

    def ended(self, program: Path, *arguments: str, folder: Path = ROOT, **variables: str) -> subprocess.CompletedProcess[str]:
        """`variables`: of its environment. Raises Refused where it cannot be run, NoTime where it would take too long."""
        environment = {**os.environ, "OMP_NUM_THREADS": str(self.threads), "OMP_PROC_BIND": "true", **variables}
        line, left = f"{program.name} {' '.join(arguments)}", self.until - time.monotonic()
        if left <= 0:
            raise NoTime(f"{line}: left out, no time was left")
        try:
            return subprocess.run([program, *arguments], cwd=folder, capture_output=True, text=True, env=environment, timeout=min(left, ENDLESS))
        except subprocess.TimeoutExpired as why:
            raise NoTime(f"{line}: stopped after the {left:.0f} s that were left") from why
        except OSError as why:
            raise Refused(f"{line}: {why}") from why

    def output(self, program: Path, *arguments: str, folder: Path = ROOT, **variables: str) -> str:
        """What it prints. Raises Refused where it fails, NoTime where it would take too long."""
        result = self.ended(program, *arguments, folder=folder, **variables)
        if result.returncode:
            said = without_root(result.stdout + result.stderr)
            raise Refused(f"{program.name} {' '.join(arguments)}: ended with status {result.returncode}:\n{said[-2000:]}")
        return result.stdout

    def json(self, program: Path, *arguments: str, **variables: str) -> Any:
        return json.loads(self.output(program, *arguments, **variables).splitlines()[-1])

    def bandwidth(self) -> float:
        """[bytes/s], read and written together."""
        if self.on_device:
            return 1e9 * float(self.output(self.build / "device_copy"))
        elements = min(max(4 * machine.last_level_bytes() // 8, 1 << 24), 1 << 27)  # three arrays, each four times the last-level cache
        result = self.json(self.build / "perf" / "perf_triad", str(elements), "5" if self.quick else "20")
        return float(max(result["regular"], result["streaming"]))
