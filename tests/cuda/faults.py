"""By hand: python3 -m tests.cuda.faults [word ..]: faults planted into kernels and what runs them (planted.py), and which check finds each.

Each is a change of one place, in a copy of the run time, of generated text or of the flags of the compiler. Checks, of which the first that finds
something is named: the compilers, random loops (other bits than the serial forms, for some order of threads, number of blocks or part; a finding of
AddressSanitizer; an end by a signal), loops with contributions that were put off, the tests of grids, of what is alike, of totals, of passes, of
queues, of sums and of tridiagonal solves (tridsolver has to be built), and what nvcc makes of the golden program. The status is 1 if less than 95 %
of the faults are found, or if anything is found where nothing was planted.
"""

from __future__ import annotations

import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import numpy as np

from tests.cuda import gates
from tests.cuda.apps_test import BUILD
from tests.cuda.planted import FAULTS, GENERATED, GOLDEN, SUM, Fault
from tests.cuda.postponed_test import CASES as POSTPONED, analysed, difference as postponed_difference
from tests.cuda.random_loops_test import FEW, FORWARD, MANY, REVERSED, SHUFFLED
from tests.translator.generated import ALL, FLAGS, ROOT, Field, Library, in_planes, program_of, random_parts
from tests.translator.random_generated_test import SEVERAL, Problem, loop_of, with_form
from translator import ir
from translator.passes.analyse import LoopAnalysis, analyse

# Name -> case of random loops, form of its reverse (rows: tiles), components in planes, points.
LOOPS = {
    "sums": (SEVERAL, "rows", False, (67, 100)),  # some tiles are alike
    "tiles": (4, "rows", True, (63, 13, 6)),  # whole tiles along axis 1
    "gather": (6, "gather", False, (67, 41)),
    "push": (8, "push", False, (67, 41)),  # components of a target have points of their own
    "line": (0, "rows", False, (5000,)),  # of several blocks
}
SOLVES = ("lanes.hpp", "cut.hpp", "thomas.hpp", "chunks.hpp", "solve.cpp")  # nothing generated sees them
QUEUE = tuple(f"launches/{name}" for name in ("dependencies.cpp", "graphs.cpp", "queue.cpp", "batch.hpp"))  # nor them
UNITS = {"grid_test.cpp": ("grid.hpp", "kernel.hpp"), "alike_test.cpp": ("loop.hpp", "tile.hpp"), "totals_test.cpp": ("totals.hpp", "kernel.hpp", "loop.hpp", "search.hpp"),
         "passes_test.cpp": ("passes.cpp", "runs.hpp"), "reduce_test.cpp": (SUM,), "solve_test.cpp": SOLVES, "queue_test.cpp": QUEUE}  # files that they are about
TESTS = {"queue_test.cpp": Path("tests/backends/launches/queue_test.cpp"), "reduce_test.cpp": Path("tests/ops/loops/launch/reduce_test.cpp")}  # others are of tests/cuda
RUNTIME = ("owner.cpp", "passes.cpp")
ONLY_IN_LOOPS = (GENERATED, "grid.hpp", "loop.hpp", "search.hpp", "tile.hpp")  # nothing of RUNTIME sees them
SOLVER = BUILD / "tridsolver" / "libtridsolver.a"  # what has the right bits
TRAPS = {"passes_test.cpp": ("-fsanitize=alignment", "-fsanitize-undefined-trap-on-error")}  # where a device would end
SANITIZED = "-O0 -g0 -fsanitize=address"
ENOUGH = 0.95
EARLY = """#include <cmath>
#include <complex>
#include <cstring>
#include <iostream>
#include <limits>
#include <numeric>
#include <span>
#include <tuple>
#include "backends/common/attained.hpp"
#include "backends/common/cells.hpp"
#include "backends/common/choices.hpp"
#include "backends/common/digamma.hpp"
#include "backends/common/library.hpp"
#include "backends/common/pieces.hpp"
#include "ops/loops/launch/reduce.hpp"
#include "ops/loops/launch/registry.hpp"
"""
Difference = Callable[[], str]


class NotBuilt(Exception):
    """The compiler refused it."""


def build(*words: str | Path) -> None:
    """Raises: NotBuilt."""
    done = subprocess.run(["c++", *map(str, words)], capture_output=True, text=True)
    if done.returncode != 0:
        raise NotBuilt(done.stderr)


