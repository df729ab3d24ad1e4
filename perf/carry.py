"""What goes to a machine that has a device and little else: the first half of scripts/gpu.sh.

    python3 perf/carry.py pack BUILD FOLDER [--target cuda]   # after the build
    python3 perf/carry.py unpack FOLDER BUILD                 # on the other machine

FOLDER gets two files:

  about.json        the commit; the bits that openmp computes for every case that is compared (perf/gpu.py); the tests, as commands
  programs.tar.xz   programs without symbols, and generated sources, from which programs can be built where these do not run

Together with the project's own files they stay below LIMIT. Standard library only.
"""

from __future__ import annotations

import argparse
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
TOOLS = ("device_copy", "hold_device", "libkernel_times.so")
LIBRARY = "conformance_limited."  # asks for the bits of the C library's functions, which neither a device's nor our own have
Test = dict[str, Any]


def properties(test: Any) -> dict[str, Any]:
    return {one["name"]: one["value"] for one in test.get("properties", [])}


def tests_of(bench: Bench) -> list[Test]:
    """Those that CMake knows of the target: commands relative to the build folder."""
    ctest = Path(shutil.which("ctest") or "ctest")
    known = json.loads(bench.output(ctest, "--test-dir", str(bench.build), "--show-only=json-v1"))["tests"]
    found = []
    for test in sorted(known, key=lambda test: str(test["name"])):
        if not re.search(rf"[._]{bench.target}$", test["name"]) or test["name"].startswith(LIBRARY):
            continue
        program, *words = test["command"]
        has = properties(test)
        found.append({"name": test["name"], "command": [os.path.relpath(program, bench.build), *words], "environment": has.get("ENVIRONMENT", []),
                      "passes": has.get("PASS_REGULAR_EXPRESSION", []), "fails": has.get("FAIL_REGULAR_EXPRESSION", [])})
    if not found:
        raise Refused(f"{bench.build} has no tests of target {bench.target}")
    return found


def expected_of(bench: Bench) -> dict[str, Any]:
    """What openmp computes for each case that is compared."""
    host = Bench(1, build=bench.build)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        applications = pool.map(lambda case: compared.application(host, case), compared.CASES)
        programs = pool.map(lambda case: compared.told(host, case), compared.ALIKE)
        return {compared.name(case): bits for case, bits in zip((*compared.CASES, *compared.ALIKE), (*applications, *programs), strict=True)}


def stripped(program: Path, folder: Path) -> Path:
    """A copy without symbols; the program itself where there is no tool for that."""
    copy = folder / program.name
    shutil.copy(program, copy)
    if tool := shutil.which("strip"):
        subprocess.run([tool, copy], check=True)
    return copy


def programs(bench: Bench) -> Iterator[Path]:
    """Those of the target, what else is run, and generated sources of the target."""
    for path in sorted(bench.build.rglob(f"*_{bench.target}")):
        if path.is_file() and os.access(path, os.X_OK):
            yield path
    yield from (bench.build / name for name in TOOLS if (bench.build / name).exists())
    yield from sorted(bench.build.rglob(f"generated/*/{bench.target}/loops.cpp"))


def pack(bench: Bench, folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    about = {"commit": machine.commit_of(ROOT), "target": bench.target, "expected": expected_of(bench), "tests": tests_of(bench)}
    (folder / "about.json").write_text(json.dumps(about, indent=1) + "\n")
    archive = folder / "programs.tar.xz"
    with tempfile.TemporaryDirectory() as scratch, tarfile.open(archive, "w:xz", preset=6) as tar:
        for path in programs(bench):
            tar.add(path if path.suffix == ".cpp" else stripped(path, Path(scratch)), path.relative_to(bench.build))


def bytes_of(paths: Iterator[Path]) -> int:
    return sum(path.stat().st_size for path in paths if path.is_file())


def project_files() -> Iterator[Path]:
    listed = machine.output_of("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    return (ROOT / name for name in listed.split("\0") if name)


def unpack(folder: Path, build: Path) -> None:
    build.mkdir(parents=True, exist_ok=True)
    with tarfile.open(folder / "programs.tar.xz") as tar:
        tar.extractall(build, filter="data") if hasattr(tarfile, "data_filter") else tar.extractall(build)


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
