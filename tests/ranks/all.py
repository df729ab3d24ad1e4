"""By hand: python3 -m tests.ranks.all [at once] [name ..]: every application, and the programs of tests that are built for several, on 1, 2, 3, 4 and 8 processes.

Divided along one, two and three axes, and on two processes of two threads: values and gradients have the bits of one process with one thread.
Names choose programs. Needs a build tree (OPSGRAD_BUILD). Prints what differs, and how many runs were the same.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from tests.cuda.cases import CASES
from tests.ranks.start import BUILD, Run, start

LIMIT = 600  # of one run [seconds]
TAKE_WORDS = ("adjoint_written", "adjoint_tridiagonal")  # another program if they are given any word: divided as the machine likes

@dataclass(frozen=True)
class Arrangement:
    target: str
    ranks: int
    parts: tuple[int, ...] = ()  # along each axis; as many as there are dimensions, or chosen by the machine
    threads: int = 1

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(f"-OPS_FORCE_DECOMP_{axis}={n}" for axis, n in zip("XYZ", self.parts))

    def __str__(self) -> str:
        parts = " as " + "x".join(map(str, self.parts)) if self.parts else ""
        return f"{self.target} {self.ranks}{parts}{f', {self.threads} threads' if self.threads > 1 else ''}"


ARRANGEMENTS = (
    *(Arrangement("mpi", ranks) for ranks in (1, 2, 3, 4, 8)), Arrangement("mpi", 3, (3,)), Arrangement("mpi", 4, (2, 2)), Arrangement("mpi", 8, (2, 2, 2)),
    Arrangement("mpi_openmp", 2, (), 2),
)


@dataclass(frozen=True)
class Program:
    path: str  # below the folder, without its target
    words: tuple[str, ...] = ()
    built: Path = BUILD

    @property
    def name(self) -> str:
        return " ".join((Path(self.path).name, *self.words))

    def run(self, at: Arrangement) -> Run:
        target = at.target if (self.built / f"{self.path}_{at.target}").exists() else "mpi"
        with tempfile.TemporaryDirectory() as folder:
            return start(self.built / f"{self.path}_{target}", (*self.words, *at.words), at.ranks, at.threads, limit=LIMIT, folder=Path(folder), apart=True)


def programs() -> Iterator[Program]:
    for folder in ("adjoint", "programs"):
        for path in sorted(BUILD.glob(f"tests/{folder}/*_mpi")):
            yield Program(str(path.relative_to(BUILD)).removesuffix("_mpi"))
    for app, *words in CASES:
        yield Program(f"apps/{app.removesuffix('_aos')}/{app}", (*words, "-gradient", "-json"))


def told(run: Run) -> frozenset[str]:
    """Lines that have to be the same; of a report, the entries that hold bits."""
    bits = {word for line in run.lines if line.startswith("{") for word in re.findall(r'"(?:objective|gradient_norm|gradient_hash)": ?[^,}]*', line)}
    return frozenset(bits) or frozenset(line for line in run.lines if not re.search(r"_seconds|checkpoint|bytes", line))


def verdict(program: Program, expected: Run, at: Arrangement) -> str:
    """"same", "cannot be" or what is wrong."""
    run = program.run(at)
    if "cannot be arranged" in run.errors or "cannot be arranged" in run.text:
        return "cannot be"
    if run.status != expected.status:
        return f"ends with {run.status}: {run.text[-300:]}{run.errors[:300]}"
    return "same" if told(run) == told(expected) else f"differs: {[line[:120] for line in sorted(told(run) ^ told(expected))[:4]]}"


def compare(programs: Iterable[Program], at_once: int) -> int:
    """@return the exit status"""
    chosen = list(programs)
    counted: Counter[str] = Counter()
    with ThreadPoolExecutor(at_once) as pool:
        expected = dict(zip(chosen, pool.map(lambda p: p.run(Arrangement("openmp", 1)), chosen)))
        cases = [(p, at) for at in ARRANGEMENTS for p in chosen if not (at.parts and p.name in TAKE_WORDS)]
        for (program, at), found in zip(cases, pool.map(lambda case: verdict(case[0], expected[case[0]], case[1]), cases)):
            counted[found if found in ("same", "cannot be") else "wrong"] += 1
            if found not in ("same", "cannot be"):
                print(f"{program.name}, {at}: {found}", flush=True)
    print(f"{len(chosen)} programs: {counted['same']} runs the same, {counted['wrong']} wrong, {counted['cannot be']} arrangements that a program cannot have")
    return 1 if counted["wrong"] else 0


def named(programs: Iterable[Program], names: Sequence[str]) -> Iterator[Program]:
    return (p for p in programs if not names or any(name in p.path for name in names))


if __name__ == "__main__":
    sys.exit(compare(named(programs(), sys.argv[2:]), int(sys.argv[1]) if len(sys.argv) > 1 else 2))