@dataclass(frozen=True)
class Common:
    """What all libraries share, compiled once: headers that no fault is in, and objects."""

    flags: str
    objects: tuple[Path, ...]
    runtime: tuple[Path, ...]

    @staticmethod
    def of(folder: Path) -> Common:
        (folder / "early.hpp").write_text(EARLY)
        words = [flag for flag in FLAGS if flag != "-shared"] + SANITIZED.split() + [f"-I{ROOT}"]
        build(*words, "-x", "c++-header", folder / "early.hpp", "-o", folder / "early.hpp.gch")
        flags = f"{SANITIZED} -include {folder}/early.hpp"
        made: list[Path] = []
        for source in ("ops/data/box.cpp", "ops/support/error.cpp", "ops/loops/launch/reduce_ops.cpp", "ops/loops/launch/sum.cpp", "backends/openmp/team.cpp", "backends/cuda/backend.cpp", "backends/cuda/device_code.cpp", "tests/cuda/host_memory.cpp",
                       *(f"backends/cuda/{name}" for name in RUNTIME)):
            made.append(folder / f"{Path(source).stem}.o")
            build(*words, "-include", folder / "early.hpp", "-c", ROOT / source, "-o", made[-1])
        return Common(flags, tuple(made[: -len(RUNTIME)]), tuple(made[-len(RUNTIME) :]))


@dataclass(frozen=True)
class Loops:
    """A program, and how to find out whether code has the right bits."""

    common: Common
    analyses: tuple[LoopAnalysis, ...]
    program: ir.Program
    right: Library

    def has(self, fault: Fault) -> bool:
        return fault.file.endswith("pp") if fault.file != GENERATED else any(fault.right in text for text in self.right.files.values())

    def planted(self, fault: Fault, copies: Path, folder: Path) -> Library:
        """Raises: NotBuilt."""
        runtime = self.common.runtime
        if fault.file not in ONLY_IN_LOOPS:
            runtime = tuple(copies / "backends" / "cuda" / name if name == fault.file else ROOT / "backends" / "cuda" / name for name in RUNTIME)
        text = (fault.right, fault.wrong) if fault.file == GENERATED else ("", "")
        try:
            return Library(self.program, self.analyses, "cuda", folder, f"{self.common.flags} -I{copies}", extra=runtime, planted=text,
                           objects=self.common.objects)
        except subprocess.CalledProcessError as problem:
            raise NotBuilt from problem

    def difference(self, code: Library) -> str:
        """What differs first; "" if nothing does."""
        raise NotImplementedError


def translated(name: str) -> tuple[tuple[LoopAnalysis, ...], ir.Program]:
    """Of a random loop, or of those with contributions that were put off."""
    if name == "postponed":
        return tuple(analysed(case) for case in range(len(POSTPONED))), program_of([loop for loop, _ in POSTPONED])
    case, form, soa, _ = LOOPS[name]
    loop = in_planes(loop_of(case)) if soa else loop_of(case)
    return (with_form(analyse(loop), form),), program_of([loop])


@dataclass(frozen=True)
class Postponed(Loops):
    """Loops with contributions that were put off."""

    openmp: Library

    @staticmethod
    def of(common: Common, folder: Path) -> Postponed:
        analyses, program = translated("postponed")
        right = Library(program, analyses, "cuda", folder / "postponed_right", common.flags, extra=common.runtime, objects=common.objects)
        return Postponed(common, analyses, program, right, Library(program, analyses, "openmp", folder / "postponed_openmp", "-O1"))

    def difference(self, code: Library) -> str:
        return postponed_difference(code, self.openmp)


@dataclass(frozen=True)
class Loop(Loops):
    """One random loop, and what it gives in serial order."""

    problem: Problem
    seq: Library
    forward: list[object]
    along: list[bytes]
    backward: dict[tuple[str, frozenset[int]], dict[int, Field]]

    @property
    def analysis(self) -> LoopAnalysis:
        return self.analyses[0]

    @staticmethod
    def of(name: str, common: Common, folder: Path) -> Loop:
        case, _, soa, extent = LOOPS[name]
        analyses, program = translated(name)
        seq = Library(program, analyses, "seq", folder / f"{name}_seq", "-O0")
        right = Library(program, analyses, "cuda", folder / f"{name}_right", common.flags, extra=common.runtime, objects=common.objects)
        problem = Problem(case, soa, extent)
        right.code.run_threads(FORWARD, MANY)
        made = Loop(common, analyses, program, right, problem, seq, problem.forward(right, 0), problem.along(seq, 0), {})
        for hole, wanted in product(("none", "all", "part"), {made.wanted(FORWARD), made.wanted(SHUFFLED)}):
            backward = problem.backward(seq, 0, False, made.analysis, hole, wanted=wanted)
            assert backward is not None
            made.backward[hole, wanted] = backward
        return made

    def wanted(self, order: int) -> frozenset[int]:
        targets = frozenset(p for p, fact in enumerate(self.analysis.facts) if fact.target)
        return targets - {min(targets)} if order == SHUFFLED else targets

    def difference(self, code: Library) -> str:
        random = np.random.default_rng(self.problem.seed)
        for order, blocks in ((FORWARD, MANY), (REVERSED, FEW), (SHUFFLED, MANY)):
            how = f"threads {('forward', 'reversed', 'shuffled')[order]}"
            code.code.run_threads(order, blocks)
            if self.problem.forward(code, 0) != self.forward:
                return f"{how}: values"
            if self.problem.along(code, 0) != self.along:
                return f"{how}: tangents"
            wanted = self.wanted(order)
            for hole, parts in product(("none", "all", "part"), ((ALL,), random_parts(random, self.problem.lo, self.problem.hi))):
                expected = self.backward[hole, wanted]
                got = self.problem.backward(code, 0, True, self.analysis, hole, wanted=wanted, parts=parts)
                assert got is not None
                if any(got[p].tobytes() != expected[p].tobytes() for p in wanted) or any(np.isnan(got[p]).any() for p in wanted):
                    return f"{how}: derivatives, hole {hole}, {len(parts)} parts"
        return ""


