"""Counts the instructions of reversed loops on the host, by valgrind, which also works on busy computers.

    python3 perf/host_instructions.py [--build build/apps] [--against FOLDER] [--loops N]

Runs small gradients of four applications on one thread and shows the costliest reversed loops: millions of instructions, and with --against those of another
build and how many times as many they are. Needs valgrind. Processors with AVX-512 need builds without it, as valgrind does not know these instructions.
Standard library only.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import tempfile
from collections import Counter
from pathlib import Path

from table import aligned

ROOT = Path(__file__).resolve().parents[1]
CASES = {
    "cloverleaf": ("-input=apps/cloverleaf/inputs/clover_960.in", "-x_cells=120", "-y_cells=120", "-end_step=4", "-test_problem=0", "-slots=2"),
    "lbm": ("-nx=120", "-ny=120", "-steps=4"),
    "burgers": ("-size=121", "-steps=4"),
    "wave": ("-nx=160", "-ny=160", "-steps=8", "-order=4"),
}
COUNTED = re.compile(r"^\s*([\d,]+) .*\bloop_\d+_(\w+)::adjoint", re.MULTILINE)


def reversed_loops(build: Path, app: str) -> Counter[str]:
    """Instructions of each reversed loop in one gradient."""
    with tempfile.TemporaryDirectory() as folder:
        counts = f"{folder}/counts"
        subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={counts}", build / "apps" / app / f"{app}_openmp", *CASES[app], "-gradient"],
                       check=True, capture_output=True, cwd=ROOT, env={**os.environ, "OMP_NUM_THREADS": "1"})
        text = subprocess.run(["callgrind_annotate", "--threshold=100", counts], check=True, capture_output=True, text=True).stdout
    found: Counter[str] = Counter()
    for number, loop in COUNTED.findall(text):
        found[f"{app} {loop}"] += int(number.replace(",", ""))
    return found


def every(build: Path) -> Counter[str]:
    return sum((reversed_loops(build, app) for app in CASES), Counter())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "apps")
    parser.add_argument("--against", type=Path, help="another build, with the same folders")
    parser.add_argument("--loops", type=int, default=10, help="so many of them, the costliest first")
    options = parser.parse_args()
    if not shutil.which("callgrind_annotate"):
        raise SystemExit("perf/host_instructions.py: needs valgrind: apt-get install valgrind")
    here = every(options.build.resolve())
    there = every(options.against.resolve()) if options.against else Counter[str]()
    rows = [("application and loop", "millions of instructions", "of the other build", "times as many")]
    for loop, _ in (there or here).most_common(options.loops):
        of_other = (f"{there[loop] / 1e6:.2f}", f"{there[loop] / here[loop]:.2f}" if here[loop] else "-") if there else ("-", "-")
        rows.append((loop, f"{here[loop] / 1e6:.2f}", *of_other))
    print("\n".join(aligned(rows)))


if __name__ == "__main__":
    main()
