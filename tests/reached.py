"""By hand: python3 -m tests.reached FOLDER: how much of what all cases of the tests reach is reached by the usual ones. Hours; goes on where it ended.

Needs GCC, and coverage of PyPI or Debian's python3-coverage. The library is built with counters; the translator and the Python package are traced. First the
usual tests run, then all cases of those that draw some of them (OPSGRAD_FULL=1) add to the same counters. Of the library, each counter that is not zero is counted (an arc between basic
blocks, so lines and branches count); of Python, each arc between lines that ran. Headers count where the library includes them; generated code does not.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Hashable, Iterator
from pathlib import Path

from tests.counters import arcs, counters
from tests.ranks.start import FOR_MPI

ROOT = Path(__file__).resolve().parents[1]
TIERS = {"usual": {}, "full": {"OPSGRAD_FULL": "1"}}
LAUNCHER = """#!/bin/sh
case " $* " in
*" -o ops/"* | *" -o tridsolver/"* | *" -o backends/"* | *" -o targets/"*) set -- "$@" --coverage -fprofile-update=prefer-atomic ;;
esac
exec {cache} "$@"
"""
TRACED = f"""[run]
branch = True
parallel = True
data_file = ${{OPSGRAD_ARCS}}/arcs
source =
  {ROOT}/translator
  {ROOT}/python
"""
Reached = set[tuple[str, Hashable]]  # (room or source, what)


def prepared(folder: Path) -> dict[str, str]:
    """The environment of builds and tests: every Python that starts in it is traced, and what links the library has the counters' own."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "launcher").write_text(LAUNCHER.format(cache=shutil.which("ccache") or ""))
    (folder / "launcher").chmod(0o755)
    (folder / "traced").write_text(TRACED)
    packages = folder / "user/lib/python{}.{}/site-packages".format(*sys.version_info)
    packages.mkdir(parents=True, exist_ok=True)
    (packages / "usercustomize.py").write_text("import coverage; coverage.process_startup()\n")
    return {**os.environ, **FOR_MPI, "PYTHONUSERBASE": str(folder / "user"), "COVERAGE_PROCESS_START": str(folder / "traced"), "LDFLAGS": "--coverage"}


def drawing() -> str:
    """For ctest's -R: the tests that have more cases in the full tier."""
    tests = [path for path in (ROOT / "tests").rglob("*_test.py") if "from tests.tier import" in path.read_text()]
    names = "|".join(sorted(str(path.relative_to(ROOT / "tests").with_suffix("")) for path in tests))
    return f"^tape_|^py/({names})$"


def run(folder: Path, tier: str) -> None:
    """Builds what is not built, and runs the tests, failing ones too, unless that is done."""
    if (folder / tier / "done").exists():
        return
    (folder / tier).mkdir(parents=True, exist_ok=True)
    environment = {**prepared(folder), **TIERS[tier], "OPSGRAD_ARCS": str(folder / tier)}
    jobs = str(os.cpu_count())
    for command in (["cmake", "--preset", "release", "-B", folder / "build", f"-DCMAKE_CXX_COMPILER_LAUNCHER={folder / 'launcher'}",
                     f"-DOPSGRAD_PYTHON={sys.executable}", "-DOPSGRAD_TIMEOUT_FACTOR=3"], ["cmake", "--build", folder / "build", "-j", jobs]):
        subprocess.run(command, check=True, cwd=ROOT, env=environment)
    some = ["-R", drawing()] if tier == "full" else []
    subprocess.run(["ctest", "--test-dir", folder / "build", "-j", jobs, "--no-tests=error", *some], cwd=ROOT, env=environment)
    for file in (folder / "build").rglob("*.gcda"):
        kept = folder / tier / "counters" / file.relative_to(folder / "build")
        kept.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, kept)
    (folder / tier / "done").touch()


def of_library(folder: Path) -> Iterator[tuple[str, Hashable]]:
    for file in (folder / "counters").rglob("*.gcda"):
        name = str(file.relative_to(folder / "counters"))
        yield from ((name.partition("/CMakeFiles/")[0], (name, *counter)) for counter in counters(file))


def of_python(folder: Path) -> Iterator[tuple[str, Hashable]]:
    for file in folder.glob("arcs.*"):
        yield from ((str(Path(source).relative_to(ROOT)), arc) for source, arc in arcs(file))


def report(what: str, usual: Reached, all_cases: Reached) -> None:
    print(f"{what}: {len(usual)} of {len(all_cases)} ({len(usual) / len(all_cases):.4f})")
    for place, number in Counter(place for place, _ in all_cases - usual).most_common(20):
        print(f"  {number:6} only in the full tier: {place}")


def main(folder: Path) -> None:
    for tier in TIERS:
        run(folder, tier)
    measures = {"library, counters": of_library, "Python, arcs": of_python}
    for what, reached in measures.items():
        usual, full = (set(reached(folder / tier)) for tier in TIERS)
        report(what, usual, usual | full)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
