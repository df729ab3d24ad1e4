"""Draws a solution and a gradient side by side: picture.py SOLUTION.npy GRADIENT.npy PICTURE.png."""

from __future__ import annotations

import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np


def main(solution: str, gradient: str, picture: str) -> None:
    figure, axes = plt.subplots(1, 2, figsize=(11, 4.6))
    titles = ("solution u", "gradient of the misfit by the forcing f")
    for axis, path, title in zip(axes, (solution, gradient), titles):
        image = axis.imshow(np.load(path), origin="lower", extent=(0, 1, 0, 1), cmap="RdBu_r")
        axis.set_title(title)
        figure.colorbar(image, ax=axis)
    figure.tight_layout()
    figure.savefig(picture, dpi=110)


if __name__ == "__main__":
    main(*sys.argv[1:4])
