"""python3 docs/site/screenshots.py: pages of the built site, wide and on a screen of 400 points, light and dark, as one picture each.

Needs chromium, Matplotlib and Pillow (Debian: chromium, python3-matplotlib, python3-pil), and the site that scripts/docs.sh builds.
"""

from __future__ import annotations

import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import matplotlib.image as image
import numpy as np
from PIL import Image

ROOT = Path(__file__).parents[2]
SITE = ROOT / "build/docs/html"
PAGES = {"home": "index.html", "gallery": "gallery.html", "guide": "guide/index.html", "how_fast": "how_fast.html"}
HEIGHT, GAP = 1600, 24
SCREENS = [(1280, "light"), (1280, "dark"), (400, "light"), (400, "dark")]
SCHEMES = {"dark": 0, "light": 1}
COLOURS = 96  # enough for text and fields; a fourth of the bytes


def screenshot(page: Path, width: int, scheme: str, folder: Path) -> np.ndarray:
    """(HEIGHT, width, 3), from 0 to 1."""
    file = folder / f"{page.stem}_{width}_{scheme}.png"
    subprocess.run(["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--window-size={width},{HEIGHT}",
                    f"--blink-settings=preferredColorScheme={SCHEMES[scheme]}", f"--screenshot={file}", page.as_uri()], check=True, capture_output=True)
    return image.imread(file)[:, :, :3]


def picture(page: Path, folder: Path) -> Image.Image:
    """All screens beside each other, at half the size."""
    shots = [screenshot(page, width, scheme, folder) for width, scheme in SCREENS]
    beside = np.concatenate([part for shot in shots for part in (shot, np.full((HEIGHT, GAP, 3), 0.6, dtype=shot.dtype))][:-1], axis=1)
    half = beside.reshape(HEIGHT // 2, 2, beside.shape[1] // 2, 2, 3).mean(axis=(1, 3))
    return Image.fromarray((255 * half).astype(np.uint8)).quantize(COLOURS)


def main() -> None:
    """Writes docs/site/<name>.png for each of PAGES."""
    missing = [name for name in PAGES.values() if not (SITE / name).exists()]
    if missing:
        raise SystemExit(f"{SITE.relative_to(ROOT)}/{missing[0]} is missing: run bash scripts/docs.sh")
    with TemporaryDirectory() as folder:
        for name, page in PAGES.items():
            picture(SITE / page, Path(folder)).save(ROOT / f"docs/site/{name}.png", optimize=True)


main()
