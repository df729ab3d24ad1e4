"""The tutorial's part in Python: the release is found within bounds, as the page says, and all pictures are drawn."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from tests.docs.pages import blocks
from tests.docs.tutorial_test import FOLDER, PAGE, PROGRAMS
from tests.python.modules import ROOT
from tests.python.notebooks_test import compiler_of_the_build
from tests.tier import FULL

NUMBER = r"\d+(?:\.\d+)?"
pytestmark = pytest.mark.skipif(find_spec("scipy") is None or not (PROGRAMS / "recover_openmp").exists(), reason="no SciPy, or no programs of the tutorial")


@pytest.fixture(scope="module")
def environment(prefix: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return {**os.environ, **compiler_of_the_build(), "OPSGRAD_PREFIX": str(prefix), "PYTHONPATH": str(ROOT / "python"), "OMP_NUM_THREADS": "2",
            "XDG_CACHE_HOME": str(tmp_path_factory.mktemp("cache"))}


def script(name: str, folder: Path, environment: dict[str, str], *arguments: str) -> str:
    started = ["timeout", "600", sys.executable, FOLDER / name, *arguments]  # a process started from here would have this one's peak of memory
    done = subprocess.run(started, cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def words(text: str) -> list[str]:
    return re.split(NUMBER, text)


def numbers(text: str) -> list[float]:
    """Each version of SciPy ends at others."""
    return [float(number) for number in re.findall(NUMBER, text)]


def amounts(field: np.ndarray) -> np.ndarray:
    """What is released around each chimney."""
    j, i = np.indices(field.shape)
    return np.array([field[(i - x) ** 2 + (j - y) ** 2 < 64].sum() for x, y in ((18, 44), (36, 17))])


def test_bounds_find_what_each_chimney_releases(environment: dict[str, str], tmp_path: Path) -> None:
    for program in ("truth", "gradient", "recover"):
        subprocess.run([PROGRAMS / f"{program}_openmp"], cwd=tmp_path, check=True, capture_output=True)
    subprocess.run([PROGRAMS / "wrong_openmp"], cwd=tmp_path, check=False, capture_output=True)
    printed = script("recover.py", tmp_path, environment)
    assert any(words(printed) == words(block) and numbers(printed) == pytest.approx(numbers(block), rel=0.1) for block in blocks(PAGE, "text")), printed
    release, free, bounded = (np.load(tmp_path / f"{name}.npy") for name in ("release", "found", "found_bounded"))
    errors = {name: np.abs(amounts(field) / amounts(release) - 1).max() for name, field in (("free", free), ("bounded", bounded))}
    assert bounded.min() == 0 and 0.12 < errors["free"] < 0.14 and errors["bounded"] < 0.02
    if find_spec("matplotlib"):
        drawn = script("pictures.py", tmp_path, environment).split()
        assert sorted(drawn) == sorted(file.name for file in FOLDER.glob("*.png")) and all((tmp_path / name).exists() for name in drawn)


@pytest.mark.skipif(not FULL, reason="in the full tier: OPSGRAD_FULL=1")
def test_memory_stays_near_its_limit(environment: dict[str, str], tmp_path: Path) -> None:
    printed = script("memory.py", tmp_path, environment, "50MB")
    assert float(printed.split()[-2]) < 300
