"""Writes docs/how_fast.md and its pictures from the records in perf/results.

    python3 perf/how_fast.py              # the page, from committed records
    python3 perf/how_fast.py --measure    # measures first, about ten minutes: perf/run.py --short, then perf/peers/run.py
                                          # --peers-python FILE: an interpreter that has JAX and SciPy, for the second

Pictures are drawn by an interpreter that has Matplotlib, if there is one (how_fast_plot.py).
"""

from __future__ import annotations

import argparse
import subprocess
import sys

import records
from cases import DEVICE, DEVICE_FIRST, FULL, LONG, SHORT
from records import ROOT, Record, Row

PAGE = ROOT / "docs" / "how_fast.md"
SHOWN = (*SHORT, *LONG, *(case.name for case in (*DEVICE_FIRST, *DEVICE)))
TARGETS = {(case.name, target): case.targets for target, cases in (("openmp", FULL), ("cuda", (*DEVICE_FIRST, *DEVICE))) for case in cases}
QUANTITIES = {"ratio": "gradient / run", "primal_of_triad": "run, of bandwidth", "memory_ratio": "memory", "adjoint_ratio": "reverse sweep / run",
              "gradient_peak_gib": "gradient memory [GiB]", "idle": "part of the time without a kernel"}  # single loops: backends/cuda/README.md
Found = list[tuple[Record, Row]]

HEAD = """# How fast

The script [how_fast.py](../perf/how_fast.py) generates this page from the latest measurements in [perf/results](../perf/README.md).

## Applications

- The columns **run** and **gradient** show the time per grid point and time step, in nanoseconds. Gradient times include the forward run.
- A column headed *of bandwidth* shows the application's memory bandwidth as a percentage of the STREAM triad bandwidth on the same number of threads.
  The percentage is based on [modelled memory traffic](performance.md#what-the-model-counts), and can exceed 100 % if data stay
  in the caches. For the `cuda` target, the percentage refers to the bandwidth of a copy within GPU memory.
- The column **memory** shows the peak memory of the process, without and with the gradient. For the `cuda` target, the column **memory** is empty,
  because GPU memory was not measured.
- All measurements use double precision. Times on different computers cannot be compared.
"""


def listed(words: list[str]) -> str:
    """a, b and c."""
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def factor(value: float) -> str:
    """Two digits."""
    return f"{value:.2f}" if value < 0.995 else f"{value:.1f}" if value < 9.95 else f"{value:.0f}"


def gib(value: float) -> str:
    return f"{value / 2**30:.2f}" if value < 9.95 * 2**30 else f"{value / 2**30:.1f}"


def time(seconds: float) -> str:
    """Three digits."""
    return f"{seconds:.3g} s" if seconds >= 1.0 else f"{1e3 * seconds:.3g} ms"


def bandwidth(row: Row, key: str) -> str:
    return "in cache" if row["in_cache"] else f"{100 * row[key]:.0f} %"


def missed(record: Record, row: Row) -> list[tuple[str, float, float]]:
    """Quantity, value and bound of each target that the row misses, by the targets of today."""
    return [(QUANTITIES[target.quantity], row[target.quantity], target.bound) for target in TARGETS.get((row["case"], record.target), ())
            if target.quantity in QUANTITIES and target.quantity in row and not target.met(row[target.quantity])]


def application(record: Record, row: Row) -> str:
    scale = 1e9 / records.updates(row)
    gradient = (f"{scale * row['gradient_seconds']:.3g}", bandwidth(row, "gradient_of_triad"), factor(row["ratio"])) if "ratio" in row else ("", "", "")
    memory = "" if record.target != "openmp" else f"{gib(row['primal_peak_bytes'])}, {gib(row['gradient_peak_bytes'])}"
    threads = f"{record.target}, {row['threads']} threads" if record.target == "openmp" else record.target
    cells = (row["case"], threads, f"{scale * row['primal_seconds']:.3g}", bandwidth(row, "primal_of_triad"), *gradient, memory, record.commit[:7])
    return f"| {' | '.join(cells)} |"


def sources(found: Found) -> list[str]:
    """What each record was measured on."""
    seen = {record.path: record for record, _ in found}
    return [f"- [{path.name}](../{path.relative_to(ROOT).as_posix()}): {record.device}; {record.date[:10]}" for path, record in sorted(seen.items())]


def applications(found: Found) -> list[str]:
    lines = ["", "| application and size | target | run [ns] | of bandwidth | gradient [ns] | of bandwidth | gradient / run | memory [GiB] | commit |",
             "|---|---|---|---|---|---|---|---|---|", *(application(record, row) for record, row in found), ""]
    short = [(record, row) for record, row in found if missed(record, row)]
    if short:
        lines += [f"{len(short)} of these {len(found)} rows miss a target value that is set in `perf/cases.py`:", ""]
        lines += [f"- {row['case']}, {record.target}: " + "; ".join(f"{name} {value:.2f}, target {bound:g}" for name, value, bound in missed(record, row))
                  for record, row in short] + [""]
    return [*lines, "The records:", "", *sources(found)]


def versus(row: Row, key: str, form: str = "time") -> tuple[str, str, str]:
    """Ours, the peer's, and the peer's over ours."""
    if key not in row["ours"] or key not in row["peers"]:
        return "", "", ""
    ours, peers = row["ours"][key], row["peers"][key]
    show = time if form == "time" else gib
    return show(ours), show(peers), factor(peers / ours)


