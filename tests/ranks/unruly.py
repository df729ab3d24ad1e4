"""By hand: python3 -m tests.ranks.unruly [runs] [first seed] [at once]: short programs on 2 to 5 processes over an MPI that delays and reorders.

Every run has the bits of one process, leaves no request and no communicator open, and ends in time. Needs a build tree (OPSGRAD_BUILD).
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from tests.ranks.start import BUILD, Run, start

LIMIT = 300  # of a run that takes less than a second on idle cores [seconds]
DECK = Path(__file__).parents[1] / "apps" / "cloverleaf_stable.in"


@dataclass(frozen=True)
class Short:
    """A program, as a path below the build tree without its target."""

    path: str
    words: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return " ".join((Path(self.path).name, *self.words))

    def run(self, target: str, ranks: int = 1, unruly: int | None = None) -> Run:
        return start(BUILD / f"{self.path}_{target}", self.words, ranks, unruly=unruly, limit=LIMIT)


PROGRAMS = (
    Short("tests/ranks/ranks_inputs"), Short("tests/adjoint/adjoint_levels"), Short("tests/adjoint/adjoint_written"), Short("tests/adjoint/adjoint_points"),
    Short("tests/adjoint/adjoint_beyond"), Short("tests/adjoint/adjoint_verdicts"),
    Short("apps/poisson/poisson", ("-sizex=20", "-sizey=18", "-iters=4", "-ngrid_x=2", "-ngrid_y=1", "-gradient")),
    Short("apps/poisson/poisson", ("-sizex=17", "-sizey=9", "-iters=3", "-hessian", "-gradient")),
    Short("apps/burgers/burgers", ("-size=13", "-steps=4", "-slots=2", "-gradient")),
    Short("apps/wave/wave", ("-nx=40", "-ny=32", "-steps=8", "-slots=3", "-gradient")),
    Short("apps/lbm/lbm", ("-nx=13", "-ny=11", "-steps=4", "-gradient")),
    Short("apps/cloverleaf/cloverleaf", (f"-input={DECK}", "-end_step=2", "-ripple=0.01", "-gradient")),
)


def told(run: Run) -> frozenset[str]:
    """Lines that have to be the same: all but times and what ran where."""
    return frozenset(line for line in run.lines if not re.search(r"second|bytes|threads|target|backend|process", line))


@dataclass(frozen=True)
class Verdict:
    wrong: str
    messages: int = 0
    reordered: int = 0


def judged(program: Short, expected: frozenset[str], ranks: int, seed: int) -> Verdict:
    """One run over the unruly MPI."""
    run = program.run("mpi", ranks, seed)
    counts = re.findall(r"unruly: rank \d+: messages (\d+) bytes \d+ reordered (\d+) .*requests left (\d+) communicators left (\d+)", run.errors)
    if run.status != 0:
        return Verdict(f"ended with {run.status}: {run.errors[-1500:]}")
    if len(counts) != ranks or any(int(left) for one in counts for left in one[2:]):
        return Verdict(f"left something open: {run.errors[-1500:]}")
    if told(run) != expected:
        return Verdict(f"differs: {sorted(told(run) ^ expected)[:6]}")
    return Verdict("", sum(int(one[0]) for one in counts), sum(int(one[1]) for one in counts))


def cases(runs: int, first: int) -> Iterator[tuple[Short, int, int]]:
    """Programs in turn, each on 2, 3, 4 and 5 processes in turn, with a seed of its own."""
    for k in range(runs):
        yield PROGRAMS[k % len(PROGRAMS)], 2 + (k // len(PROGRAMS)) % 4, first + k


def main(runs: int, first: int, at_once: int) -> int:
    expected = {program: told(program.run("openmp")) for program in PROGRAMS}
    wrong = 0
    counted: Counter[str] = Counter()
    with ThreadPoolExecutor(at_once) as pool:
        def one(case: tuple[Short, int, int]) -> tuple[tuple[Short, int, int], Verdict]:
            return case, judged(case[0], expected[case[0]], *case[1:])
        for n, ((program, ranks, seed), verdict) in enumerate(pool.map(one, cases(runs, first)), 1):
            counted += Counter(messages=verdict.messages, reordered=verdict.reordered)
            if verdict.wrong:
                wrong += 1
                print(f"{program.name}, {ranks} processes, UNRULY_SEED={seed}: {verdict.wrong}", flush=True)
            if n % 50 == 0 or n == runs:
                print(f"{n} runs, {wrong} wrong, {counted['messages']} messages, {counted['reordered']} of them out of turn", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:]]
    sys.exit(main(*(numbers + [1000, 1, 4][len(numbers):])))
