"""By hand: python3 -m tests.ranks.whole [at once] [name ..]: programs of tests that were written for one process, in the arrangements of all.py.

They fetch a process's part and take it for the whole: whole.h lets them see all cells. What they print then has the bits of one process.
Those of tests/adjoint, tests/conformance, and the application with adjoints by hand of tests/programs.
Needs a build tree (OPSGRAD_BUILD). Prints what differs, and how many runs were the same.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.ranks.all import Program, compare, named
from tests.ranks.start import BUILD

ROOT = Path(__file__).parents[2]
HYDRO = ("cloverleaf", "input", "fields", "start", "halo", "time_step", "lagrangian", "advection", "summary")
WORDS = {
    "programs_hydro": (f"-input={ROOT}/tests/apps/cloverleaf_stable.in", "-end_step=6", "-ripple=0.01", "-gradient", "-json"),
    "adjoint_replayed": ("everything",),  # takes its first word for a choice
}
ONE_PROCESS = ("cpp_form",)  # an instance for each of two threads


def apps() -> Iterator[tuple[str, str]]:
    """Names, and what ops_add_app is told besides targets."""
    adjoint, conformance = ((ROOT / "tests" / name / "CMakeLists.txt").read_text() for name in ("adjoint", "conformance"))
    for name, source, others in re.findall(r"^ops_add_app\((\w+) SOURCES (\w+\.cpp) TARGETS (.*)\)$", adjoint, re.MULTILINE):
        if "OPSGRAD_SEVERAL" not in others:
            yield name, f"SOURCES src/tests/adjoint/{source} {others[others.find('DEFINITIONS'):] if 'DEFINITIONS' in others else ''}"
    plain = [(name, name, "") for name in re.findall(r"^set\(programs (.*)\)$", conformance, re.MULTILINE)[0].split()]
    for name, source, definition in plain + re.findall(r"^conformance_program\((\w+) (\w+) (\w+)\)$", conformance, re.MULTILINE):
        if name not in ONE_PROCESS:
            yield f"conformance_{name}", f"SOURCES src/tests/conformance/{source}.cpp DEFINITIONS {definition} NO_DERIVATIVES"
    yield "programs_hydro", f"SOURCES {' '.join(f'{ROOT}/apps/cloverleaf/{name}.cpp' for name in HYDRO)} {ROOT}/tests/programs/hydro/adjoints.cpp"


def made_whole(source: Path) -> None:
    """Includes whole.h after the last header, and calls its functions in place of members."""
    text = re.sub(r"(\w+)->fetch_data_slab\(", r"whole_program::slab(\1, ", source.read_text())
    text = re.sub(r"(\w+)->fetch_data\(", r"whole_program::fetch(\1, ", text)
    lines = text.splitlines()
    last = max(n for n, line in enumerate(lines) if line.startswith("#include"))
    source.write_text("\n".join([*lines[: last + 1], '#include "tests/ranks/whole.h"', *lines[last + 1 :], ""]))


def mpi() -> str:
    """The compiler of the MPI that the build tree uses."""
    return re.findall(r"^MPI_CXX_COMPILER:\w+=(.*)$", (BUILD / "CMakeCache.txt").read_text(), re.MULTILINE)[0]


def build(folder: Path) -> Path:
    for name in ("adjoint", "conformance"):
        shutil.copytree(ROOT / "tests" / name, folder / "src/tests" / name)
    for source in [*folder.glob("src/tests/*/*.cpp"), folder / "src/tests/conformance/expect.hpp"]:
        made_whole(source)
    text = "".join(f"ops_add_app({name} {told} TARGETS openmp mpi mpi_openmp INCLUDE_DIRECTORIES ${{CMAKE_SOURCE_DIR}}/src {ROOT})\n" for name, told in apps())
    (folder / "CMakeLists.txt").write_text(f"cmake_minimum_required(VERSION 3.25)\nproject(whole LANGUAGES CXX)\nfind_package(OPSgrad 0.2 REQUIRED)\n{text}")
    for command in (["cmake", "--install", BUILD, "--prefix", folder / "prefix"],
                    ["cmake", "-S", folder, "-B", folder / "build", "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={folder / 'prefix'}", "-DCMAKE_BUILD_TYPE=Release", f"-DMPI_CXX_COMPILER={mpi()}"],
                    ["cmake", "--build", folder / "build"]):
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return folder / "build"


def main(at_once: int, names: list[str]) -> int:
    with tempfile.TemporaryDirectory() as folder:
        built = build(Path(folder))
        return compare(named((Program(name, WORDS.get(name, ()), built) for name, _ in apps()), names), at_once)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 2, sys.argv[2:]))