def peer(row: Row) -> str:
    forward, gradient = versus(row, "forward_seconds"), versus(row, "gradient_seconds")
    memory = versus(row, "gradient_peak_bytes", "memory")
    compile_time = time(row["peers"]["gradient_compile_seconds"]) if "gradient_compile_seconds" in row["peers"] else ""
    apart = max(row["objective_difference"], *row.get("gradient_differences", {}).values(), 0.0)
    tool = f"{row['peer']}, {row['variant']}" if "variant" in row else row["peer"]
    cells = (row["case"], tool, *forward, *gradient, *memory[:2], compile_time, f"{apart:.0e}")
    return f"| {' | '.join(cells)} |"


def verdicts(rows: list[Row]) -> list[str]:
    """Who is ahead in what, in sentences: losses first."""
    lines = []
    for key, what in (("forward_seconds", "runs"), ("gradient_seconds", "gradients"), ("gradient_peak_bytes", "memory for gradients")):
        both = [row for row in rows if key in row["ours"] and key in row["peers"]]
        lost = [(row["peer"], row["case"]) for row in both if row["peers"][key] < row["ours"][key]]
        if both:
            less = "less memory" if "bytes" in key else "less time"
            behind = "".join(f" For the problem `{case}`, {tool} needs {less} than OPSgrad." for tool, case in lost)
            count = f"{len(both) - len(lost)} of {len(both)}" if lost else f"all {len(both)}"
            lines.append(f"- **{what.capitalize()}**: OPSgrad needs {less} than the other tool in {count} comparisons.{behind}")
    with_ratio = [row for row in rows if "gradient_seconds" in row["ours"]]
    ratios = [f"{row['case'].split()[0]} {factor(row['ours']['gradient_seconds'] / row['ours']['forward_seconds'])} and "
              f"{factor(row['peers']['gradient_seconds'] / row['peers']['forward_seconds'])}" for row in with_ratio]
    if ratios:
        lines.append(f"- **Gradient / run**, with OPSgrad and with the other tool: {'; '.join(ratios)}")
    return lines


def peers(found: Found) -> list[str]:
    lines = ["", "## Comparison with other tools", ""]
    if not found:
        return [*lines, "Other tools have not been measured yet. `python3 perf/peers/run.py` measures them."]
    threads = sorted({row["threads"] for _, row in found})
    versions = found[-1][0].content["versions"]
    lines += ["OPSgrad and the other tool solve the same problem, with the same grid, time steps, initial values and "
              f"objective. OPSgrad and the other tool run alternately on the same {' or '.join(map(str, threads))} cores. "
              "LAPACK and SciPy use one thread. The folder "
              "[perf/peers](../perf/peers/README.md) contains the benchmark programs for the other tools. "
              f"The comparison uses {listed([f'{name} {version}' for name, version in versions.items()])}.", "",
              "The columns *other / ours* show the time of the other tool divided by the time of OPSgrad. The times of runs and gradients do not include compilation.", "",
              "| problem | tool, variant | run: ours | other | other / ours | gradient: ours | other | other / ours | gradient memory [GiB]: ours | other "
              "| compile time of the other | largest difference |", "|---|---|---|---|---|---|---|---|---|---|---|---|", *(peer(row) for _, row in found), ""]
    wrong = [row["case"] for _, row in found if not row["agrees"]]
    if wrong:
        lines += [f"**Results differ by more than 1e-10 for {', '.join(wrong)}.** The times for these problems cannot be compared.", ""]
    return [*lines, *verdicts([row for _, row in found]), "", "The records:", "", *sources(found)]


def page(applied: Found, compared: Found) -> str:
    now = ["", "![Part of the bandwidth of runs and gradients, gradient over run, and times of other tools over ours](how_fast.png)"]
    history = ["", "## History", "", "The picture shows gradient time divided by run time for each measured commit. "
               "[Older measurements](../perf/results/archive/README.md) were made on other computers.", "",
               "![Gradient over run of each application, commit after commit](how_fast_history.png)"]
    return "\n".join([HEAD.rstrip(), *applications(applied), *now, *peers(compared), *history]) + "\n"


def current() -> tuple[Found, Found]:
    known = records.current()
    return records.newest(known, SHOWN), records.newest_peers(known)


def drawn() -> bool:
    for python in (sys.executable, "/usr/bin/python3"):
        done = subprocess.run([python, str(ROOT / "perf" / "how_fast_plot.py")], capture_output=True, text=True)
        if done.returncode == 0:
            return True
        said = done.stderr
    print(f"perf/how_fast.py: the pictures are not drawn: {said[-600:]}", file=sys.stderr)
    return False


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--measure", action="store_true", help="measures first, about ten minutes")
    parser.add_argument("--peers-python", default=sys.executable, metavar="FILE", help="an interpreter that has JAX and SciPy")
    options = parser.parse_args()
    status = 0
    if options.measure:
        for command in ((sys.executable, "perf/run.py", "--short"), (options.peers_python, "perf/peers/run.py")):
            status |= subprocess.run(command, cwd=ROOT).returncode
    PAGE.write_text(page(*current()), encoding="utf-8")
    return status | (0 if drawn() else 1)


if __name__ == "__main__":
    sys.exit(main())
