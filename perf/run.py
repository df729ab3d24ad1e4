"""Measures every application's primal and gradient against a STREAM triad of the same minutes, or against a copy within a device's memory.

    python3 perf/run.py [--quick|--short] [--only WORD ..] [--threads 1 2] [--rounds N] [--out STEM] [--against FOLDER] [--target cuda --build FOLDER]

Builds in release mode, unless a build is given, prints one table, and writes STEM.json and STEM.png. STEM is perf/results/<commit>, or
perf/results/<commit>-dirty where tracked files differ from the commit; with --quick it is build/perf/quick.
--short: what docs/how_fast.md shows, on all cores, in minutes; STEM ends with -short.
A case that fails, or whose objective or gradient is zero, subnormal or not finite, is refused: the others are measured, and the status is 1.
Standard library only; the plot is drawn by an interpreter that has matplotlib, if there is one.
With --target cuda times of loops are those of running, and each loop has its part of the copy's bandwidth (scripts/gpu.sh makes the build).
With --against nothing of this is measured: each case runs in this build and in the one in FOLDER in turns (against.py).
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import against
import budget
import kernels
import loops
import machine
import table
from bench import BUILD, ROOT, Bench, without_root
from cases import DEVICE, DEVICE_FIRST, DEVICE_QUICK, FULL, QUICK, SHORT, TABLE, Case, shortened
from reports import Refused, require_gradient, warm

Row = dict[str, Any]


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def build() -> None:
    say("[perf] building (preset apps)")
    for command in (["cmake", "--preset", "apps"], ["cmake", "--build", "--preset", "apps", "-j", str(os.cpu_count())]):
        result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        if result.returncode:
            raise SystemExit(f"perf/run.py: {' '.join(command)} failed:\n{(result.stdout + result.stderr)[-4000:]}")


def timed_options(case: Case) -> tuple[str, ...]:
    return (*case.options, "-json", f"-repeat={case.repeat}")


def timed_primal(bench: Bench, case: Case) -> tuple[Any, float]:
    """A process's report, and the bandwidth around it."""
    before = bench.bandwidth()
    report = bench.json(bench.program(case), *timed_options(case), "-OPS_AD=0")
    return report, (before + bench.bandwidth()) / 2


def timed_gradient(bench: Bench, case: Case, limit: tuple[str, ...]) -> Any:
    report = bench.json(bench.program(case), *timed_options(case), *limit, "-gradient")
    require_gradient(report)
    return report


def timed(bench: Bench, case: Case, limit: tuple[str, ...], rounds: int) -> tuple[list[Any], list[Any], list[float]]:
    """Reports of primal and gradient processes, which take turns so that a slow minute hits both, and the bandwidth around each primal."""
    primal, gradient, rates = [], [], []
    for _ in range(rounds):
        report, rate = timed_primal(bench, case)
        primal.append(report)
        rates.append(rate)
        if case.gradient:
            gradient.append(timed_gradient(bench, case, limit))
    return primal, gradient, rates


def table_of(bench: Bench, case: Case, *options: str) -> Any:
    """The report of a third run, when all memory has been touched, with what loops take."""
    return bench.json(bench.program(case), *case.options, *options, "-json", "-repeat=3", "-OPS_DIAGS=2")


def primal_loops(bench: Bench, case: Case, rate: float) -> Row:
    found = loops.longest(table_of(bench, case, "-OPS_AD=0")["loops"], rate)
    return {"primal_loops": found, "slowest_loop": loops.slowest(found), "loops_of_copy": loops.together(found)}


def gradient_loops(bench: Bench, case: Case, limit: tuple[str, ...], rate: float) -> Row:
    report = table_of(bench, case, *limit, "-gradient")
    row: Row = {"loops": loops.longest(report["loops"], rate)}
    if bench.on_device:
        return row
    return {"table_of_wall": loops.share(report), "solve_adjoint": loops.solve_adjoint(report["loops"], rate), **row}


