"""Target cuda on a device: the second half of scripts/gpu.sh.

    python3 perf/gpu.py build/gpu build/carried [--seconds 560] [--target cuda] [--out FOLDER] [--quick]

Writes FOLDER/<commit>-<target>.json and .log after every process, so that what was reached is there when the run is cut. A record of the same device
that is there already, or in perf/results, is gone on with: what it has is not run again. In this order:

  smoke      one application: the same bits as openmp
  rows       large cases: primal, gradient, and what their loops take
  profiled   registers, instructions and bytes of their kernels, by Nsight Compute where it works
  compared   applications and programs of tests: the same bits as openmp, values and gradients
  tests      programs of tests that judge themselves
  sanitized  compute-sanitizer on small programs, where it works
  more rows  further cases, and the time without a kernel
  moved      what is kept for derivatives goes to the host's memory and comes back: the same bits

The status is 1 if anything is wrong or was left out; a tool that is missing or does not work on the machine is neither. Standard library only.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import kernels
import machine
import profiles
import run
import table
from bench import ROOT, Bench, NoTime
from cases import DEVICE, DEVICE_FIRST, DEVICE_PROFILED, DEVICE_QUICK, Case
from compared import ALIKE, CASES, SMALL, Words, application, name, program, told
from reports import Refused

Row = dict[str, Any]
TIER = ("-OPS_AD_MEMORY=30kB", "-OPS_AD_HOST_MEMORY=1GB", "-repeat=2")
LITTLE = "-OPS_AD_MEMORY=2kB"
JUDGING: list[Words] = [("adjoint/adjoint_tridiagonal_solve",), ("adjoint/adjoint_external_scalars",), ("adjoint/adjoint_external_scalars", LITTLE),
                        ("adjoint/adjoint_external_scalars", LITTLE, "-OPS_AD_HOST_MEMORY=1MB")]
TOOLS = ("memcheck", "racecheck")
SMALL_SECONDS, LARGE_SECONDS, TOOL_SECONDS = 20.0, 60.0, 60.0  # of one job, which is wrong if it takes longer
LARGEST_LOG = 15 << 20  # [bytes]
SANITIZER_MEMORY, PROFILER_MEMORY = "2000000000", "16000000000"  # [bytes]


class NoTool(Refused):
    """A tool that examines programs is missing, or does not work on this machine: no fault of the program's."""


@dataclass(frozen=True)
class Job:
    """What is run next. `wrong`: says what is wrong, or nothing; may add to the record. Raises: NoTool, Refused."""

    part: str
    name: str
    wrong: Callable[[Bench, Row], str]
    seconds: float = SMALL_SECONDS


def alike(one: Row, other: Row) -> bool:
    """Whether both are of one kind of device, and of the same sizes."""
    return all(a == b for a, b in ((one["quick"], other["quick"]), (one["device"].split(",")[0], other["device"].split(",")[0])))


class Record:
    """What was found so far, on disk after every change."""

    def __init__(self, path: Path, result: Row) -> None:
        self.path = path
        here, committed = (json.loads(known.read_text()) if known.exists() else None for known in (path, ROOT / "perf" / "results" / path.name))
        if here is not None and not alike(here, result):
            self.put_aside()
        self.result = next((known for known in (here, committed) if known is not None and alike(known, result)), result)
        self.save()

    def put_aside(self) -> None:
        for old in (self.path, self.path.with_suffix(".log")):
            if old.exists():
                os.replace(old, old.with_name(f"other-{old.name}"))

    def save(self) -> None:
        """Whoever is killed meanwhile leaves the record of before."""
        new = self.path.with_suffix(".new")
        run.save(self.result, new)
        os.replace(new, self.path)

    def done(self, job: Job) -> bool:
        return any(row["case"] == job.name and "left_out" not in row for row in self.result["jobs"].get(job.part, []))

    def add(self, job: Job, row: Row) -> None:
        rows = self.result["jobs"].setdefault(job.part, [])
        rows[:] = [one for one in rows if one["case"] != job.name] + [row]
        self.save()

    def say(self, text: str) -> None:
        run.say(text)
        log = self.path.with_suffix(".log")
        if not log.exists() or log.stat().st_size < LARGEST_LOG:
            with log.open("a") as file:
                file.write(text + "\n")


def same(expected: object, found: object) -> str:
    return "" if found == expected and found else f"{str(found)[-500:]}, openmp {str(expected)[-500:]}"


def same_application(about: Row, part: str, case: Words, *on_device: str) -> Job:
    key = name(case)
    return Job(part, " ".join((key, *on_device)), lambda bench, _: same(about["expected"][key], application(bench, case, *on_device)))


def same_program(about: Row, case: Words) -> Job:
    return Job("compared", name(case), lambda bench, _: same(about["expected"][name(case)], told(bench, case)))


def judging(case: Words) -> Job:
    def fails(bench: Bench, _: Row) -> str:
        with tempfile.TemporaryDirectory() as folder:
            text = bench.output(program(bench, case[0]), *case[1:], folder=Path(folder))
        return "" if "PASSED" in text and "FAILED" not in text else text[-2000:]

    return Job("tests", name(case), fails)


