"""The example of README.md is the file that is compiled, and prints what README.md says; its numbers are those of the records."""

from __future__ import annotations

import json
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
    assert output in blocks("text") and output in pages.blocks(ROOT / "docs" / "index.md", "text")


@pytest.mark.parametrize(("record", "case", "said"), [
    ("cd5ae86122ca-cuda", "poisson 8192² x100", ("{primal_milliseconds:.1f} ms", "NVIDIA H200")),
    ("935450e7644f-peers", "lbm 1024² x20", ("{ours[gradient_seconds]:.2f} s on {threads} cores", "JAX takes {peers[gradient_seconds]:.1f} s")),
    ("fbc87f2d9aef-cloverleaf-2955", "cloverleaf 960² x2955, 100 slots", ("{gradient_peak_gib:.1f} GiB", "{ratio:.1f} times")),
])
def test_numbers_are_those_of_the_records(record: str, case: str, said: tuple[str, ...]) -> None:
    (path,) = (ROOT / "perf" / "results").rglob(f"{record}.json")
    content = json.loads(path.read_text())
    (row,) = [row for row in [*content["rows"], *content.get("peers", ())] if row["case"] == case]
    numbers = [part.format(**row, primal_milliseconds=1e3 * row.get("primal_seconds", 0)) for part in said]
    for page in ("README.md", "docs/index.md"):
        (line,) = [line for line in (ROOT / page).read_text().splitlines() if all(number in line for number in numbers)]
        assert page == "docs/index.md" or path.relative_to(ROOT).as_posix() in line


def test_every_link_leads_somewhere() -> None:
    for page in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]:
        for link in re.findall(r"\]\(([^)#\s]+)\)", page.read_text()):
            assert "://" in link or (page.parent / link).exists(), f"{page.name}: {link}"
