"""Draws what the tutorial's programs have written into the current folder: python3 pictures.py. Needs NumPy and Matplotlib."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

CHIMNEYS = [(18, 44), (36, 17)]
SENSORS = [(96 * (2 * (s % 5) + 1) // 10, 64 * (2 * (s // 5) + 1) // 8) for s in range(20)]


def field(figure: Any, axes: Any, values: Any, title: str, colours: str = "gist_heat_r", bound: float | None = None) -> None:
    """One map. Colours that diverge are centred at 0."""
    bound = np.abs(values).max() if bound is None else bound
    image = axes.imshow(values, origin="lower", cmap=colours, vmin=-bound if colours == "RdBu_r" else 0, vmax=bound)
    axes.scatter(*zip(*SENSORS, strict=True), s=9, c="black", linewidths=0.6, edgecolors="white")
    axes.set(title=title, xticks=[0, 32, 64, 95], yticks=[0, 32, 63])
    figure.colorbar(image, ax=axes, shrink=0.75)


def plume(figure: Any, axes: Any) -> None:
    wind, release, air = (np.load(f"{name}.npy") for name in ("wind", "release", "air"))
    field(figure, axes[0], release, "release and wind")
    j, i = np.mgrid[4:64:8, 4:96:8]
    axes[0].quiver(i, j, wind[j, i, 0], wind[j, i, 1], color="tab:blue", scale=6, width=0.003)
    field(figure, axes[1], air, "concentration after 240 steps")


def record(figure: Any, axes: Any) -> None:
    measured = np.load("measured.npy")
    strongest = sorted(np.argsort(measured.max(axis=0))[-5:])
    for s in range(20):
        label = f"sensor at {SENSORS[s]}" if s in strongest else None
        axes[0].plot(measured[:, s], linewidth=1, color=None if label else "lightgrey", label=label, zorder=2 if label else 1)
    axes[0].set(xlabel="step", ylabel="concentration")
    axes[0].legend(frameon=False, fontsize=8, loc="upper left", bbox_to_anchor=(1, 1))


def gradient(figure: Any, axes: Any) -> None:
    slope = np.load("gradient.npy")
    field(figure, axes[0], slope, "derivative of the misfit", "RdBu_r", 0.35 * np.abs(slope).max())
    axes[0].scatter(*zip(*CHIMNEYS, strict=True), marker="x", c="black")


def taylor(figure: Any, axes: Any) -> None:
    for axis, name, title in zip(axes, ("taylor", "taylor_wrong"), ("gradient.cpp: order 2", "wrong.cpp: order 1"), strict=True):
        h, first, second = np.load(f"{name}.npy").T
        axis.loglog(h, first, "o-", color="grey", label="|J(x + h v) - J(x)|")
        axis.loglog(h, second, "o-", color="tab:red", label="|J(x + h v) - J(x) - h <gradient, v>|")
        axis.set(title=title, xlabel="h")
        axis.legend(frameon=False, fontsize=8)


def recovered(figure: Any, axes: Any) -> None:
    field(figure, axes[0], np.load("found.npy"), "recovered release", "RdBu_r", 0.6)
    axes[1].semilogy(np.load("misfits.npy"))
    axes[1].axhline(24, color="grey", linestyle=":", label="noise alone")
    axes[1].set(title="misfit", xlabel="iteration")
    axes[1].legend(frameon=False)


def bounded(figure: Any, axes: Any) -> None:
    for axis, name, title in zip(axes, ("release", "found", "found_bounded"), ("true release", "recovered without bounds", "recovered, release ≥ 0"), strict=True):
        field(figure, axis, np.load(f"{name}.npy"), title, "RdBu_r", 0.6)


PICTURES = [  # files that they need, numbers of panels
    (plume, ["wind", "release", "air"], 2),
    (record, ["measured"], 1),
    (gradient, ["gradient"], 1),
    (taylor, ["taylor", "taylor_wrong"], 2),
    (recovered, ["found", "misfits"], 2),
    (bounded, ["release", "found", "found_bounded"], 3),
]


def main() -> None:
    for draw, files, panels in PICTURES:
        if all(Path(f"{name}.npy").exists() for name in files):
            figure, axes = plt.subplots(1, panels, figsize=(max(6, 4.4 * panels), 3.1), dpi=100, layout="constrained", squeeze=False)
            draw(figure, axes[0])
            figure.savefig(f"{draw.__name__}.png")
            plt.close(figure)
            print(f"{draw.__name__}.png")


if __name__ == "__main__":
    main()
