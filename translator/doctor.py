"""`ops doctor`: what this machine has of all that OPSgrad needs or can use, a line each, and what to do about the rest.

Works without the packages that the translator needs.
Test:    tests/translator/doctor_test.py
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module, metadata
from importlib.util import find_spec
from pathlib import Path

from translator.compiler.command import Command, CommandFailed
from translator.compiler.usual import usual

_SHARE = Path(__file__).resolve().parents[1]
_CXX20 = "#include <concepts>\n#include <ranges>\n#include <source_location>\n#include <span>\nint main() { return std::span<int>().empty() ? 0 : 1; }\n"
_OPENMP = "#include <omp.h>\nint main() { return omp_get_max_threads() > 0 ? 0 : 1; }\n"
_LEAST_CMAKE, _LEAST_PYTHON = (3, 25), (3, 11)


@dataclass(frozen=True, slots=True)
class Finding:
    """`text`: what was found, or for what it is missing and what to do."""

    name: str
    found: bool
    text: str
    needed: bool = False

    @property
    def mark(self) -> str:
        """As it stands before the line."""
        return "[ok]" if self.found else "[!!]" if self.needed else "[--]"


def main() -> int:
    """Prints everything; 1 if something that is needed is missing."""
    findings = [one for probe in PROBES for one in probe()]
    width = max(len(one.name) for one in findings)
    for one in findings:
        print(f"{one.mark} {one.name:<{width}}  {one.text}")
    missing = [one.name for one in findings if one.needed and not one.found]
    print(f"Missing, and needed: {', '.join(missing)}." if missing else "All requirements are met. Lines with [--] are optional.")
    return 1 if missing else 0


def _output(*command: str) -> str:
    """What a command prints; "" where it is missing or fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=30)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout + done.stderr if done.returncode == 0 else ""


def _number(text: str) -> str:
    """The first number of a version in a text."""
    match = re.search(r"\d+(?:\.\d+)+", text)
    return match[0] if match else ""


def _at_least(text: str, least: tuple[int, ...]) -> bool:
    return tuple(map(int, text.split(".")[: len(least)])) >= least if text else False


def _tool(name: str) -> str:
    """The path of a command, on PATH or beside the interpreter, where pip puts it."""
    return shutil.which(name) or shutil.which(name, path=str(Path(sys.executable).parent)) or ""


def _compiler() -> Command | None:
    return usual(())


def _builds(source: str, *flags: str) -> bool:
    command = _compiler()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "probe.cpp"
        file.write_text(source)
        return command is not None and subprocess.run([*command.words, *flags, str(file), "-o", str(file.with_suffix(""))], capture_output=True).returncode == 0


def _header(name: str, *below: str) -> Path | None:
    """Where the compiler finds a header, or in a folder below one of its folders."""
    command = _compiler()
    try:
        folders = command.asked().folders if command else ()
    except CommandFailed:
        folders = ()
    return next((Path(folder) / sub / name for sub in ("", *below) for folder in folders if (Path(folder) / sub / name).is_file()), None)


def compiler() -> Iterator[Finding]:
    """One for C++20."""
    remedy = "Debian: apt-get install g++; the environment variable CXX names another"
    command = _compiler()
    named = os.environ.get("CXX", "")
    if command is None:
        yield Finding("C++ compiler", False, f"{named + ' does not work' if named else 'none on PATH'}; needs g++ 12 or newer, or clang++ ({remedy})", needed=True)
        return
    said = f"{command.words[0]} {_number(_output(command.words[0], '--version'))}"
    fit = _builds(_CXX20)
    yield Finding("C++ compiler", fit, said if fit else f"{said} cannot build a program in C++20; needs g++ 12 or newer, or clang++ ({remedy})", needed=True)


def cmake() -> Iterator[Finding]:
    """It and what it builds with."""
    path = _tool("cmake")
    number = _number(_output(path, "--version")) if path else ""
    fit = _at_least(number, _LEAST_CMAKE)
    yield Finding("CMake", fit, f"{number} in {path}" if fit else f"{number + ' in ' + path if number else 'not found'}; needs 3.25 or newer: pip install cmake", needed=True)
    ninja, make = _tool("ninja"), _tool("make")
    text = f"{_number(_output(ninja, '--version'))} in {ninja}" if ninja else f"not found{', so CMake uses ' + make if make else ''}: pip install ninja"
    yield Finding("Ninja", bool(ninja), text, needed=not make)