def test(known: Row) -> Job:
    """One of CTest's, by its rules."""
    def fails(bench: Bench, _: Row) -> str:
        first, *words = known["command"]
        with tempfile.TemporaryDirectory() as folder:
            result = bench.ended(bench.build / first, *words, folder=Path(folder), **dict(one.split("=", 1) for one in known["environment"]))
        text = result.stdout + result.stderr
        passed = any(re.search(one, text) for one in known["passes"]) if known["passes"] else result.returncode == 0
        failed = any(re.search(one, text) for one in known["fails"])
        return "" if passed and not failed else f"status {result.returncode}: {text[-2000:]}"

    return Job("tests", known["name"], fails)


def tool_of_cuda(name: str) -> Path:
    """Raises: NoTool."""
    found = shutil.which(name, path=os.pathsep.join((os.environ.get("PATH", ""), "/usr/local/cuda/bin")))
    if found is None:
        raise NoTool(f"{name}: not on this machine")
    return Path(found)


def findings(text: str) -> str:
    """The first of the sanitizer's, without what the program says; the program's last words where there are none."""
    own = "\n".join(line for line in text.splitlines() if line.startswith("========="))
    return own[:2000] or text[-2000:]


def sanitized(tool: str, case: Words) -> Job:
    def finds(bench: Bench, _: Row) -> str:
        found = tool_of_cuda("compute-sanitizer")
        path = bench.build / "apps" / case[0] / f"{case[0]}_{bench.target}"
        with tempfile.TemporaryDirectory() as folder:
            result = bench.ended(found, f"--tool={tool}", "--nvtx=yes", "--error-exitcode=9", str(path), *case[1:], "-gradient", folder=Path(folder),
                                 OPSGRAD_DEVICE_MEMORY=SANITIZER_MEMORY, OPSGRAD_REGIONS="1")
        text = result.stdout + result.stderr
        if "Device not supported" in text or "LibraryNotLoaded" in text:
            raise NoTool(findings(text))
        looked = re.search(r"SUMMARY: 0 (errors|hazards)", text)  # a tool that says nothing has not looked
        return "" if result.returncode == 0 and looked else findings(text) or "no summary"

    return Job("sanitized", f"{tool}: {name(case)}", finds, TOOL_SECONDS)


def row_with(result: Row, case: Case, *quantities: str) -> Row:
    """Of the case. Raises Refused where one of the quantities was not measured."""
    found = next((dict(row) for row in result["rows"] if row["case"] == case.name), {})
    if missing := [quantity for quantity in quantities if quantity not in found]:
        raise Refused(f"{case.name}: {', '.join(missing)}: was not measured")
    return found


def keep(bench: Bench, result: Row, case: Case, row: Row) -> None:
    result["rows"] = [one for one in result["rows"] if one["case"] != row["case"]] + [{**row, "targets": run.met(bench, case, row)}]


def primal(case: Case) -> Job:
    def measure(bench: Bench, result: Row) -> str:
        row = run.of_primal(bench, case, *run.timed_primal(bench, case))
        keep(bench, result, case, row)
        keep(bench, result, case, {**row, **run.primal_loops(bench, case, row["triad"])})
        return ""

    return Job("measured", f"{case.name}: primal", measure, LARGE_SECONDS)


def gradient(case: Case) -> Job:
    def measure(bench: Bench, result: Row) -> str:
        row = row_with(result, case, "primal_seconds")
        row.update(run.of_gradient(case, [row["report"]], [run.timed_gradient(bench, case, ())], row["triad"]))
        keep(bench, result, case, row)
        keep(bench, result, case, {**row, **run.gradient_loops(bench, case, (), row["triad"])})
        return ""

    return Job("measured", f"{case.name}: gradient", measure, LARGE_SECONDS)


def idle(case: Case) -> Job:
    def measure(bench: Bench, result: Row) -> str:
        if not kernels.are_timed(bench):
            raise NoTool(f"{kernels.LIBRARY}: was not built")
        row = row_with(result, case, "primal_seconds", *(["gradient_seconds"] if case.gradient else []))
        keep(bench, result, case, {**row, **run.without_kernels(bench, case, (), row)})
        return ""

    return Job("measured", f"{case.name}: time without a kernel", measure, LARGE_SECONDS)


def measuring(cases: tuple[Case, ...]) -> list[Job]:
    return [*map(primal, cases), *(gradient(case) for case in cases if case.gradient), *(idle(case) for case in cases if case.idle)]


