"""Target cuda on a device: the second half of scripts/gpu.sh run.

    python3 perf/gpu.py build/gpu [--seconds 560] [--target cuda] [--out FILE] [--quick]

Writes perf/results/<commit>-cuda.json after everything it has run, so that what was reached is there when time runs out:

  compared   applications and programs of tests: the same bits as openmp on this machine, values and gradients
  tests      the tests of the build for the target, and programs that judge themselves
  rows       what perf/run.py measures: loops, gradients, time without a kernel
  moved      what is kept for derivatives goes to the host's memory and comes back: the same bits
  sanitized  compute-sanitizer on small programs

Each part has its share of the seconds; what it leaves, the next ones have. The status is 1 if anything is wrong or was left out.
Standard library only.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import machine
import run
import table
from bench import ROOT, Bench, NoTime
from cases import DEVICE, DEVICE_QUICK
from reports import Refused

sys.path.insert(0, str(ROOT))
from tests.cuda.cases import BURGERS, CASES, CLOVER, LBM, POISSON, WAVE  # noqa: E402

Row = dict[str, Any]
Words = tuple[str, ...]
Job = tuple[str, Callable[[Bench], str]]  # what it is called, and what runs it: says what is wrong, or nothing
SHARES = {"compared": 0.25, "tests": 0.5, "rows": 0.8, "moved": 0.85, "sanitized": 1.0}  # of the seconds, from the start on
SMALL: list[Words] = [("poisson", *POISSON), ("burgers", *BURGERS), ("cloverleaf", *CLOVER[:1], "-end_step=2", "-ripple=0.01"), ("lbm", *LBM),
                      ("wave", *WAVE), ("heat_adi", "-nx=9", "-ny=8", "-nz=7"), ("cde", "-ns=24", "-nv=16", "-steps=2")]
TIER = ("-OPS_AD_MEMORY=30kB", "-OPS_AD_HOST_MEMORY=1GB", "-repeat=2")
ALIKE: list[Words] = [("adjoint/adjoint_copies",), ("adjoint/adjoint_scalars",), ("adjoint/adjoint_scalar_loops",), ("adjoint/adjoint_tridiagonal",),
                      ("programs/programs_functions",), ("cuda/cuda_turned",), ("cuda/cuda_turned", "-OPS_AD_CHECK=dot")]
LITTLE = "-OPS_AD_MEMORY=2kB"
JUDGING: list[Words] = [("adjoint/adjoint_tridiagonal_solve",), ("adjoint/adjoint_external_scalars",), ("adjoint/adjoint_external_scalars", LITTLE),
                        ("adjoint/adjoint_external_scalars", LITTLE, "-OPS_AD_HOST_MEMORY=1MB")]
LIBRARY = "conformance_limited."  # asks for the bits of the C library's functions, which neither a device's nor our own have
TOOLS = ("memcheck", "racecheck")
LONGEST = 100.0  # [s] of one job


def application(bench: Bench, case: Words, target: str, *more: str) -> tuple[object, ...]:
    name, *words = case
    path = bench.build / "apps" / name.removesuffix("_aos") / f"{name}_{target}"
    with tempfile.TemporaryDirectory() as folder:
        report = json.loads(bench.output(path, *words, *more, "-gradient", "-json", folder=Path(folder)).splitlines()[-1])
    return tuple(report[key] for key in ("objective", "gradient_norm", "gradient_hash", *(key for key in report if key == "hessian_hash")))


def same_application(case: Words, *on_device: str) -> Job:
    def differs(bench: Bench) -> str:
        device, host = application(bench, case, bench.target, *on_device), application(bench, case, "openmp")
        return "" if device == host else f"{device}, openmp {host}"

    return " ".join((*case, *on_device)), differs


def program(bench: Bench, name: str, target: str) -> Path:
    return bench.build / "tests" / f"{name}_{target}"


def told(bench: Bench, case: Words, target: str) -> str:
    """The lines that name bits, or all."""
    text = bench.output(program(bench, case[0], target), *case[1:])
    return "\n".join(line for line in text.splitlines() if line.startswith("hash")) or text


def same_program(case: Words) -> Job:
    def differs(bench: Bench) -> str:
        device, host = told(bench, case, bench.target), told(bench, case, "openmp")
        return "" if device == host and device else f"{device[-500:]}, openmp {host[-500:]}"

    return " ".join(case), differs


def judging(case: Words) -> Job:
    def fails(bench: Bench) -> str:
        text = bench.output(program(bench, case[0], bench.target), *case[1:])
        return "" if "PASSED" in text and "FAILED" not in text else text[-2000:]

    return " ".join(case), fails


def tests(bench: Bench) -> list[Job]:
    """Those that CMake knows of the target."""
    ctest = Path(shutil.which("ctest") or "ctest")
    known = json.loads(bench.output(ctest, "--test-dir", str(bench.build), "--show-only=json-v1"))["tests"]
    names = sorted(test["name"] for test in known if re.search(rf"[._]{bench.target}$", test["name"]) and not test["name"].startswith(LIBRARY))
    if not names:
        raise Refused(f"{bench.build} has no tests of target {bench.target}")

    def job(name: str) -> Job:
        return name, lambda bench: bench.output(ctest, "--test-dir", str(bench.build), "-R", f"^{re.escape(name)}$", "--output-on-failure") and ""

    return [job(name) for name in names]


def sanitized(tool: str, case: Words) -> Job:
    def finds(bench: Bench) -> str:
        found = shutil.which("compute-sanitizer") or "/usr/local/cuda/bin/compute-sanitizer"
        path = bench.build / "apps" / case[0] / f"{case[0]}_{bench.target}"
        with tempfile.TemporaryDirectory() as folder:
            bench.output(Path(found), f"--tool={tool}", "--error-exitcode=9", str(path), *case[1:], "-gradient", folder=Path(folder))
        return ""

    return f"{tool}: {' '.join(case)}", finds


def row_of(job: Job, bench: Bench) -> Row:
    """What takes longer than LONGEST is wrong; what has no time left is left out."""
    name, wrong = job
    own = time.monotonic() + LONGEST
    try:
        said = wrong(replace(bench, until=min(bench.until, own)))
    except NoTime as why:
        if bench.until < own:
            return {"case": name, "left_out": str(why)}
        said = str(why)
    except (Refused, ValueError, KeyError, IndexError) as why:
        said = str(why) or repr(why)
    return {"case": name, "right": not said, **({"said": said} if said else {})}


def do(bench: Bench, jobs: Iterable[Job], rows: list[Row], save: Callable[[], None]) -> None:
    for job in jobs:
        rows.append(row_of(job, bench))
        run.say(f"[gpu] {json.dumps(rows[-1])[:300]}")
        save()


def jobs_of(part: str, bench: Bench) -> list[Job]:
    if part == "compared":
        return [*map(same_program, ALIKE), *map(same_application, CASES)]
    if part == "tests":
        return [*map(judging, JUDGING), *tests(bench)]
    if part == "moved":
        return [same_application(case, *TIER) for case in SMALL]
    return [sanitized(tool, case) for tool in TOOLS for case in SMALL]


def everything(bench: Bench, seconds: float, quick: bool, result: Row, record: Path) -> None:
    start = time.monotonic()
    for part, share in SHARES.items():
        here = replace(bench, until=start + share * seconds)
        rows = result.setdefault(part, [])
        try:
            if part == "rows":
                run.measure_all(here, list(DEVICE_QUICK if quick else DEVICE), None, result, record)
            else:
                do(here, jobs_of(part, here), rows, lambda: run.save(result, record))
        except Refused as why:  # of the whole part
            result["refused"].append({"case": part, "threads": bench.threads, "why": str(why)})
        run.save(result, record)


def summary(result: Row) -> tuple[int, int, int]:
    """How many are right, wrong, and were left out."""
    rows = [row for part in SHARES if part != "rows" for row in result[part]]
    wrong = [row for row in rows if not row.get("right", True)]
    left_out = [row for row in rows if "left_out" in row]
    return len(rows) - len(wrong) - len(left_out) + len(result["rows"]), len(wrong) + len(result["refused"]), len(left_out)


def device_name() -> str:
    return machine.output_of("nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("build", type=Path)
    parser.add_argument("--seconds", type=float, default=560.0)
    parser.add_argument("--target", default="cuda")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--quick", action="store_true", help="small sizes: shows that it works, proves nothing")
    options = parser.parse_args()
    about = machine.describe()
    bench = Bench(int(str(about["cores"])), options.quick, options.target, options.build.resolve())
    record = (options.out or run.default_stem(False, str(about["commit"]), options.target).with_suffix(".json")).resolve()
    result: Row = {**run.empty(about, bench), "device": device_name()}
    everything(bench, options.seconds, options.quick, result, record)
    print(table.render(result))
    right, wrong, left_out = summary(result)
    print(f"{result['device']}: {right} right, {wrong} wrong, {left_out} left out; written to {record}")
    return 1 if wrong or left_out else 0


if __name__ == "__main__":
    sys.exit(main())
