"""The applications' loops that reduce, in two builds by turns: by how much one is slower than the other.

    python3 perf/reductions.py --against FOLDER [--build FOLDER] [--pairs N]

FOLDER has a build of another commit, with its folder apps; --build is this one (build/apps). Each program runs alone on one thread and on all, as
often as --pairs says. The status is 1 if the median of the pairs' ratios is above 1.15 somewhere, 2 if a program fails.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from statistics import median

from bench import BUILD, Bench
from cases import Case
from reports import Refused
from table import aligned

LIMIT = 1.15
CASES = {  # beyond any cache, and short: what is reduced at the end of a run
    Case("CloverLeaf 1920²", "cloverleaf", ("-input=apps/cloverleaf/inputs/clover_960.in", "-x_cells=1920", "-y_cells=1920", "-end_step=1")):
        ("field_summary_kernel", "calc_dt"),
    Case("Poisson 4096²", "poisson", ("-sizex=4096", "-sizey=4096", "-iters=1")): ("squared_misfit",),
}
HEAD = ("loop", "threads", "this ms", "other ms", "this/other", "least", "most", "verdict")


def milliseconds(bench: Bench, case: Case, loops: tuple[str, ...]) -> list[float]:
    """Of one call of each loop, from the table of loops of one process."""
    lines = [line.split() for line in bench.output(bench.program(case), *case.options, "-OPS_AD=0", "-OPS_DIAGS=2").splitlines()]
    calls = {line[0]: (float(line[2]), int(line[1])) for line in lines if len(line) > 5 and line[0] in loops}
    if missing := [loop for loop in loops if loop not in calls]:
        raise Refused(f"{bench.program(case)}: no loop {', '.join(missing)} in its table")
    return [1e3 * seconds / count for seconds, count in map(calls.__getitem__, loops)]


def row(loop: str, threads: int, this: list[float], other: list[float]) -> tuple[str, ...]:
    ratios = [a / b for a, b in zip(this, other)]
    numbers = (median(this), median(other), median(ratios), min(ratios), max(ratios))
    return (loop, str(threads), *(f"{x:.3f}" for x in numbers), "slower" if median(ratios) > LIMIT else "pass")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--against", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--build", type=Path, default=BUILD, metavar="FOLDER")
    parser.add_argument("--pairs", type=int, default=8, metavar="N")
    options = parser.parse_args()
    rows = []
    for case, loops in CASES.items():
        for threads in dict.fromkeys((1, os.cpu_count() or 1)):
            print(f"[perf] {case.name}, {threads} thread(s)", file=sys.stderr, flush=True)
            benches = [Bench(threads, build=folder.resolve()) for folder in (options.build, options.against)]
            found: list[list[list[float]]] = [[], []]
            for index in range(options.pairs):
                for which in (0, 1) if index % 2 == 0 else (1, 0):
                    found[which].append(milliseconds(benches[which], case, loops))
            rows += [row(loop, threads, [f[k] for f in found[0]], [f[k] for f in found[1]]) for k, loop in enumerate(loops)]
    print("\n".join(aligned([HEAD, *rows])))
    return any(r[-1] == "slower" for r in rows)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Refused as why:
        print(f"perf/reductions.py: {why}", file=sys.stderr)
        sys.exit(2)
