"""Draws what -surfaces wrote: picture.py PREFIX PICTURE.png: the price, and its derivative by every input, over spot and variance."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from PIL import Image

GREEKS = {"spot": "by spot (delta)", "variance": "by variance (vega)", "rate": "by rate (rho)", "mean_reversion": "by mean reversion",
          "long_run_variance": "by long-run variance", "vol_of_vol": "by vol of vol", "correlation": "by correlation", "strike": "by strike"}


def draw(figure: Any, place: int, title: str, surface: tuple[Any, Any, Any]) -> None:
    s, v, values = surface
    bound = float(np.abs(values).max())
    signed = values.min() < -0.02 * bound < 0.02 * bound < values.max()
    axis = figure.add_subplot(3, 3, place, projection="3d")
    axis.plot_surface(*np.meshgrid(s, v), values, cmap="coolwarm" if signed else "viridis", rcount=60, ccount=60, linewidth=0,
                      vmin=-bound if signed else None, vmax=bound if signed else None)
    axis.set_title(title, fontsize=11, pad=0)
    axis.set_xlabel("spot", labelpad=-4, fontsize=8)
    axis.set_ylabel("variance", labelpad=-4, fontsize=8)
    axis.tick_params(labelsize=7, pad=-2)
    axis.view_init(elev=28, azim=-125)


def main(prefix: str, picture: str, largest_spot: float = 200.0, largest_variance: float = 0.5) -> None:
    s, v = (np.load(f"{prefix}.{name}.npy") for name in "sv")
    part = np.ix_(v <= largest_variance, s <= largest_spot)
    figure = plt.figure(figsize=(12, 10.5))
    for place, (name, title) in enumerate({"price": "price", **GREEKS}.items(), 1):
        draw(figure, place, title, (s[s <= largest_spot], v[v <= largest_variance], np.load(f"{prefix}.{name}.npy")[part]))
    figure.subplots_adjust(left=0.01, right=0.97, bottom=0.03, top=0.96, wspace=0.08, hspace=0.12)
    figure.savefig(Path(picture), dpi=75)
    Image.open(picture).convert("RGB").quantize(128).save(picture, optimize=True)


if __name__ == "__main__":
    main(*sys.argv[1:3])
