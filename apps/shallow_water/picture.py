"""Draws what an inversion wrote: picture.py PREFIX PICTURE.png, where PREFIX is that of shallow_water's -output."""

from __future__ import annotations

import sys
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np


def main(prefix: str, picture: str) -> None:
    figure, axes = plt.subplots(2, 3, figsize=(12, 7.5), constrained_layout=True)
    truth, first, recovered, gradient = (np.load(f"{prefix}.{name}.npy") for name in ("true", "first", "recovered", "gradient"))
    buoys = np.load(f"{prefix}.buoys.npy")
    for axis, title, values in zip(axes[0], ("true floor, and the buoys", "first", "recovered"), (truth, first, recovered)):
        image = axis.imshow(values, origin="lower", vmin=truth.min(), vmax=truth.max(), cmap="viridis")
        axis.set(title=title, xlabel="x [cells]", ylabel="y [cells]")
    axes[0, 0].plot(*buoys.T, "w.", markersize=4)
    figure.colorbar(image, ax=axes[0], label="m", shrink=0.8)
    bound = float(np.quantile(np.abs(gradient), 0.999))
    image = axes[1, 0].imshow(gradient, origin="lower", vmin=-bound, vmax=bound, cmap="RdBu")
    axes[1, 0].set(title="gradient at the first floor", xlabel="x [cells]", ylabel="y [cells]")
    figure.colorbar(image, ax=axes[1, 0], shrink=0.8)
    times, levels = np.load(f"{prefix}.times.npy"), np.load(f"{prefix}.levels.npy")
    for number in range(0, levels.shape[1], 6):
        axes[1, 1].plot(times, levels[:, number], label=f"buoy {number}")
    axes[1, 1].set(title="what some buoys recorded", xlabel="s", ylabel="level [m]")
    axes[1, 1].legend(fontsize="small")
    misfits = np.load(f"{prefix}.misfits.npy")
    axes[1, 2].semilogy(misfits / misfits[0], marker=".")
    axes[1, 2].set(title="misfit", xlabel="iteration", ylabel="relative to the first floor")
    figure.savefig(Path(picture), dpi=90)


if __name__ == "__main__":
    main(*sys.argv[1:3])