def without_kernels(bench: Bench, case: Case, limit: tuple[str, ...], row: Row) -> Row:
    """Parts of the wall times. The worse one is what counts."""
    parts = {"primal": kernels.idle(bench, case, ("-OPS_AD=0",), row["primal_seconds"])}
    if case.gradient:
        parts["gradient"] = kernels.idle(bench, case, (*limit, "-gradient"), row["gradient_seconds"])
    return {"idle": max(parts.values()), "idle_parts": parts}


def ratios(primal: list[Any], gradient: list[Any]) -> list[float]:
    """Of each pair of processes, which ran one after the other."""
    def whole(report: Any) -> float:
        return median(f + r for f, r in zip(warm([report], "forward_seconds"), warm([report], "reverse_seconds")))

    return [whole(g) / median(warm([p], "forward_seconds")) for p, g in zip(primal, gradient)]


def of_triad(primal: list[Any], rates: list[float]) -> float:
    """Bandwidth by the model as part of the triad's, of each process and the triad around it."""
    return float(median(p["model_bytes"] / median(warm([p], "forward_seconds")) / rate for p, rate in zip(primal, rates)))


def of_gradient(case: Case, primal: list[Any], gradient: list[Any], bandwidth: float) -> Row:
    seconds, reverse = median(warm(primal, "forward_seconds")), median(warm(gradient, "reverse_seconds"))
    whole = median(f + r for f, r in zip(warm(gradient, "forward_seconds"), warm(gradient, "reverse_seconds")))
    peaks = [max(report["peak_bytes"] for report in reports) for reports in (primal, gradient)]
    row: Row = {
        "gradient_seconds": whole, "reverse_seconds": reverse, "gradient_bytes": gradient[0]["model_bytes"],
        "gradient_of_triad": gradient[0]["model_bytes"] / whole / bandwidth,
        "ratio": median(ratios(primal, gradient)), "ratios": ratios(primal, gradient), "adjoint_ratio": reverse / seconds,
        "gradient_peak_bytes": peaks[1], "memory_ratio": peaks[1] / peaks[0], "gradient_peak_gib": peaks[1] / 2**30,
        "gradient_norm": gradient[0]["gradient_norm"], "gradient_hash": gradient[0]["gradient_hash"],
    }
    if case.repeat > 1:
        pairs = [[f + r for f, r in zip(g["forward_seconds"], g["reverse_seconds"])] for g in gradient]
        row["first_over_warm"] = median(runs[0] / runs[-1] for runs in pairs)
    return row


def extent(report: Any) -> Row:
    return {key: report[key] for key in ("points", "steps") if key in report}


def measure(bench: Bench, case: Case, rounds: int) -> Row:
    """One row of the table; medians over all warm runs of `rounds` processes of each kind."""
    limit = budget.option(case, partial(bench.output, bench.program(case)))
    primal, gradient, rates = timed(bench, case, limit, rounds)
    bandwidth = median(rates)
    row: Row = {
        "case": case.name, "threads": bench.threads, "rounds": rounds, "in_cache": case.in_cache, "triad": bandwidth, "triads": rates,
        "primal_seconds": median(warm(primal, "forward_seconds")), "primal_bytes": primal[0]["model_bytes"],
        "primal_of_triad": of_triad(primal, rates), "primal_peak_bytes": max(report["peak_bytes"] for report in primal),
        "real": primal[0]["real"], "objective": primal[0]["objective"], **extent(primal[0]),
    }
    if case.gradient:
        row.update(of_gradient(case, primal, gradient, bandwidth))
    if case.table and bench.on_device:
        row.update(primal_loops(bench, case, bandwidth))
    if case.table and case.gradient:
        row.update(gradient_loops(bench, case, limit, bandwidth))
    if case.idle and kernels.are_timed(bench):
        row.update(without_kernels(bench, case, limit, row))
    if case.hessian:
        products = [bench.json(bench.program(case), *timed_options(case), "-gradient", "-hessian") for _ in range(rounds)]
        row["hessian_seconds"] = median(warm(products, "hessian_seconds"))
        row["hessian_ratio"] = row["hessian_seconds"] / row["gradient_seconds"]
    row["targets"] = met(bench, case, row)
    return row


