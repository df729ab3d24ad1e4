"""Draws the water level and the gradient of the misfit with respect to the level at the start: sensitivity.py PROGRAM PICTURE.png.

PROGRAM is shallow_water_openmp or another target of the application. The picture has no text, so that it suits light, dark and small pages.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

CELLS = 400  # along each axis
STEPS = 290
BUOYS = 5  # along each axis


def run(program: str, prefix: Path, *words: str) -> None:
    command = [program, f"-nx={CELLS}", f"-ny={CELLS}", "-frozen", "-hill=8", f"-dump={prefix}", "-OPS_FLUSH_SUBNORMALS", *words]
    subprocess.run(command, capture_output=True, check=True)


def depth(prefix: Path) -> Any:
    """Of the water at the end, without the halo."""
    (state,) = prefix.parent.glob(f"{prefix.name}.*.values.npy")
    return np.load(state)[0, 1:-1, 1:-1]


def draw(axis: Any, values: Any, colours: str) -> None:
    bound = float(np.quantile(np.abs(values), 0.995))
    axis.imshow(values, origin="lower", vmin=-bound, vmax=bound, cmap=colours)
    axis.axis("off")


def main(program: str, picture: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        moving, still = Path(folder) / "moving", Path(folder) / "still"
        run(program, moving, f"-steps={STEPS}", "-gradient")
        run(program, still, "-steps=1", "-wave=0")
        level, gradient = depth(moving) - depth(still), np.load(f"{moving}.surface.derivative.npy")
    figure, axes = plt.subplots(1, 2, figsize=(9, 4.5), constrained_layout=True)
    draw(axes[0], level, "RdBu_r")
    draw(axes[1], gradient, "PuOr_r")
    places = (np.arange(BUOYS) + 0.5) * CELLS / BUOYS
    axes[0].plot(*(grid.ravel() for grid in np.meshgrid(places, places)), "k.", markersize=4)
    figure.savefig(picture, dpi=90, transparent=True, bbox_inches="tight", pad_inches=0)


if __name__ == "__main__":
    main(*sys.argv[1:3])
