"""By hand: python3 -m tests.outside.reach [folder]: which programs reach what no other reaches, of the translator and of the library.

Needs GCC, and coverage of PyPI or Debian's python3-coverage. The library is built with counters, once; each program is translated, built and run for
targets openmp and mpi (on two processes). What it reaches are arcs between lines of the translator, and counters of the library that are not zero. Then
programs are chosen, always the one with the most new reach for its lines. An hour on two cores; what is in the folder is not done again.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Hashable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.counters import arcs, counters
from tests.outside.programs import HERE, PROGRAMS
from tests.ranks.start import FOR_MPI, mpirun

ROOT = HERE.parents[1]
ENOUGH = 0.999  # of what all programs reach
PYTHON = """#!/bin/sh
if [ "$1" = -m ] && [ -n "$COVERAGE_FILE" ]; then exec {python} -m coverage run --branch --parallel-mode --source=translator "$@"; fi
exec {python} "$@"
"""


def prepared(folder: Path) -> None:
    """The library with counters, and the programs configured."""
    if (folder / "ready").exists():
        return
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "python").write_text(PYTHON.format(python=sys.executable))
    (folder / "python").chmod(0o755)
    flags = "-O0 --coverage -fprofile-update=prefer-atomic"
    for command in (["cmake", "-G", "Ninja", "-S", ROOT, "-B", folder / "library", "-DCMAKE_BUILD_TYPE=None", "-DOPSGRAD_TESTS=OFF", "-DOPSGRAD_APPS=OFF",
                     f"-DCMAKE_CXX_FLAGS={flags}", f"-DCMAKE_INSTALL_PREFIX={folder / 'prefix'}"],
                    ["cmake", "--build", folder / "library", "--target", "install"],
                    ["cmake", "-G", "Ninja", "-S", HERE, "-B", folder / "build", "-DCMAKE_BUILD_TYPE=None", "-DCMAKE_CXX_FLAGS=-O0",
                     "-DCMAKE_EXE_LINKER_FLAGS=--coverage", f"-DCMAKE_PREFIX_PATH={folder / 'prefix'}", f"-DOPSGRAD_PYTHON={folder / 'python'}", f"-DPROGRAMS={';'.join(PROGRAMS)}", "-DTARGETS=openmp;mpi"]):
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    (folder / "ready").touch()


def run(folder: Path, path: str) -> None:
    """Translates, builds and runs a program, unless that is done."""
    name, kept = Path(path).name, folder / "reached" / Path(path).name
    if (kept / "done").exists():
        return
    shutil.rmtree(kept, ignore_errors=True)
    (kept / "run").mkdir(parents=True)
    counted = {**os.environ, "COVERAGE_FILE": str(kept / "arcs")}
    subprocess.run(["cmake", "--build", folder / "build", "--target", f"{name}_openmp", f"{name}_mpi"], env=counted, capture_output=True)
    environment = {**os.environ, **FOR_MPI, "OMP_NUM_THREADS": "1", "GCOV_PREFIX": str(kept / "counters")}
    for start in ([folder / "build" / f"{name}_openmp"], [*mpirun(2), folder / "build" / f"{name}_mpi"]):
        try:
            subprocess.run(start, cwd=kept / "run", env=environment, capture_output=True, timeout=240)
        except (subprocess.TimeoutExpired, OSError) as problem:
            print(f"{path}: {problem}", flush=True)
    shutil.rmtree(kept / "run")
    (kept / "done").touch()


def reach(folder: Path, path: str) -> set[Hashable]:
    kept = folder / "reached" / Path(path).name
    found: set[Hashable] = {(file.name, *counter) for file in kept.rglob("*.gcda") for counter in counters(file)}
    for file in kept.glob("arcs.*"):
        found.update((source.rpartition("translator/")[2], arc) for source, arc in arcs(file))
    return found


def lines(path: str) -> int:
    files = [HERE / f"{path}.cpp", *(file for file in (HERE / path).rglob("*") if file.is_file())]
    return sum(len(file.read_text().splitlines()) for file in files)


def main(folder: Path) -> None:
    prepared(folder)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for number, _ in enumerate(pool.map(lambda path: run(folder, path), PROGRAMS), 1):
            print(f"\r{number} of {len(PROGRAMS)} programs", end="", flush=True)
    reached = {path: reach(folder, path) for path in PROGRAMS}
    everything = set().union(*reached.values())
    covered: set[Hashable] = set()
    total = 0
    print(f"\n{len(everything)} arcs and counters; {sum(map(lines, PROGRAMS))} lines")
    while len(covered) < ENOUGH * len(everything):
        path = max(reached, key=lambda path: len(reached[path] - covered) / lines(path))
        covered |= reached.pop(path)
        total += lines(path)
        print(f"{path}: {total} lines reach {len(covered) / len(everything):.4f}")
    print("not needed:", " ".join(reached))


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else Path(tempfile.mkdtemp()))
