"""What goes to a machine that has a device and little else: the first half of scripts/gpu.sh.

    python3 perf/carry.py pack BUILD FOLDER [--target cuda]   # after the build
    python3 perf/carry.py unpack FOLDER BUILD                 # on the other machine

FOLDER gets two files:

  about.json        the commit; the bits that openmp computes for every case that is compared (perf/gpu.py); the tests, as commands
  programs.tar.xz   programs without symbols, and shared libraries that they need; generated sources, from which programs can be built where these do
                    not run

Together with the project's own files they stay below LIMIT. Standard library only.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import compared
import machine
from bench import ROOT, Bench
from reports import Refused

LIMIT = 60 << 20  # [bytes]
PRESET = 6  # of xz
TOOLS = ("device_copy", "hold_device", "libkernel_times.so")
# Ask for the bits of the C library's functions, and for subnormal numbers that are flushed, which devices have not.
OF_HOSTS = ("conformance_limited.", "adjoint_subnormals_flushed_")
OF_EVERY_MACHINE = {"libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0", "librt.so.1"}
Test = dict[str, Any]


def properties(test: Any) -> dict[str, Any]:
    return {one["name"]: one["value"] for one in test.get("properties", [])}


def known_tests(bench: Bench) -> list[dict[str, Any]]:
    """Those of the target, as CTest describes them."""
    ctest = Path(shutil.which("ctest") or "ctest")
    known = json.loads(bench.output(ctest, "--test-dir", str(bench.build), "--show-only=json-v1"))["tests"]
    found = [test for test in known if re.search(rf"[._]{bench.target}$", test["name"]) and not test["name"].startswith(OF_HOSTS)]
    if not found:
        raise Refused(f"{bench.build} has no tests of the target {bench.target}")
    return sorted(found, key=lambda test: str(test["name"]))


def portable(bench: Bench, test: dict[str, Any]) -> Test:
    """With a command that is relative to the build folder."""
    if "command" not in test:
        raise Refused(f"{test['name']}: its program is not built")
    program, *words = test["command"]
    has = properties(test)
    return {"name": test["name"], "command": [os.path.relpath(program, bench.build), *words], "environment": has.get("ENVIRONMENT", []),
            "passes": has.get("PASS_REGULAR_EXPRESSION", []), "fails": has.get("FAIL_REGULAR_EXPRESSION", [])}


def tests_of(bench: Bench) -> list[Test]:
    return [portable(bench, test) for test in known_tests(bench)]


def expected_of(bench: Bench) -> dict[str, Any]:
    """What openmp computes for each case that is compared."""
    host = Bench(1, build=bench.build)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        applications = pool.map(lambda case: compared.application(host, case), compared.CASES)
        programs = pool.map(lambda case: compared.told(host, case), compared.ALIKE)
        return {compared.name(case): bits for case, bits in zip((*compared.CASES, *compared.ALIKE), (*applications, *programs), strict=True)}


def stripped(program: Path, folder: Path) -> Path:
    """A copy without symbols; with them where there is no tool that removes them."""
    copy = folder / program.name
    shutil.copy(program, copy)
    if tool := shutil.which("strip"):
        subprocess.run([tool, copy], capture_output=True)  # leaves a file that is no program unmodified
    return copy


def programs(bench: Bench) -> Iterator[Path]:
    """Those of the target, what else is run, and generated sources of the target."""
    for path in sorted(bench.build.rglob(f"*_{bench.target}")):
        if path.is_file() and os.access(path, os.X_OK):
            yield path
    yield from (bench.build / name for name in TOOLS if (bench.build / name).exists())
    yield from sorted(bench.build.rglob(f"generated/*/{bench.target}/*.cpp"))


def libraries(bench: Bench) -> Iterator[Path]:
    """Shared libraries of an application, without those that every machine has; all programs have the same."""
    listed = machine.output_of("ldd", str(bench.build / "apps" / "poisson" / f"poisson_{bench.target}"))
    for name, path in re.findall(r"(\S+) => (/\S+)", listed):
        if name not in OF_EVERY_MACHINE:
            yield Path(path)


def pack(bench: Bench, folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    about = {"commit": machine.commit_of(ROOT), "target": bench.target, "expected": expected_of(bench), "tests": tests_of(bench)}
    (folder / "about.json").write_text(json.dumps(about, indent=1) + "\n")
    archive = folder / "programs.tar.xz"
    with tempfile.TemporaryDirectory() as scratch, tarfile.open(archive, "w:xz", preset=PRESET) as tar:
        for path in programs(bench):
            tar.add(path if path.suffix == ".cpp" else stripped(path, Path(scratch)), path.relative_to(bench.build))
        for library in libraries(bench):
            tar.add(library.resolve(), f"lib/{library.name}")


def bytes_of(paths: Iterator[Path]) -> int:
    return sum(path.stat().st_size for path in paths if path.is_file())


def project_files() -> Iterator[Path]:
    listed = machine.output_of("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    return (ROOT / name for name in listed.split("\0") if name)


def is_here(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def unpack(folder: Path, build: Path) -> None:
    """Its folder `missing` gets those libraries of the programs that this machine lacks."""
    shutil.rmtree(build, ignore_errors=True)
    build.mkdir(parents=True)
    with tarfile.open(folder / "programs.tar.xz") as tar:
        tar.extractall(build, filter="data") if hasattr(tarfile, "data_filter") else tar.extractall(build)
    missing = build / "missing"
    missing.mkdir()
    for library in (build / "lib").glob("*"):
        if not is_here(library.name):
            (missing / library.name).symlink_to(library.resolve())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("verb", choices=("pack", "unpack"))
    parser.add_argument("source", type=Path)
    parser.add_argument("to", type=Path)
    parser.add_argument("--target", default="cuda")
    options = parser.parse_args()
    if options.verb == "unpack":
        unpack(options.source, options.to)
        return 0
    pack(Bench(1, target=options.target, build=options.source.resolve()), options.to)
    carried, tree = bytes_of(options.to.iterdir()), bytes_of(project_files())
    print(f"[gpu] {options.to}: {carried / 1e6:.1f} MB, the project {tree / 1e6:.1f} MB")
    if carried + tree > LIMIT:
        print(f"perf/carry.py: together more than {LIMIT / 1e6:.1f} MB: build for fewer devices (OPSGRAD_CAPABILITIES)", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
