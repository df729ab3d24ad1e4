"""As many processes as threads, in alternating pairs: how much longer the same work takes on processes that send messages.

    python3 perf/processes.py [--number 2] [--pairs 6] [--build build/apps] [--only WORD ..]

Prints a table: seconds on processes (target mpi) and on threads (target openmp), medians, and the ratio of each pair. The status is 1 if the median of a
ratio is above 1.1 where arrays are larger than caches, or bits differ. Processes are not bound to cores: as many of them as cores are to be idle otherwise.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import machine
from against import pairs, seconds
from cases import Case, cloverleaf
from reports import require_gradient
from table import aligned

ROOT = Path(__file__).resolve().parents[1]
LIMIT = 1.1
HEAD = ("case", "what", "processes s", "threads s", "ratio", "least", "most", "bits", "verdict")
CASES = (
    Case("cloverleaf 1920² x10, 5 slots", "cloverleaf", cloverleaf(1920, 10, "-slots=5"), repeat=2),
    Case("heat_adi 256³ x5", "heat_adi", ("-nx=256", "-ny=256", "-nz=256", "-steps=5"), repeat=3),
    Case("cloverleaf 240² x20, 5 slots", "cloverleaf", cloverleaf(240, 20, "-slots=5"), in_cache=True),
    Case("heat_adi 64³ x10", "heat_adi", ("-nx=64", "-ny=64", "-nz=64", "-steps=10"), in_cache=True),
)


def report(command: list[str | Path], threads: int, *options: str) -> Any:
    environment = {**os.environ, "OMP_NUM_THREADS": str(threads)}
    done = subprocess.run([*command, *options], cwd=ROOT, capture_output=True, text=True, env=environment)
    if done.returncode != 0:
        raise SystemExit(f"perf/processes.py: {' '.join(map(str, command))} failed:\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return json.loads([line for line in done.stdout.splitlines() if line.startswith("{")][-1])


def rows(case: Case, build: Path, number: int, count: int) -> list[tuple[str, ...]]:
    program = build / "apps" / case.app
    launch: list[str | Path] = [shutil.which("mpirun") or "mpirun", "--oversubscribe", "--bind-to", "none", "-n", str(number)]
    this = partial(report, [*launch, program / f"{case.app}_mpi"], 1)
    other = partial(report, [program / f"{case.app}_openmp"], number)
    options = (*case.options, "-json", f"-repeat={case.repeat}")
    found = []
    for what, words in (("primal", ("-OPS_AD=0",)), ("gradient", ("-gradient",))):
        reports = pairs(this, other, (*options, *words), count)
        if what == "gradient":
            require_gradient(reports[0][0])
        same = all(a.get(key) == b.get(key) for a, b in reports for key in ("objective", "gradient_hash"))
        ratios = [seconds(a) / seconds(b) for a, b in reports]
        verdict = "FAIL" if not same or (median(ratios) > LIMIT and not case.in_cache) else "small" if case.in_cache else "pass"
        found.append((case.name, what, f"{median(seconds(a) for a, _ in reports):.4f}", f"{median(seconds(b) for _, b in reports):.4f}",
                      f"{median(ratios):.3f}", f"{min(ratios):.3f}", f"{max(ratios):.3f}", "same" if same else "OTHER", verdict))
        print("\n".join(aligned([HEAD, found[-1]])[1:]), file=sys.stderr, flush=True)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--number", type=int, default=2, help="of processes, and of threads")
    parser.add_argument("--pairs", type=int, default=6)
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "apps", help="build folder of the applications (cmake --preset apps)")
    parser.add_argument("--only", nargs="+", default=[""], metavar="WORD", help="cases whose name contains one of the words")
    words = parser.parse_args()
    chosen = [case for case in CASES if any(word in case.name for word in words.only)]
    found = [row for case in chosen for row in rows(case, words.build.resolve(), words.number, words.pairs)]
    print(f"{words.number} processes and threads; commit {machine.commit_of(ROOT)}; {machine.cpu_model()}\n")
    print("\n".join(aligned([HEAD, *found])))
    return 1 if any(row[-1] == "FAIL" for row in found) else 0


if __name__ == "__main__":
    sys.exit(main())
