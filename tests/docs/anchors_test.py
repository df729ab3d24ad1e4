"""A link to a part of a page leads to a heading of that page. (readme_test.py: the pages and files themselves.)"""

from __future__ import annotations

import re
from pathlib import Path

from tests.docs.pages import ROOT

PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "apps").rglob("*.md"), *(ROOT / "backends").rglob("*.md")]


def anchors(text: str) -> set[str]:
    """As GitHub and MyST make them from headings."""
    headings = re.findall(r"^#+ (.*)$", re.sub(r"^ *```.*?^ *```$", "", text, flags=re.DOTALL | re.MULTILINE), re.MULTILINE)
    plain = (re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "") for heading in headings)
    return {re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-") for heading in plain}


def dead(text: str, page: Path) -> list[str]:
    links = re.findall(r"\]\(([^)#\s]*)#([^)\s]+)\)", text)
    there = [(page.parent / path if path else page, anchor) for path, anchor in links if "://" not in path]
    return [f"{other.name}#{anchor}" for other, anchor in there if other.suffix == ".md" and anchor not in anchors(other.read_text())]


def test_every_link_leads_to_a_heading() -> None:
    assert {str(page.relative_to(ROOT)): found for page in PAGES if (found := dead(page.read_text(), page))} == {}


def test_a_dead_link_would_be_found() -> None:
    page = ROOT / "docs" / "adjoint.md"
    assert dead("[a](#taylor-test) [b](guide/index.md#build-and-run)", page) == []
    assert dead("[a](#tailor-test) [b](guide/index.md#build)", page) == ["adjoint.md#tailor-test", "index.md#build"]
    assert anchors("# Use `ops` and [more](a.md)?\n\n```\n# no heading\n```\n") == {"use-ops-and-more"}