def in_a_process(difference: Difference, folder: Path) -> str:
    """What is found by a process of its own, which a fault may end."""
    said, saying = os.pipe()
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (100, 100))
        os.dup2(os.open(folder / "errors", os.O_WRONLY | os.O_CREAT), 2)
        try:
            os.write(saying, difference().encode())
        except RuntimeError as refused:  # by a loop
            os.write(saying, f"refused: {refused}".encode())
        finally:
            os._exit(0)
    os.close(saying)
    with os.fdopen(said) as text:
        found = text.read()
    _, status = os.waitpid(child, 0)
    sanitizer = re.search(r"ERROR: AddressSanitizer: (\S+)", (folder / "errors").read_text(errors="replace"))
    return f"AddressSanitizer: {sanitizer[1]}" if sanitizer else found or (f"ended with status {status}" if status else "")


class Bench:
    """All checks by name. Each says what it finds, "" for nothing."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.common = Common.of(folder)
        self.loops: dict[str, Loops] = {name: Loop.of(name, self.common, folder) for name in LOOPS}
        self.loops["postponed"] = Postponed.of(self.common, folder)

    def names(self) -> list[str]:
        return [*self.loops, *UNITS, *(["gates"] if gates.NVCC else [])]

    def finds_nothing(self, name: str) -> str:
        """Nothing is planted."""
        folder = self.folder / f"{name}_nothing"
        folder.mkdir()
        if name in self.loops:
            return in_a_process(lambda: self.loops[name].difference(self.loops[name].right), folder)
        return self.unit(name, ROOT, folder) if name in UNITS else self.gates(None, ROOT, folder)

    def found(self, fault: Fault, folder: Path) -> tuple[str, str]:
        """The check and what it says."""
        copies = folder / "planted"
        copies.mkdir(parents=True)
        if fault.file not in (GENERATED, GOLDEN):
            copy = copies / place_of(fault.file)
            copy.parent.mkdir(parents=True)
            copy.write_text(planted_text(fault, ROOT / place_of(fault.file)))
        applicable = [name for name in self.names() if self.looks_at(name, fault)]
        assert applicable, f"'{fault.right}' is nowhere"
        for name in sorted(applicable, key=lambda name: name != fault.first):
            (folder / name).mkdir()
            try:
                said = self.ask(name, fault, copies, folder / name)
            except (NotBuilt, gates.Refused):
                return "a compiler", name
            if said:
                return name, said
        return "", ""

    def looks_at(self, name: str, fault: Fault) -> bool:
        if name in self.loops:
            return fault.file not in (*SOLVES, *QUEUE, SUM) and self.loops[name].has(fault)
        return fault.file in UNITS[name] if name in UNITS else fault.file not in (GENERATED, *RUNTIME, *SOLVES, *QUEUE, SUM)

    def ask(self, name: str, fault: Fault, copies: Path, folder: Path) -> str:
        if name in self.loops:
            loop = self.loops[name]
            code = loop.planted(fault, copies, folder)
            return in_a_process(lambda: loop.difference(code), folder)
        return self.unit(name, copies, folder) if name in UNITS else self.gates(fault, copies, folder)

    def unit(self, name: str, copies: Path, folder: Path) -> str:
        """Of a C++ test."""
        flags = [flag for flag in FLAGS if flag != "-shared"]
        sources = {"passes_test.cpp": ("passes.cpp",), "solve_test.cpp": ("solve.cpp",), "queue_test.cpp": QUEUE[:3], "reduce_test.cpp": ("ops/loops/launch/sum.cpp", "ops/loops/launch/float_mode.cpp")}.get(name, ())
        own = {Path(source).stem for source in sources}
        more = [copies / place if (copies / place).exists() else ROOT / place for place in map(place_of, sources)]
        if name == "solve_test.cpp":
            more += [*self.common.runtime, SOLVER]
        early = SANITIZED if SUM in UNITS[name] else self.common.flags  # which has it already
        build(*flags, *early.split(), *TRAPS.get(name, ()), f"-I{copies}", f"-I{ROOT}", f"-I{ROOT}/tests/cuda", ROOT / TESTS.get(name, Path("tests/cuda") / name),
              *(file for file in self.common.objects if file.stem not in own), *more, "-lgtest", "-lgtest_main", "-o", folder / "test")
        result = subprocess.run([folder / "test", "--gtest_brief=1"], capture_output=True, text=True, timeout=600)
        failed = re.search(r"FAILED  \] (\S+)", result.stdout)
        return "" if result.returncode == 0 else failed[1] if failed else f"ended with status {result.returncode}"

    def gates(self, fault: Fault | None, copies: Path, folder: Path) -> str:
        """Of the compiler's output."""
        golden = ROOT / "tests" / "translator" / "golden" / "cuda"
        for path in golden.glob("*.cpp"):
            changes = fault is not None and fault.file == GOLDEN and fault.right in path.read_text()
            (folder / path.name).write_text(planted_text(fault, path) if changes and fault is not None else path.read_text())
        loops = folder / "loops.cpp"
        kernels = gates.entries(loops, folder, copies)
        looked_for = {"a product joined with a sum": gates.fused(kernels, loops), "no barrier": gates.without_barrier(kernels),
                      "not the number of the thread": gates.unnumbered(kernels), "a register that not all paths write": gates.unwritten(kernels),
                      "local memory": gates.in_local_memory(gates.assembled(folder), loops)}
        return next((f"{what}, {len(found)} kernels" for what, found in looked_for.items() if found), "")


