"""What the comparison of generated loops with the program's own kernels costs: cases of run.py --quick.

    python3 perf/sentinel.py [--build build/release] [--only WORD ..] [--out FILE]

On one thread, values and gradient, repeated as run.py does. `whole` is the part of a process's CPU time in which it compares, by samples of its stack, which
other work on the machine does not disturb; `later` the same without the first repetition, of which memory is a part. Needs perf (Debian: linux-perf).
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from bench import ROOT, Bench
from cases import QUICK, Case

RATE = 999  # samples [1/s]
COMPARING = "Sentinel::look"


def samples(program: Path, words: tuple[str, ...]) -> list[tuple[float, bool]]:
    """Of a process on one thread: when [s], and whether it compared."""
    with TemporaryDirectory() as folder:
        file = f"{folder}/samples"
        subprocess.run(["perf", "record", "-F", str(RATE), "-e", "cpu-clock", "--call-graph", "dwarf,4096", "-o", file, program, *words], check=True,
                       capture_output=True, cwd=ROOT, env={**os.environ, "OMP_NUM_THREADS": "1"})
        told = subprocess.run(["perf", "script", "-i", file, "-F", "time,ip,sym"], check=True, capture_output=True, text=True).stdout
    stacks = ((re.match(r"\s*([\d.]+):", stack), COMPARING in stack) for stack in told.split("\n\n"))
    return [(float(time[1]), compares) for time, compares in stacks if time]


def percent(found: list[tuple[float, bool]]) -> float:
    return 100 * sum(compares for _, compares in found) / max(1, len(found))


def line(bench: Bench, case: Case) -> str:
    found = samples(bench.program(case), (*case.options, "-gradient", "-json", f"-repeat={case.repeat}"))
    first, last = found[0][0], found[-1][0]
    later = [s for s in found if s[0] > first + 1.2 * (last - first) / case.repeat]
    return f"{case.name:42s} {len(found) / RATE:6.2f} s {percent(found):7.2f} % {1e3 * sum(c for _, c in found) / RATE:6.0f} ms {percent(later):8.2f} %"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=Path("build/release"))
    parser.add_argument("--only", nargs="+", default=[""])
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    bench = Bench(threads=1, quick=True, build=asked.build.resolve())
    lines = [f"{'case':42s} {'time':>8s} {'whole':>9s} {'':>9s} {'later':>10s}"]
    print(lines[0], flush=True)
    for case in QUICK:
        if any(word in case.name for word in asked.only):
            lines.append(line(bench, case))
            print(lines[-1], flush=True)
    if asked.out:
        asked.out.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
