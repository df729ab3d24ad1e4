"""Draws what -dump wrote of a channel with an obstacle: picture.py PREFIX PICTURE.png: the flow, and what the drag depends on."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

# Velocities of D2Q9, in the order of kernels.hpp: at rest, then pairs of opposite ones.
VELOCITIES = np.array([(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)])


def vorticity(distributions: Any) -> Any:
    """(ny, nx) of distributions (9, ny + 2, nx + 2), which have halos, in units of the largest one."""
    inner = distributions[:, 1:-1, 1:-1]
    u, v = np.einsum("qyx,qd->dyx", inner, VELOCITIES) / inner.sum(axis=0)
    curl = np.gradient(v, axis=1) - np.gradient(u, axis=0)
    return curl / np.abs(curl).max()


def main(prefix: str, picture: str) -> None:
    flow = vorticity(np.squeeze(np.load(f"{prefix}.f.values.npy")))
    sensitivity = np.squeeze(np.load(f"{prefix}.rate.derivative.npy"))
    figure, axes = plt.subplots(2, 1, figsize=(8, 6), constrained_layout=True)
    bound = float(np.quantile(np.abs(sensitivity), 0.985))
    for axis, title, values, most, colours in (
            (axes[0], "vorticity at the end", flow, 0.3, "RdBu_r"),
            (axes[1], "derivative of the mean drag with respect to the relaxation rate of each cell", sensitivity, bound, "PuOr_r")):
        image = axis.imshow(values, origin="lower", vmin=-most, vmax=most, cmap=colours)
        axis.set(title=title, xlabel="x [cells]", ylabel="y [cells]")
        figure.colorbar(image, ax=axis, shrink=0.8)
    figure.savefig(Path(picture), dpi=100)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    main(*sys.argv[1:])