def place_of(file: str) -> Path:
    if file.startswith("ops/"):
        return Path(file)
    return Path("backends") / file if "/" in file else Path("backends/cuda") / file


def planted_text(fault: Fault, path: Path) -> str:
    text = path.read_text()
    places = fault.places(text)
    assert places, f"'{fault.right}' is not in {path.name}"
    for first, end in reversed(places):
        text = text[:first] + fault.wrong + text[end:]
    return text


def main(words: list[str]) -> int:
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        bench = Bench(Path(name))
        chosen = [fault for fault in FAULTS if not words or any(word in fault.what or word == fault.kind for word in words)]
        asked = [check for check in bench.names() if any(bench.looks_at(check, fault) for fault in chosen)]
        alarms = {check: said for check in asked if (said := bench.finds_nothing(check))}
        print(f"nothing planted: {alarms or 'nothing found'} by {', '.join(asked)}", flush=True)
        finders: Counter[str] = Counter()
        for number, fault in enumerate(chosen):
            finder, said = bench.found(fault, bench.folder / str(number))
            finders[finder] += 1
            result = f"{finder}: {said}" if finder else "NOT FOUND"
            print(f"{number + 1:2} {fault.kind}: {fault.what}: {result} ({time.monotonic() - began:.0f} s)", flush=True)
    found = len(chosen) - finders.pop("", 0)
    print(f"{found} of {len(chosen)} found: {', '.join(f'{count} by {finder}' for finder, count in finders.most_common())}")
    return 1 if alarms or found < ENOUGH * len(chosen) else 0


def sanitized(words: list[str]) -> int:
    """Python with the run time of AddressSanitizer, and of C++, whose exceptions that one has to know from the start; compilers do without."""
    if "AddressSanitizer" not in os.environ.get("OPSGRAD_FAULTS", ""):
        libraries = [subprocess.run(["c++", f"-print-file-name={name}"], capture_output=True, text=True, check=True).stdout.strip()
                     for name in ("libasan.so", "libstdc++.so")]
        options = "detect_leaks=0:detect_odr_violation=0:allocator_may_return_null=1"
        os.execve(sys.executable, [sys.executable, "-m", "tests.cuda.faults", *words],
                  {**os.environ, "LD_PRELOAD": " ".join(libraries), "ASAN_OPTIONS": options, "OPSGRAD_FAULTS": "AddressSanitizer"})
    os.environ.pop("LD_PRELOAD", None)
    return main(words)


if __name__ == "__main__":
    sys.exit(sanitized(sys.argv[1:]))