def python() -> Iterator[Finding]:
    """The interpreter that runs this, and what the translator imports."""
    number = ".".join(map(str, sys.version_info[:3]))
    yield Finding("Python", sys.version_info >= _LEAST_PYTHON, f"{number} in {sys.executable}; the translator needs 3.11 or newer", needed=True)
    yield _module("jinja2", "templates of generated code; pip install jinja2", needed=True)
    if find_spec("clang") is None:
        yield Finding("libclang", False, "not found: pip install 'libclang-ng>=19.1.7,<21', or on Debian apt-get install python3-clang-19", needed=True)
        return
    parse_with = import_module("translator.parse_with")
    problem = parse_with.unfit()
    yield Finding("libclang", not problem, problem or f"{parse_with.release()} in {parse_with.path()}", needed=True)


def libraries() -> Iterator[Finding]:
    """Which the library uses where it finds them when it is built."""
    openmp = _builds(_OPENMP, "-fopenmp")
    yield Finding("OpenMP", openmp, "the compiler has it" if openmp else "not found, so the target openmp is left out (comes with g++; for clang++ Debian has libomp-dev)")
    mpi = _tool("mpicxx") or _tool("mpic++")
    run = _output(_tool("mpirun") or "mpirun", "--version").partition("\n")[0]
    yield Finding("MPI", bool(mpi), f"{mpi}{' (' + run + ')' if run else ''}" if mpi else "not found: no targets for several processes (Debian: apt-get install libopenmpi-dev)")
    yield _hdf5()
    zstd = _header("zstd.h")
    yield Finding("zstd", bool(zstd), str(zstd) if zstd else "not found: states on disk are not compressed (Debian: apt-get install libzstd-dev)")
    nvcc = _tool("nvcc") or shutil.which("nvcc", path="/usr/local/cuda/bin") or ""
    release = re.search(r"release ([\d.]+)", _output(nvcc, "--version")) if nvcc else None
    yield Finding("CUDA", bool(nvcc), f"{release[1] if release else ''} in {nvcc}".strip() if nvcc else "no nvcc: no targets for NVIDIA devices")


def _hdf5() -> Finding:
    header = _header("hdf5.h", "hdf5/serial", "hdf5/openmpi", "hdf5/mpich")
    if header is None:
        return Finding("HDF5", False, "not found: no files in HDF5 (Debian: apt-get install libhdf5-dev)")
    settings = "".join(file.read_text() for file in sorted(header.parent.glob("H5pubconf*.h")))
    number = re.search(r'#define H5_VERSION "([\d.]+)', settings)
    kind = "parallel" if "#define H5_HAVE_PARALLEL" in settings else "serial"
    return Finding("HDF5", True, f"{number[1] if number else ''} {kind}, {header}".strip())


def installation() -> Iterator[Finding]:
    """The library itself."""
    prefix = _SHARE.parent.parent
    configs = sorted((*prefix.glob("lib*/cmake/OPSgrad/OPSgradConfig.cmake"), *prefix.glob("lib/*/cmake/OPSgrad/OPSgradConfig.cmake")))
    if not configs:
        yield Finding("OPSgrad", False, f"the translator of the checkout in {_SHARE}, without a built library; to install: pip install {_SHARE}")
        return
    text = configs[0].read_text()
    having = [name for name in ("OpenMP", "MPI", "HDF5", "ZSTD") if re.search(rf"# with {name}: (?:ON|TRUE|1)$", text, re.MULTILINE)]
    number = re.search(r'PACKAGE_VERSION "([^"]+)"', (configs[0].parent / "OPSgradConfigVersion.cmake").read_text())
    yield Finding("OPSgrad", True, f"{number[1] if number else ''} in {prefix}, built {'with ' + ', '.join(having) if having else 'without libraries'}")


def packages() -> Iterator[Finding]:
    """Python packages that programs are called from."""
    for name in ("numpy", "scipy", "torch", "jax", "matplotlib", "xarray"):
        yield _module(name, f"optional; pip install {name}")


def _module(name: str, purpose: str, needed: bool = False) -> Finding:
    if find_spec(name) is None:
        return Finding(name, False, f"not found: {purpose}", needed)
    try:
        return Finding(name, True, metadata.version(name), needed)
    except metadata.PackageNotFoundError:
        return Finding(name, True, "found, of unknown version", needed)


PROBES: tuple[Callable[[], Iterator[Finding]], ...] = (compiler, cmake, python, libraries, installation, packages)