def met(bench: Bench, case: Case, row: Row) -> list[Row]:
    """Which targets of the case are."""
    targets = (*case.targets, TABLE) if case.table and not bench.on_device else case.targets
    return [{"quantity": t.quantity, "bound": t.text(), "met": t.quantity in row and t.met(row[t.quantity])} for t in targets]


def of_primal(bench: Bench, case: Case, report: Any, rate: float) -> Row:
    """A row with one process, whose report it keeps: a gradient is compared with it."""
    return {
        "case": case.name, "threads": bench.threads, "rounds": 1, "in_cache": case.in_cache, "triad": rate, "triads": [rate],
        "primal_seconds": median(warm([report], "forward_seconds")), "primal_bytes": report["model_bytes"],
        "primal_of_triad": of_triad([report], [rate]), "primal_peak_bytes": report["peak_bytes"],
        "real": report["real"], "objective": report["objective"], **extent(report), "report": report,
    }


def hand_written(bench: Bench) -> Row:
    cells, sweeps = ("4000000", "3") if bench.quick else ("10000000", "9")
    return {"threads": bench.threads, "seconds": bench.json(bench.build / "perf" / "perf_stencil_adjoints", cells, sweeps)}


def tridiagonal(bench: Bench) -> Row:
    """Systems along each axis of a cube: bandwidth, five arrays counted, as part of the triad's of the same minute."""
    cells, repetitions = ("64", "20") if bench.quick else ("256", "10")
    before = bench.bandwidth()
    rates = bench.json(bench.build / "perf" / "perf_tridiagonal", cells, repetitions)
    rate = (before + bench.bandwidth()) / 2
    return {"threads": bench.threads, "cells": int(cells), "triad": rate, "of_triad": {axis: rates[axis] / rate for axis in "xyz"}}


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--quick", action="store_true", help="small sizes, few repetitions: minutes become seconds")
    parser.add_argument("--short", action="store_true", help="what docs/how_fast.md shows, on all cores, without tables of loops: minutes")
    parser.add_argument("--only", nargs="+", default=[""], metavar="WORD", help="cases whose name contains one of the words")
    parser.add_argument("--threads", type=int, nargs="+", help="default: 1 and all cores")
    parser.add_argument("--rounds", type=int, metavar="N", help="processes of each kind per case; default: as cases.py says")
    parser.add_argument("--out", type=Path, metavar="STEM", help="where STEM.json and STEM.png go, or STEM.txt with --against")
    parser.add_argument("--against", type=Path, metavar="FOLDER", help="build folder of another commit, with its folder apps: is this one slower?")
    parser.add_argument("--target", default="openmp", help="openmp, or cuda: on a device, in a build that exists")
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "gpu", metavar="FOLDER", help="that build; default: build/gpu")
    return parser.parse_args()


def default_stem(quick: bool, commit: str, target: str = "openmp", short: bool = False) -> Path:
    stem = ROOT / "build/perf/quick" if quick else ROOT / "perf/results" / (f"{commit}-short" if short else commit)
    return stem if target == "openmp" else stem.with_name(f"{stem.name}-{target}")


def chosen(options: argparse.Namespace, gib: int) -> list[Case]:
    """The cases that are asked for and have room in the memory of this machine."""
    on_host, on_device = (QUICK, DEVICE_QUICK) if options.quick else (FULL, (*DEVICE_FIRST, *DEVICE))
    if options.short:
        on_host = tuple(shortened(case) for case in FULL if case.name in SHORT)
    named = [case for case in (on_host if options.target == "openmp" else on_device) if any(word in case.name for word in options.only)]
    for case in named:
        if case.needs_gib > gib:
            say(f"[perf] {case.name}: left out, needs {case.needs_gib} GiB of memory")
    return [case for case in named if case.needs_gib <= gib]


def empty(about: Row, bench: Bench) -> Row:
    """A record without rows."""
    return {"machine": about, "target": bench.target, "measure": bench.measure, "quick": bench.quick, "triad": {}, "rows": [], "refused": [],
            "hand_written": [], "tridiagonal": []}