def profiled(case: Case) -> Job:
    """The launches of the first and, where they differ, later ones, too; memory is limited, as the profiler keeps a copy of all of it."""
    def measure(bench: Bench, result: Row) -> str:
        found = tool_of_cuda("ncu")
        words = ("--clock-control=none", "--csv", "--page=raw", "--print-units=base", f"--metrics={','.join(profiles.METRICS)}")
        ended = bench.ended(found, *words, str(bench.program(case)), *case.options, "-gradient", OPSGRAD_DEVICE_MEMORY=PROFILER_MEMORY, OPSGRAD_GRAPHS="0")
        text = ended.stdout + ended.stderr
        if any(word in text for word in ("LibraryNotLoaded", "ERR_NVGPUCTRPERM", "Device not supported")):
            raise NoTool(text[-2000:])
        if ended.returncode:
            raise Refused(f"ncu: ended with status {ended.returncode}:\n{text[-2000:]}")
        result.setdefault("profiles", {})[case.name] = profiles.read(ended.stdout)
        return ""

    return Job("profiled", case.name, measure, LARGE_SECONDS)


def jobs(about: Row, quick: bool) -> list[Job]:
    first, more = (DEVICE_QUICK[:1], DEVICE_QUICK[1:]) if quick else (DEVICE_FIRST, DEVICE)
    return [
        same_application(about, "smoke", CASES[0]),
        *measuring(first),
        *([] if quick else map(profiled, DEVICE_PROFILED)),
        *(same_program(about, case) for case in ALIKE), *(same_application(about, "compared", case) for case in CASES),
        *map(judging, JUDGING), *map(test, about["tests"]),
        *(sanitized(tool, case) for tool in TOOLS for case in SMALL),
        *measuring(more),
        *(same_application(about, "moved", case, *TIER) for case in SMALL),
    ]


def outcome(job: Job, bench: Bench, result: Row) -> Row:
    """What takes longer than its seconds is wrong; what has no time left is left out."""
    start = time.monotonic()
    if start >= bench.until:
        return {"case": job.name, "left_out": "no time was left"}
    own = start + job.seconds
    try:
        said = job.wrong(replace(bench, until=min(bench.until, own)), result)
    except NoTime as why:
        if bench.until < own:
            return {"case": job.name, "left_out": str(why)}
        said = str(why)
    except NoTool as why:
        return {"case": job.name, "no_tool": str(why)}
    except Refused as why:
        said = str(why)
    except Exception as why:  # one job's errors do not end the others
        said = repr(why)
    return {"case": job.name, "right": not said, "seconds": round(time.monotonic() - start, 1), **({"said": said} if said else {})}


def again_in_order(job: Job, bench: Bench, result: Row) -> str:
    """Each launch waits for its end, so that the failure is named by the launch that caused it."""
    os.environ["CUDA_LAUNCH_BLOCKING"] = "1"
    try:
        row = outcome(job, bench, result)
        return str(row.get("said") or row.get("left_out") or "nothing is wrong")
    finally:
        del os.environ["CUDA_LAUNCH_BLOCKING"]


def everything(bench: Bench, all_jobs: list[Job], record: Record) -> None:
    failed = False
    for job in all_jobs:
        if record.done(job):
            continue
        row = outcome(job, bench, record.result)
        if not failed and not row.get("right", True):
            failed = True
            row["blocking"] = again_in_order(job, bench, record.result)
        record.add(job, row)
        record.say(f"[gpu] {job.part}: {json.dumps(row)[:3000]}")


@contextlib.contextmanager
def kept_awake(build: Path) -> Iterator[None]:
    """A process that has the device open, so that others need not wait for the driver; without it they wait."""
    try:
        process = subprocess.Popen([build / "hold_device"], stdin=subprocess.PIPE)
    except OSError:
        yield
        return
    try:
        yield
    finally:
        process.communicate()


def summary(result: Row) -> tuple[int, int, int]:
    """How many are right, wrong, and were left out. Those for which a tool is missing do not count."""
    rows = [row for part in result["jobs"].values() for row in part if "no_tool" not in row]
    wrong = [row for row in rows if not row.get("right", True)]
    left_out = [row for row in rows if "left_out" in row]
    return len(rows) - len(wrong) - len(left_out), len(wrong), len(left_out)


def device_name() -> str:
    return machine.output_of("nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("build", type=Path)
    parser.add_argument("carried", type=Path, help="what perf/carry.py has packed")
    parser.add_argument("--seconds", type=float, default=560.0)
    parser.add_argument("--target", default="cuda")
    parser.add_argument("--out", type=Path, default=ROOT / "perf" / "results")
    parser.add_argument("--quick", action="store_true", help="small sizes: shows that it works, proves nothing")
    options = parser.parse_args()
    carried = json.loads((options.carried / "about.json").read_text())
    about = {**machine.describe(), "commit": carried["commit"]}
    bench = Bench(int(str(about["cores"])), options.quick, options.target, options.build.resolve(), time.monotonic() + options.seconds)
    options.out.mkdir(parents=True, exist_ok=True)
    empty = {**run.empty(about, bench), "device": device_name(), "jobs": {}}
    record = Record((options.out / f"{about['commit']}-{options.target}.json").resolve(), empty)
    with kept_awake(bench.build):
        everything(bench, jobs(carried, options.quick), record)
    record.say(table.render(record.result))
    right, wrong, left_out = summary(record.result)
    record.say(f"{record.result['device']}: {right} right, {wrong} wrong, {left_out} left out; written to {record.path}")
    return 1 if wrong or left_out else 0


if __name__ == "__main__":
    sys.exit(main())
