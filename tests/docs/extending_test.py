"""docs/extending.md: its listings are parts of files that the tests compile."""

from __future__ import annotations

import re
from pathlib import Path

from tests.docs.pages import quotes

ROOT = Path(__file__).parents[2]
LISTINGS = re.findall(r"```cpp\n(.*?)```", (ROOT / "docs/extending.md").read_text(), re.DOTALL)
SOURCES = [path.read_text() for path in sorted((ROOT / "tests/ops/derivatives/events").glob("scale*.[ch]pp"))]


def test_every_listing_is_compiled() -> None:
    assert LISTINGS and all(any(quotes(source, listing) for source in SOURCES) for listing in LISTINGS)


def test_a_changed_listing_would_be_found() -> None:
    assert not any(quotes(source, LISTINGS[0].replace("factor", "number")) for source in SOURCES)
