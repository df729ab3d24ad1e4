"""Draws what an inversion wrote: picture.py PREFIX PICTURE.png, where PREFIX is that of wave's -output."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np


def section(path: str) -> Any:
    """Depth by x; of a volume the plane in its middle."""
    values = np.load(path)
    return values[0] if values.shape[0] == 1 else values[:, values.shape[1] // 2]


def main(prefix: str, picture: str) -> None:
    figure, axes = plt.subplots(2, 3, figsize=(12, 7), constrained_layout=True)
    truth, initial, recovered = (section(f"{prefix}.{name}.npy") for name in ("true", "initial", "recovered"))
    for axis, title, values in zip(axes[0], ("true velocity", "initial", "recovered"), (truth, initial, recovered)):
        image = axis.imshow(values, vmin=truth.min(), vmax=truth.max(), cmap="viridis")
        axis.set(title=title, xlabel="x [points]", ylabel="depth [points]")
    figure.colorbar(image, ax=axes[0], label="km/s", shrink=0.8)
    change, largest = recovered - initial, float(np.abs(truth - initial).max())
    image = axes[1, 0].imshow(change, vmin=-largest, vmax=largest, cmap="RdBu")
    axes[1, 0].set(title="what the inversion changed", xlabel="x [points]", ylabel="depth [points]")
    figure.colorbar(image, ax=axes[1, 0], label="km/s", shrink=0.8)
    traces = np.load(f"{prefix}.traces.npy")
    traces = traces.reshape(-1, traces.shape[-1])
    bound = float(np.quantile(np.abs(traces), 0.99))
    axes[1, 1].imshow(traces, aspect="auto", vmin=-bound, vmax=bound, cmap="gray")
    axes[1, 1].set(title="traces of the first shot", xlabel="receiver", ylabel="time step")
    misfits = np.load(f"{prefix}.misfits.npy").ravel()
    axes[1, 2].semilogy(misfits / misfits[0], marker="o")
    axes[1, 2].set(title="misfit", xlabel="iteration", ylabel="relative to the initial model")
    figure.savefig(Path(picture), dpi=100)


if __name__ == "__main__":
    main(*sys.argv[1:3])
