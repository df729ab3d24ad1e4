"""docs/files.md: its listings are parts of a program that is compiled, which prints what the page says."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.docs.adjoint_test import source
from tests.docs.pages import BUILD, ROOT, quotes

PAGE = (ROOT / "docs" / "files.md").read_text()


def test_every_listing_is_compiled() -> None:
    listings = re.findall(r"```cpp\n(.*?)```", PAGE, re.DOTALL)
    assert listings and all(quotes(source("files"), listing) for listing in listings)


@pytest.mark.parametrize("target", ["seq", "openmp", "checked"])
def test_two_runs_print_what_is_said(tmp_path: Path, target: str) -> None:
    program = BUILD / "docs" / "example" / f"files_{target}"
    printed = [subprocess.run([program], capture_output=True, text=True, check=True, cwd=tmp_path).stdout for _ in range(2)]
    assert "".join(printed) in re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
