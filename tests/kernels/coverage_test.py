"""The table of README.md names tests that exist, and leaves no kernel of constructs.inc out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.kernels.constructs_test import constructs

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
TABLES = (HERE / "README.md").read_text().split("## What kernels contain")[1]
ROWS = [line for line in TABLES.splitlines() if re.match(r"\| (?!construct|fault|-)", line)]
NAMED = sorted({name for row in ROWS for name in re.findall(r"`((?:tests/|construct:)[^`]+)`", row)})


def test_every_row_names_a_test() -> None:
    assert len(ROWS) >= 28
    assert [row for row in ROWS if "`" not in row.split("|")[2]] == []


@pytest.mark.parametrize("name", NAMED)
def test_it_exists(name: str) -> None:
    if name.startswith("construct:"):
        assert name.split(":")[1] in constructs()
        return
    path, _, wanted = name.partition(":")
    text = (ROOT / path).read_text()
    pattern = rf"def {wanted[1:]}\(" if wanted.startswith(":") else rf"TEST(_F)?\(\w+, {wanted}\)|RC_GTEST\w*\(\w+, {wanted},"
    assert not wanted or re.search(pattern, text)


def test_every_construct_is_in_the_table() -> None:
    assert {f"construct:{name}" for name in constructs()} <= set(NAMED)
