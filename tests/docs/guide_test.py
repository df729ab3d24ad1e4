"""The guide and the recipes: every listing is a part of a program that is compiled, and programs print what the pages say."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.docs.pages import BUILD, ROOT, blocks, printed, quotes

GUIDE = [ROOT / "docs" / "guide" / f"{name}.md" for name in ("index", "loops", "halos", "sums", "levels", "data", "gradients", "ranks", "tiles", "python")]
RECIPES = sorted((ROOT / "docs" / "recipes").glob("*.md"))
SOURCES = [path.read_text() for folder in ("docs/example", "apps/shallow_water", "apps/common") for path in sorted((ROOT / folder).glob("*.[ch]pp"))]


def test_every_page_of_the_guide_is_known() -> None:
    assert set(GUIDE) == set((ROOT / "docs" / "guide").glob("*.md"))
    assert all(f"\n{page.stem}\n" in GUIDE[0].read_text() for page in GUIDE[1:])


@pytest.mark.parametrize("page", GUIDE + RECIPES, ids=lambda page: f"{page.parent.name}/{page.stem}")
def test_every_listing_is_compiled(page: Path) -> None:
    for listing in blocks(page, "cpp"):
        assert any(quotes(source, listing) for source in SOURCES), f"in no program:\n{listing}"


def test_the_model_of_the_page_on_python_is_listed_whole() -> None:
    source = (ROOT / "docs" / "example" / "heat_model.cpp").read_text()
    assert source[source.index("#define"):] in blocks(ROOT / "docs" / "guide" / "python.md", "cpp")


def test_listings_are_there_and_a_changed_one_would_be_found() -> None:
    listings = [listing for page in GUIDE + RECIPES for listing in blocks(page, "cpp")]
    assert len(listings) > 50
    assert not any(quotes(source, listings[0].replace("heat", "cold")) for source in SOURCES)


@pytest.mark.parametrize("target", ["seq", "openmp", "checked"])
def test_programs_print_what_the_pages_say(target: str, tmp_path: Path) -> None:
    assert "".join(blocks(GUIDE[0], "text")) == printed("heat", target, tmp_path)
    of_guide = [page for page in GUIDE[1:] if page.stem != "python"]  # whose program runs in tests/python/load_test.py
    assert "".join(text for page in of_guide for text in blocks(page, "text")) == printed("guide", target, tmp_path)
    assert (tmp_path / "u.npy").exists()


def bounded(target: str, folder: Path) -> str:
    """What the listing in Python prints, which lets SciPy call a program."""
    script, program = ROOT / "docs" / "example" / "bounded.py", BUILD / "docs" / "example" / f"evaluate_{target}"
    done = subprocess.run([sys.executable, script, program], capture_output=True, text=True, timeout=300, cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_listing_that_calls_a_program_is_the_one_that_runs() -> None:
    listings = [listing for page in RECIPES for listing in blocks(page, "python")]
    script = (ROOT / "docs" / "example" / "bounded.py").read_text()
    assert [quotes(script, listing) for listing in listings if "minimize" in listing] == [True]


def test_the_optimiser_stops_at_its_bounds(tmp_path: Path) -> None:
    """Where the truth is beyond them, and only near there; without bounds it would not."""
    bounded("seq", tmp_path)
    source = np.load(tmp_path / "source.npy")
    j, i = np.indices(source.shape)
    truth = np.exp(-0.2 * ((i - 5) ** 2 + (j - 4) ** 2))
    assert source.min() >= 0.0 and source.max() == 0.8
    assert (source[truth > 0.8] == 0.8).any() and (source[truth < 0.3] < 0.8).all()


@pytest.mark.parametrize("target", ["seq", "openmp", "checked"])
def test_programs_print_what_the_recipes_say(target: str, tmp_path: Path) -> None:
    if not (BUILD / "docs" / "example" / f"inversion_{target}").exists():
        pytest.skip("libLBFGS is not here")
    said = [block for page in RECIPES for block in blocks(page, "text")]
    output = "".join(printed(name, target, tmp_path) for name in ("recipes", "volume", "target", "inversion")) + bounded(target, tmp_path)
    assert [block for block in said if block not in output] == []
    assert sum(map(len, said)) == len(output)  # all of it


def test_the_project_file_of_the_guide_is_one_that_works() -> None:
    """The same commands as the project elsewhere that tests/install builds."""
    outside = (ROOT / "tests" / "install" / "outside" / "CMakeLists.txt").read_text()
    for command in re.findall(r"^(find_package|ops_add_app)\(", blocks(GUIDE[0], "cmake")[0], re.MULTILINE):
        assert command in outside
