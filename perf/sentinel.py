"""What the comparison of generated loops with the program's own kernels costs: cases of run.py --quick with -OPS_SENTINEL=1 and =0 in turns.

    python3 perf/sentinel.py [--build build/release] [--rounds 7] [--only WORD ..] [--out FILE]

On one thread, values and gradient. `whole`: CPU time of processes that do both once; the least of the rounds of each kind, and the median of the differences of
neighbours. `warm`: what run.py measures, the median of later repetitions of a process; the median of the ratios of neighbours. The comparison takes part in the
first calls of a loop alone.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
from pathlib import Path

import against
from bench import Bench
from cases import QUICK, Case


def seconds(program: Path, words: tuple[str, ...], sentinel: int) -> float:
    """[CPU s] of a process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([program, *words, "-gradient", f"-OPS_SENTINEL={sentinel}"], check=True, capture_output=True, env={**os.environ, "OMP_NUM_THREADS": "1"})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def warm(bench: Bench, case: Case, rounds: int) -> float:
    """[s/s] with the comparison and without."""
    def run(sentinel: int) -> against.Run:
        return lambda *options: bench.json(bench.program(case), *case.options, "-json", f"-repeat={case.repeat}", *options, f"-OPS_SENTINEL={sentinel}")

    found = against.pairs(run(1), run(0), ("-gradient",), rounds)
    return statistics.median(against.seconds(on) / against.seconds(off) for on, off in found)


def line(bench: Bench, case: Case, rounds: int) -> str:
    program = bench.program(case)
    pairs = [(seconds(program, case.options, 1), seconds(program, case.options, 0)) for _ in range(rounds)]
    with_, without = min(on for on, _ in pairs), min(off for _, off in pairs)
    between = statistics.median(on - off for on, off in pairs)
    return (f"{case.name:42s} {with_:8.3f} {without:8.3f} {100 * (with_ / without - 1):7.2f} % {1e3 * between:8.2f} ms "
            f"{100 * (warm(bench, case, rounds) - 1):7.2f} %")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=Path("build/release"))
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--only", nargs="+", default=[""])
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    bench = Bench(threads=1, quick=True, build=asked.build.resolve())
    lines = [f"{'case':42s} {'with':>8s} {'without':>8s} {'whole':>9s} {'between':>11s} {'warm':>9s}"]
    print(lines[0], flush=True)
    for case in QUICK:
        if any(word in case.name for word in asked.only):
            lines.append(line(bench, case, asked.rounds))
            print(lines[-1], flush=True)
    if asked.out:
        asked.out.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
