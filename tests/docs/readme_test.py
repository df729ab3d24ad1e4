"""The example of README.md is the file that is compiled, and prints what README.md says."""

from __future__ import annotations

import re
import subprocess

import pytest

from tests.docs import pages
from tests.docs.pages import BUILD, ROOT


def blocks(language: str) -> list[str]:
    return pages.blocks(ROOT / "README.md", language)


def test_the_listing_is_the_compiled_file() -> None:
    file = (ROOT / "docs" / "example" / "heat.cpp").read_text()
    assert file.split("\n", 1)[1] in blocks("cpp")


@pytest.mark.parametrize("target", ["seq", "openmp"])
def test_the_example_prints_what_is_said(target: str) -> None:
    output = subprocess.run([BUILD / "docs" / "example" / f"heat_{target}"], capture_output=True, text=True, check=True).stdout
    assert output in blocks("text")


def test_every_link_leads_somewhere() -> None:
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]:
        for link in re.findall(r"\]\(([^)#\s]+)\)", page.read_text()):
            assert "://" in link or (page.parent / link).exists(), f"{page.name}: {link}"