def measure_all(bench: Bench, cases: list[Case], rounds: int | None, result: Row, record: Path, apart: bool = True) -> None:
    """Adds rows, and what was refused, to `result`; hours may follow, so each is saved at once. `apart`: also what is no application."""
    bandwidth = bench.bandwidth()
    result["triad"][str(bench.threads)] = bandwidth
    say(f"[perf] {bench.threads} thread(s): {bench.measure} {bandwidth / 1e9:.1f} GB/s")
    for number, case in enumerate(cases):
        say(f"[perf] {bench.threads} thread(s): {case.name}")
        try:
            result["rows"].append(measure(bench.for_one_of(len(cases) - number), case, rounds or case.rounds))
        except Refused as why:
            result["refused"].append({"case": case.name, "threads": bench.threads, "why": str(why)})
            say(f"[perf] {bench.threads} thread(s): {case.name}: refused: {why}")
        save(result, record)
    if apart and not bench.on_device:
        result["hand_written"].append(hand_written(bench))
        result["tridiagonal"].append(tridiagonal(bench))
        save(result, record)


def compare(options: argparse.Namespace, cases: list[Case], threads: list[int]) -> int:
    """Both builds in turns; 1 if this one is slower somewhere, or a case proves nothing."""
    if not (options.against / "apps").is_dir():
        raise SystemExit(f"perf/run.py: --against {options.against}: no build of the applications, which has a folder apps (cmake --preset apps)")
    if options.out:
        options.out.parent.mkdir(parents=True, exist_ok=True)
    rows: list[against.Row] = []
    refused = False
    for count, case in ((count, case) for count in threads for case in cases):
        benches = Bench(count, options.quick), Bench(count, options.quick, build=options.against.resolve())
        programs = [bench.program(case) for bench in benches]
        if not programs[1].exists():
            say(f"[perf] {case.name}: left out, {programs[1]} does not exist")
            continue
        say(f"[perf] {count} thread(s): {case.name}, and in {options.against}")
        limit = budget.option(case, partial(benches[0].output, programs[0]))
        this, other = (partial(bench.json, program, *timed_options(case)) for bench, program in zip(benches, programs))
        try:
            rows += against.rows(case.name, count, this, other, limit, options.rounds or against.PAIRS)
        except Refused as why:
            refused = True
            say(f"[perf] {count} thread(s): {case.name}: refused: {why}")
    found = against.render(rows)
    print(found)
    if options.out:
        commits = f"{machine.commit_of(ROOT)} against {machine.commit_of(options.against)}"
        options.out.with_name(options.out.name + ".txt").write_text(f"{commits}; {machine.cpu_model()}\n\n{found}\n")
    return 1 if refused or any(row.slower for row in rows) else 0


def main() -> int:
    options = arguments()
    on_host = options.target == "openmp"
    if on_host:
        build()
    about = machine.describe()
    cores = int(str(about["cores"]))
    cases = chosen(options, int(str(about["memory_gib"])))
    threads = options.threads or (sorted({1, cores}) if on_host and not options.short else [cores])
    if options.against:
        return compare(options, cases, threads)
    stem = options.out or default_stem(options.quick, str(about["commit"]), options.target, options.short)
    benches = [Bench(count, options.quick, options.target, BUILD if on_host else options.build.resolve()) for count in threads]
    result = empty(about, benches[0])
    record = stem.with_name(stem.name + ".json")
    stem.parent.mkdir(parents=True, exist_ok=True)
    for bench in benches:
        measure_all(bench, cases, options.rounds, result, record, apart=not options.short)
    print(table.render(result))
    say(f"[perf] {record}" + (f" and {picture}" if (picture := draw(record)) else "; no plot: no python3 with matplotlib"))
    return 1 if result["refused"] else 0


def save(result: Row, record: Path) -> None:
    """Without the folder that the project lies in."""
    record.write_text(without_root(json.dumps(result, indent=1)) + "\n")


def draw(record: Path) -> Path | None:
    picture = record.with_suffix(".png")
    for python in (sys.executable, "/usr/bin/python3"):
        if subprocess.run([python, ROOT / "perf" / "plot.py", record, picture], capture_output=True).returncode == 0:
            return picture
    return None


if __name__ == "__main__":
    sys.exit(main())
