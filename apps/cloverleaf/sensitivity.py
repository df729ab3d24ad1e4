"""Draws what the final kinetic energy depends on, step by step: sensitivity.py PROGRAM PICTURE.png [STEPS ..].

PROGRAM is cloverleaf_openmp or another target of the application. One row of pictures for each number of steps: density and speed at
the end, and the derivative of the kinetic energy by density and by energy at the start, per volume.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import SymLogNorm

CELLS = 160  # along each axis of a box of 10 x 10
WIDTH = 10.0 / CELLS
STEPS = (1, 20, 60, 150, 300)


def run(program: str, steps: int, prefix: Path) -> dict[str, Any]:
    command = [program, f"-x_cells={CELLS}", f"-y_cells={CELLS}", f"-end_step={steps}", f"-dump={prefix}", "-gradient", "-json", "-OPS_FLUSH_SUBNORMALS"]
    report: dict[str, Any] = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[-1])
    return report


def inside(prefix: Path, name: str, part: str) -> Any:
    """Cells within the walls; rows are y."""
    return np.load(f"{prefix}.{name}.{part}.npy")[2:CELLS + 2, 2:CELLS + 2]


def draw_row(axes: Any, prefix: Path, report: dict[str, Any]) -> None:
    speed = np.hypot(inside(prefix, "xvel0", "values"), inside(prefix, "yvel0", "values"))
    fields = [("density at the end", inside(prefix, "density0", "values"), {"cmap": "viridis"}), ("speed at the end", speed, {"cmap": "magma"})]
    for name in ("density", "energy"):
        derivative = inside(prefix, f"{name}0", "derivative") / WIDTH**2
        largest = float(np.abs(derivative).max())
        scale = SymLogNorm(largest / 1000.0, vmin=-largest, vmax=largest)
        fields.append((f"kinetic energy by {name} at the start", derivative, {"cmap": "RdBu_r", "norm": scale}))
    for axis, (title, values, style) in zip(axes, fields):
        image = axis.imshow(values, origin="lower", extent=(0, 10, 0, 10), **style)
        axis.plot([5, 5, 0], [0, 2, 2], color="gray", linewidth=0.6)
        axis.set_title(title, fontsize=9)
        axis.figure.colorbar(image, ax=axis, shrink=0.8)
    axes[0].set_ylabel(f"t = {report['time']:.2f}, {report['steps']} steps; energy {report['objective']:.3g}")


def main(program: str, picture: str, *numbers: str) -> None:
    steps = [int(number) for number in numbers] or list(STEPS)
    figure, axes = plt.subplots(len(steps), 4, figsize=(15, 3.3 * len(steps)), constrained_layout=True, squeeze=False)
    with tempfile.TemporaryDirectory() as folder:
        for row, count in zip(axes, steps):
            draw_row(row, Path(folder) / "out", run(program, count, Path(folder) / "out"))
    figure.savefig(picture, dpi=70)


if __name__ == "__main__":
    main(*sys.argv[1:])
