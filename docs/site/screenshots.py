"""python3 docs/site/screenshots.py: the home page of the built site, wide and on a screen of 400 points, light and dark, as one picture.

Needs chromium and Matplotlib (Debian: chromium, python3-matplotlib), and what scripts/docs.sh has built.
"""

from __future__ import annotations

import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import matplotlib.image as image
import numpy as np

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "build/docs/html/index.html"
HEIGHT, GAP = 1600, 24
SCREENS = [(1280, "light"), (1280, "dark"), (400, "light"), (400, "dark")]
SCHEMES = {"dark": 0, "light": 1}


def screenshot(width: int, scheme: str, folder: Path) -> np.ndarray:
    """(HEIGHT, width, 3), from 0 to 1."""
    file = folder / f"{width}_{scheme}.png"
    subprocess.run(["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--window-size={width},{HEIGHT}",
                    f"--blink-settings=preferredColorScheme={SCHEMES[scheme]}", f"--screenshot={file}", PAGE.as_uri()], check=True, capture_output=True)
    return image.imread(file)[:, :, :3]


def main() -> None:
    """Writes docs/site/home.png, at half the size."""
    if not PAGE.exists():
        raise SystemExit(f"{PAGE.relative_to(ROOT)} is missing: run bash scripts/docs.sh")
    with TemporaryDirectory() as folder:
        shots = [screenshot(width, scheme, Path(folder)) for width, scheme in SCREENS]
    beside = np.concatenate([part for shot in shots for part in (shot, np.full((HEIGHT, GAP, 3), 0.6, dtype=shot.dtype))][:-1], axis=1)
    half = beside.reshape(HEIGHT // 2, 2, beside.shape[1] // 2, 2, 3).mean(axis=(1, 3))
    image.imsave(ROOT / "docs/site/home.png", half)


main()
