"""Runs applications and their peers in turns on the same cores, compares their results, and writes one record.

    python3 perf/peers/run.py [--quick] [--check] [--only WORD ..] [--threads N] [--rounds N] [--build FOLDER] [--out FILE]

Needs an interpreter that has NumPy, JAX and SciPy (pip install jax scipy), and a build of the applications (cmake --preset apps). FILE is
perf/results/<commit>-peers.json; with --quick, small sizes, build/perf/quick-peers.json. --check compares results and writes no record. The status is 1 where results do not agree.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[1]))

import common
import machine
import problems
import tridiagonal
from bench import BUILD, ROOT, Bench, without_root
from reports import Refused, require_gradient, warm

HERE = Path(__file__).resolve().parent
Row = dict[str, Any]
TOLERANCE = 1e-10  # of objective and gradient, relative to the largest


def say(text: str) -> None:
    print(f"[peers] {text}", file=sys.stderr, flush=True)


class Contest:
    """Both sides of one comparison, each a process at a time."""

    def __init__(self, bench: Bench, case: problems.Comparison, repeat: int) -> None:
        self._bench, self._case, self._repeat = bench, case, repeat

    def ours(self, *options: str, repeat: int = 0) -> Row:
        program = self._bench.build / "apps" / self._case.app / f"{self._case.app}_openmp"
        return self._bench.json(program, *self._case.options, *self._case.only_ours, "-json", f"-repeat={repeat or self._repeat}", *options)

    def peer(self, *options: str, repeat: int = 0) -> Row:
        words = (str(HERE / f"{self._case.app}.py"), *self._case.options, f"-threads={self._bench.threads}", f"-repeat={repeat or self._repeat}")
        return self._bench.json(Path(sys.executable), *words, *options)


def whole(report: Row) -> list[float]:
    """Seconds of runs with their reverse sweeps."""
    return [forward + reverse for forward, reverse in zip(report["forward_seconds"], report["reverse_seconds"])]


def difference(ours: Path, peers: Path) -> float:
    """The largest one of two gradients, relative to the largest value of ours. Where only ours has halos, those are zero."""
    import numpy as np

    a, b = np.load(ours), np.load(peers)
    if a.shape != b.shape:
        halos = [(n - m) // 2 for n, m in zip(a.shape, b.shape)]
        b = np.pad(b, [(halo, halo) for halo in halos])
    return float(np.abs(a - b).max() / np.abs(a).max())


def compared(contest: Contest, variant: str, objective: float, folder: str) -> Row:
    """How far objective and gradients are apart. Ours are of a run that is not timed; the peer has left its own in `folder`."""
    ours = contest.ours("-gradient", f"-dump={folder}/ours", repeat=1)
    require_gradient(ours)
    found = {path.name.split(".", 1)[1].removesuffix(".derivative.npy"): difference(path.with_name(path.name.replace(variant, "ours", 1)), path)
             for path in sorted(Path(folder).glob(f"{variant}.*.derivative.npy"))}
    apart = abs(objective / ours["objective"] - 1.0)
    return {"objective": ours["objective"], "objective_difference": apart, "gradient_differences": found,
            "agrees": max(apart, *found.values()) <= TOLERANCE}


def tried(contest: Contest, variants: tuple[str, ...], folder: str, repeat: int) -> Row:
    """What the peer's gradient takes in each variant, and its objective; the gradients themselves lie in `folder` then."""
    found: Row = {}
    for variant in variants:
        try:
            report = contest.peer("-gradient", f"-variant={variant}", f"-dump={folder}/{variant}", repeat=repeat)
        except Refused as why:
            report = {"refused": str(why).splitlines()[-1]}
        found[variant] = {"refused": report["refused"]} if "refused" in report else {
            "seconds": min(report["seconds"]), **{key: report[key] for key in ("compile_seconds", "peak_bytes", "objective")}}
    return found


def checked(contest: Contest, case: problems.Comparison, variants: tuple[str, ...], repeat: int) -> Row:
    """The variant whose gradient takes least time, what each took, and whether results agree."""
    with tempfile.TemporaryDirectory() as folder:
        found = tried(contest, variants, folder, repeat)
        able = {name: entry["seconds"] for name, entry in found.items() if "seconds" in entry}
        if not able:
            raise Refused(f"no variant of the other tool runs: {found}")
        variant = min(able, key=lambda name: able[name])
        result = compared(contest, variant, found[variant]["objective"], folder)
    return {"case": case.name, "peer": "JAX", "variant": variant, "variants": found, **result}


def raced(contest: Contest, variant: str, rounds: int) -> tuple[Row, Row]:
    """Four processes a round, ours and the peer's in turns. Least times of warm runs, largest memory."""
    reports: dict[str, list[Row]] = {"primal": [], "gradient": [], "peer": [], "peer_gradient": []}
    for _ in range(rounds):
        reports["primal"].append(contest.ours("-OPS_AD=0"))
        reports["peer"].append(contest.peer())
        reports["gradient"].append(contest.ours("-gradient"))
        reports["peer_gradient"].append(contest.peer("-gradient", f"-variant={variant}"))
    for report in reports["gradient"]:
        report["seconds"] = whole(report)

    def side(primal: str, gradient: str, key: str) -> Row:
        return {"forward_seconds": min(warm(reports[primal], key)), "gradient_seconds": min(warm(reports[gradient], "seconds")),
                "peak_bytes": max(one["peak_bytes"] for one in reports[primal]),
                "gradient_peak_bytes": max(one["peak_bytes"] for one in reports[gradient])}

    peer = side("peer", "peer_gradient", "seconds")
    peer["compile_seconds"] = min(one["compile_seconds"] for one in reports["peer"])
    peer["gradient_compile_seconds"] = min(one["compile_seconds"] for one in reports["peer_gradient"])
    return side("primal", "gradient", "forward_seconds"), peer


