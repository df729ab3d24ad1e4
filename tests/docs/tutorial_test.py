"""The tutorial: its listings are parts of its programs, which print what it says, and its pictures are there. Its part in Python is in tests/python."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import numpy as np
import pytest

from tests.docs.pages import BUILD, ROOT, blocks, quotes

FOLDER = ROOT / "docs" / "tutorial"
PAGE = FOLDER / "index.md"
PROGRAMS = BUILD / "docs" / "tutorial"


def run(name: str, folder: Path, *arguments: str, status: int = 0) -> str:
    """What a program prints, with places by the names of files alone."""
    done = subprocess.run([PROGRAMS / name, *arguments], capture_output=True, text=True, timeout=300, cwd=folder)
    assert done.returncode == status, done.stdout + done.stderr
    return re.sub(r"[^\s:]*/(\w+\.[ch]pp:)", r"\1", done.stdout + done.stderr)


def said(word: str) -> str:
    """The output on the page that contains `word`."""
    (block,) = [block for block in blocks(PAGE, "text") if word in block]
    return block


@pytest.mark.parametrize(("language", "pattern"), [("cpp", "*.[ch]pp"), ("python", "*.py"), ("cmake", "CMakeLists.txt")])
def test_every_listing_is_part_of_a_program(language: str, pattern: str) -> None:
    sources = [file.read_text() for file in FOLDER.glob(pattern)]
    listings = blocks(PAGE, language)
    assert listings and [listing for listing in listings if not any(quotes(source, listing) for source in sources)] == []


def test_the_model_for_python_is_listed_whole() -> None:
    source = (FOLDER / "plume_model.cpp").read_text()
    assert source[source.index("OPS_MODEL"):] in blocks(PAGE, "cpp")


@pytest.mark.parametrize("target", ["seq", "openmp"])
def test_programs_print_what_the_page_says(target: str, tmp_path: Path) -> None:
    assert run(f"truth_{target}", tmp_path) == ""
    assert run(f"gradient_{target}", tmp_path) == said("misfit of clean air")
    verdict = said("observed order 1.00").splitlines()
    warning, *table = run(f"wrong_{target}", tmp_path, "relative", status=1).splitlines()
    assert table[-len(verdict):] == verdict
    told = re.search(r"warns that an argument of the loop `(\w+)` may depend on the reduction `(\w+)`", " ".join(PAGE.read_text().split()))
    assert told is not None and all(f"'{name}'" in warning for name in told.groups())


def test_the_gradient_passes_all_checks(tmp_path: Path) -> None:
    """And their table is that of the page, except for rounding errors."""
    run("truth_openmp", tmp_path)
    output = run("gradient_openmp", tmp_path, "-OPS_AD_CHECK=taylor,dot,loops")
    table, errors = said("passed: 10 calls of 4 loops"), r"\d\.\de[-+]\d\d$"
    assert re.sub(errors, "", table, flags=re.MULTILINE) in re.sub(errors, "", output, flags=re.MULTILINE)
    assert "failed" not in output


def test_target_checked_finds_the_mistake_and_nothing_else(tmp_path: Path) -> None:
    assert run("wrong_checked", tmp_path, "in-place", status=1) == said("loop 'mix'")
    assert run("truth_checked", tmp_path) == ""


def test_the_release_is_found(tmp_path: Path) -> None:
    """Its misfit is that of the noise, and some of it is negative: the reason for bounds."""
    run("truth_openmp", tmp_path)
    assert run("recover_openmp", tmp_path) == said("after 80 iterations")
    misfits, found, release = (np.load(tmp_path / f"{name}.npy") for name in ("misfits", "found", "release"))
    assert len(misfits) == 81 and (np.diff(misfits) < 0).all() and misfits[-1] < 1.05 * 24
    assert found.shape == release.shape and -0.12 < found.min() < -0.08 and abs(found.sum() / release.sum() - 1) < 0.01


def test_pictures_are_small_and_shown() -> None:
    pictures = sorted(FOLDER.glob("*.png"))
    assert len(pictures) == 6 and all(file.stat().st_size < 150_000 for file in pictures)
    assert {file.name for file in pictures} == set(re.findall(r"^!\[[^\]]+\]\((\w+\.png)\)$", PAGE.read_text(), re.MULTILINE))
    assert len(PAGE.read_text().split()) <= 2500  # a tutorial of one hour
