"""Builds batches with the installed OPSgrad, as a user would, and runs one program of one target."""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from tests.random_programs import application, plain
from tests.ranks.start import FOR_MPI, mpirun
from tests.random_programs.model import Batch

HERE = Path(__file__).parent
BUILD = Path(os.environ.get("OPSGRAD_BUILD", HERE.parents[1] / "build" / "release"))
COMPILED_WITH = ("CMAKE_CXX_COMPILER", "CMAKE_CXX_COMPILER_LAUNCHER", "CMAKE_BUILD_TYPE", "CMAKE_CXX_FLAGS", "CMAKE_CXX_FLAGS_DEBUG")


class DoesNotBuild(Exception):
    """What was said while a batch was translated or compiled."""


def must(*command: str | Path) -> None:
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode != 0:
        raise DoesNotBuild(f"{' '.join(map(str, command))}\n{result.stdout[-6000:]}{result.stderr[-6000:]}")


def cached(variable: str) -> str:
    """What the build tree was configured with."""
    match = re.search(rf"^{variable}:\w+=(.*)$", (BUILD / "CMakeCache.txt").read_text(), re.MULTILINE)
    return match[1] if match else ""


@dataclass(frozen=True)
class Built:
    """Executables of several batches in one folder."""

    folder: Path

    def has(self, batch: int, target: str) -> bool:
        return (self.folder / "build" / f"batch_{batch}_{target}").exists()

    def run(self, batch: int, target: str, program: int, *words: str, threads: int = 1, ranks: int = 1) -> str:
        """What the program printed; the signal, if it ended by one."""
        start = mpirun(ranks) if ranks > 1 else []
        result = subprocess.run([*start, self.folder / "build" / f"batch_{batch}_{target}", str(program), *words], capture_output=True, text=True,
                                timeout=240, errors="replace", env={**os.environ, **FOR_MPI, "OMP_NUM_THREADS": str(threads), "OMP_WAIT_POLICY": "passive"})
        said = "".join(line for line in result.stdout.splitlines(True) if not line.startswith("OPS"))  # notices and warnings
        return said if result.returncode in (0, 1) else f"{said}ENDED with status {result.returncode}: {result.stderr[-2000:]}"


def build(batches: list[Batch], folder: Path, targets: tuple[str, ...] = ("seq", "openmp")) -> Built:
    folders = []
    for batch in batches:
        folders.append(folder / f"batch_{batch.seed}")
        folders[-1].mkdir(parents=True)
        for name, text in (("programs.cpp", application.text(batch)), ("plain.cpp", plain.main_text(batch)), ("programs.inc", plain.programs_text(batch))):
            (folders[-1] / name).write_text(text)
    prefix = folder / "prefix"
    must("cmake", "--install", BUILD, "--prefix", prefix)
    must("cmake", "-S", HERE / "outside", "-B", folder / "build", "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={prefix}",
         f"-DBATCHES={';'.join(map(str, folders))}", f"-DTARGETS={';'.join(targets)}", *(f"-D{name}={cached(name)}" for name in COMPILED_WITH if cached(name)))
    must("cmake", "--build", folder / "build")
    return Built(folder)
