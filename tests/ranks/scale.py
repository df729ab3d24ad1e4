"""Scale on paper: what CloverLeaf and its gradient send per step, on any number of processes, and what that leaves of their speed.

    OPSGRAD_BUILD=build/release python3 -m tests.ranks.scale [picture]

The cells that have to travel are counted from the program's own calls for parts of three sizes (least.py, which tests compare with what an MPI
counts, byte for byte). A part with neighbours on all sides sends as much whatever the number of processes: so many messages, and bytes that are linear in
the length of its sides. A fourth size checks that. Times are a model: cells at the speed measured here on one core, messages and bytes at the latency and
bandwidth below, and a sum over all processes by a gather.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from math import log2, sqrt
from pathlib import Path

import numpy as np

from tests.ranks.least import Count, Least
from tests.ranks.start import BUILD, FOR_MPI, mpirun

LATENCY = 2e-6  # of a message [s]
BANDWIDTH = 5e9  # of a process, with others of its node sending as well [bytes/s]
TOTAL = 64  # of a sum, from each process [bytes]
SIDES = (8, 10, 12, 15)  # cells of a part along each axis; the last one checks the others
INNER = 5  # of 4 x 4 parts, one with neighbours on all sides
STEPS = (2, 4)  # sweeps along x and y come first in turn: two steps are the period
WEAK, STRONG = 960, 15360  # cells along an axis: of each process; of all
PROCESSES = tuple(4**k for k in range(8))


@dataclass(frozen=True)
class Kind:
    name: str
    words: tuple[str, ...]
    sums: int  # over all processes, in a step


KINDS = (Kind("primal", (), 1), Kind("gradient", ("-gradient",), 1))


def told(kind: Kind, side: int, steps: int) -> list[str]:
    """What a run of 4 x 4 parts asks of its machine, by one process: the calls are the same on any number."""
    with tempfile.TemporaryDirectory() as folder:
        words = (f"-x_cells={4 * side}", f"-y_cells={4 * side}", f"-end_step={steps}", *kind.words)
        subprocess.run([*mpirun(1), BUILD / "tests/ranks/cloverleaf_told", *words], check=True, capture_output=True,
                       env={**os.environ, **FOR_MPI, "OPS_TOLD": f"{folder}/told"})
        return Path(f"{folder}/told").read_text().splitlines()


def sent(kind: Kind, side: int, steps: int) -> Count:
    """By the inner part, in a whole run."""
    cuts = [[side, 2 * side, 3 * side]] * 2 + [[]] * 3
    counted = Least()
    for line in told(kind, side, steps):
        counted.follow(json.loads(line, object_hook=lambda entry: {**entry, "cuts": cuts} if "cuts" in entry else entry))
    return counted.sent[INNER]


def per_step(kind: Kind, side: int) -> tuple[float, float]:
    """Messages and bytes."""
    few, many = (sent(kind, side, steps) for steps in STEPS)
    steps = STEPS[1] - STEPS[0]
    return (many.messages - few.messages) / steps, (many.bytes - few.bytes) / steps


@dataclass(frozen=True)
class Model:
    """Of one step of a part with neighbours on all sides."""

    messages: float
    constant: float
    slope: float  # [bytes] for each cell of a side
    cell: float  # [s] on one core
    sums: int

    def bytes(self, side: float) -> float:
        return self.constant + self.slope * side

    def seconds(self, side: float, processes: int) -> float:
        work = self.cell * side * side
        if processes == 1:
            return work
        total = self.sums * (LATENCY * log2(processes) + TOTAL * processes / BANDWIDTH)
        return work + self.messages * LATENCY + self.bytes(side) / BANDWIDTH + total


def cell_time(kind: Kind) -> float:
    """Seconds a cell and step of 480 x 480 cells, on one core: the second run."""
    words = ("-x_cells=480", "-y_cells=480", "-end_step=10", "-repeat=2", "-json", *(kind.words or ("-OPS_AD=0",)))
    done = subprocess.run([BUILD / "apps/cloverleaf/cloverleaf_openmp", *words], check=True, capture_output=True, text=True,
                          env={**os.environ, "OMP_NUM_THREADS": "1"})
    report = json.loads([line for line in done.stdout.splitlines() if line.startswith("{")][-1])
    return float(report["forward_seconds"][-1] + (report["reverse_seconds"][-1] if kind.words else 0.0)) / (480 * 480 * 10)


def model(kind: Kind) -> Model:
    found = [per_step(kind, side) for side in SIDES]
    messages = {count for count, _ in found}
    slope, constant = np.polyfit(SIDES[:3], [size for _, size in found[:3]], 1)
    exact = [round(constant + slope * side, 6) == size for side, (_, size) in zip(SIDES, found)]
    if len(messages) != 1 or not all(exact):
        raise SystemExit(f"{kind.name}: messages {messages} or bytes {found} do not follow the model")
    return Model(messages.pop(), float(constant), float(slope), cell_time(kind), kind.sums)


def report(models: dict[str, Model]) -> str:
    lines = [f"latency {LATENCY * 1e6:g} us, bandwidth {BANDWIDTH / 1e9:g} GB/s for a process", "",
             "a step of     messages  bytes of a part with sides of n cells  ns a cell, one core"]
    lines += [f"{name:12}  {m.messages:8g}  {m.constant:8.0f} + {m.slope:.0f} n{'':22}  {m.cell * 1e9:.1f}" for name, m in models.items()]
    lines += ["", "efficiency      weak, 960² each      strong, 15360²", f"processes  {'  '.join(f'{name:>8}' for name in (*models, *models))}"]
    for count in PROCESSES:
        lines.append(f"{count:9}  " + "  ".join(f"{100 * e:7.1f}%" for e in (*_weak(models, count), *_strong(models, count))))
    return "\n".join(line.rstrip() for line in lines)


def _weak(models: dict[str, Model], processes: int) -> list[float]:
    return [m.seconds(WEAK, 1) / m.seconds(WEAK, processes) for m in models.values()]


def _strong(models: dict[str, Model], processes: int) -> list[float]:
    return [m.seconds(STRONG, 1) / (processes * m.seconds(STRONG / sqrt(processes), processes)) for m in models.values()]


def draw(models: dict[str, Model], picture: Path) -> None:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(1, 2, figsize=(10, 3.8), sharey=True)
    for axis, of, title in zip(axes, (_weak, _strong), (f"weak: {WEAK}² cells for each process", f"strong: {STRONG}² cells for all")):
        for line, name in enumerate(models):
            axis.semilogx(PROCESSES, [100 * of(models, count)[line] for count in PROCESSES], "o-", base=2, label=name)
        axis.set_xlabel("processes")
        axis.set_title(title)
        axis.set_ylim(0, 105)
        axis.grid(alpha=0.3)
    axes[0].set_ylabel("efficiency by the model [%]")
    axes[0].legend()
    figure.tight_layout()
    figure.savefig(picture, dpi=110)


def main() -> int:
    models = {kind.name: model(kind) for kind in KINDS}
    print(report(models))
    if len(sys.argv) > 1:
        draw(models, Path(sys.argv[1]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
