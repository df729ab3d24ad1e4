"""By hand: python3 -m tests.ranks.whole [ranks ..]: the programs of tests/adjoint that were written for one process, on several (2, 3 and 4).

They fetch a process's part and take it for the whole. whole.h lets them see all cells; what they print then has the bits of one process.
Needs a build tree (OPSGRAD_BUILD). Prints a line for each program.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.random_programs.build import BUILD
from tests.ranks.start import Run, start

ROOT = Path(__file__).parents[2]
ADJOINT = ROOT / "tests" / "adjoint"


def told(run: Run) -> frozenset[str]:
    return frozenset(line for line in run.lines if not re.search("checkpoint|bytes", line))


def chosen() -> list[str]:
    """Sources of programs that are not built for several processes."""
    added = re.findall(r"^ops_add_app\(.*? SOURCES (\w+)\.cpp (.*)\)$", (ADJOINT / "CMakeLists.txt").read_text(), re.MULTILINE)
    return sorted({name for name, targets in added if "OPSGRAD_SEVERAL" not in targets})


def build(names: list[str], folder: Path) -> Path:
    shutil.copytree(ADJOINT, folder / "src")
    for name in names:
        source = folder / "src" / f"{name}.cpp"
        lines = source.read_text().splitlines()
        last = max(n for n, line in enumerate(lines) if line.startswith("#include"))
        source.write_text("\n".join([*lines[: last + 1], '#include "tests/ranks/whole.h"', *lines[last + 1 :], ""]))
    apps = "".join(f"ops_add_app({name} SOURCES src/{name}.cpp TARGETS openmp mpi INCLUDE_DIRECTORIES ${{CMAKE_SOURCE_DIR}}/src {ROOT})\n" for name in names)
    (folder / "CMakeLists.txt").write_text(f"cmake_minimum_required(VERSION 3.25)\nproject(whole LANGUAGES CXX)\nfind_package(OPSgrad 0.1 REQUIRED)\n{apps}")
    for command in (["cmake", "--install", BUILD, "--prefix", folder / "prefix"],
                    ["cmake", "-S", folder, "-B", folder / "build", "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={folder / 'prefix'}", "-DCMAKE_BUILD_TYPE=Release"],
                    ["cmake", "--build", folder / "build"]):
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return folder / "build"


def main(ranks: list[int]) -> int:
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        names = chosen()
        programs = build(names, Path(folder))
        for name in names:
            one = start(programs / f"{name}_openmp", (), folder=Path(folder))
            many = {n: start(programs / f"{name}_mpi", (), n, folder=Path(folder)) for n in ranks}
            other = [n for n, run in many.items() if run.status != one.status or told(run) != told(one)]
            wrong += len(other)
            print(f"{name}: {f'differs on {other}' if other else 'the same'}", flush=True)
    print(f"{len(names)} programs on {ranks} processes, {wrong} runs wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main([int(word) for word in sys.argv[1:]] or [2, 3, 4]))