def measured(bench: Bench, case: problems.Comparison, rounds: int, repeat: int) -> Row:
    contest = Contest(bench, case, repeat)
    row = checked(contest, case, common.VARIANTS, 2)
    ours, peers = raced(contest, row["variant"], rounds)
    return {**row, "threads": bench.threads, "ours": ours, "peers": peers}


def solved(bench: Bench, cells: int, rounds: int, repeat: int) -> list[Row]:
    """Tridiagonal systems along x: ours, LAPACK and JAX in turns. A row for each of the others."""
    ours: list[Row] = []
    peers: dict[str, list[Row]] = {variant: [] for variant in tridiagonal.VARIANTS}
    for _ in range(rounds):
        for variant in tridiagonal.VARIANTS:
            ours.append(bench.json(bench.build / "perf" / "perf_tridiagonal", str(cells), str(repeat + 2), "double", "apart"))
            words = (str(HERE / "tridiagonal.py"), f"-cells={cells}", f"-variant={variant}", f"-threads={bench.threads}", f"-repeat={repeat}")
            peers[variant].append(bench.json(Path(sys.executable), *words))
    seconds = 5.0 * 8.0 * cells**3 / max(report["x"] for report in ours)
    names = {"gtsv": "LAPACK gtsv, SciPy", "banded": "SciPy solve_banded", "jax": "JAX tridiagonal_solve"}
    rows = []
    for variant, reports in peers.items():
        apart = abs(reports[0]["squares"] / ours[0]["squares"] - 1.0)
        rows.append({"case": f"tridiagonal {cells}³ along x", "peer": names[variant], "threads": bench.threads, "objective_difference": apart,
                     "agrees": apart <= TOLERANCE, "ours": {"forward_seconds": seconds},
                     "peers": {"forward_seconds": min(warm(reports, "seconds")), "peak_bytes": max(report["peak_bytes"] for report in reports)}})
    return rows


def versions() -> Row:
    from importlib.metadata import version

    return {name: version(name) for name in ("jax", "jaxlib", "numpy", "scipy")}


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="small sizes: shows that it works")
    parser.add_argument("--check", action="store_true", help="compares results, measures nothing")
    parser.add_argument("--only", nargs="+", default=[""], metavar="WORD", help="cases whose name contains one of the words")
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)), metavar="N", help="default: all cores")
    parser.add_argument("--rounds", type=int, metavar="N", default=1, help="processes of each kind; default: 1")
    parser.add_argument("--build", type=Path, default=BUILD, metavar="FOLDER", help="build of the applications; default: build/apps")
    parser.add_argument("--out", type=Path, metavar="FILE", help="the record")
    return parser.parse_args()


def check(bench: Bench, cases: tuple[problems.Comparison, ...]) -> int:
    """The status: 1 where an objective or a gradient differs."""
    rows = [checked(Contest(bench, case, 1), case, ("steps",), 1) for case in cases]
    for row in rows:
        apart = ", ".join(f"{name} {value:.1e}" for name, value in row["gradient_differences"].items())
        print(f"{row['case']}: {'agrees' if row['agrees'] else 'DIFFERS'}; objective {row['objective_difference']:.1e}, gradient: {apart}")
    return 0 if all(row["agrees"] for row in rows) else 1


def line(row: Row) -> str:
    """Of the table that is printed."""
    ours, peers = row["ours"], row["peers"]
    gradient = f", gradient {ours['gradient_seconds']:.4f} and {peers['gradient_seconds']:.4f} s" if "variant" in row else ""
    agreement = "" if row["agrees"] else "; RESULTS DIFFER"
    return f"{row['case']}: ours {ours['forward_seconds']:.4f} s, {row['peer']} {peers['forward_seconds']:.4f} s{gradient}{agreement}"


def main() -> int:
    options = arguments()
    about = machine.describe()
    bench = Bench(options.threads, options.quick, build=options.build.resolve())
    cases = tuple(case for case in (problems.QUICK if options.quick else problems.FULL) if any(word in case.name for word in options.only))
    if options.check:
        return check(bench, cases)
    rounds, repeat = options.rounds, 2 if options.quick else 3
    record = options.out or (ROOT / "build/perf/quick-peers.json" if options.quick else ROOT / "perf/results" / f"{about['commit']}-peers.json")
    record.parent.mkdir(parents=True, exist_ok=True)
    cells = problems.CELLS_QUICK if options.quick else problems.CELLS
    jobs = {case.name: partial(lambda case: [measured(bench, case, rounds, repeat)], case) for case in cases}
    if any(word in "tridiagonal" for word in options.only):
        jobs["tridiagonal"] = partial(solved, bench, cells, rounds, repeat)
    result: Row = {"machine": about, "quick": options.quick, "threads": options.threads, "versions": versions(), "rows": [], "refused": [], "peers": []}
    for name, job in jobs.items():
        say(name)
        try:
            result["peers"] += job()
        except Refused as why:
            result["refused"].append({"case": name, "why": str(why)})
            say(f"{name}: refused: {why}")
        record.write_text(without_root(json.dumps(result, indent=1)) + "\n")
    print("\n".join(map(line, result["peers"])))
    say(without_root(str(record)))
    return 1 if result["refused"] or not all(row["agrees"] for row in result["peers"]) else 0


if __name__ == "__main__":
    sys.exit(main())
