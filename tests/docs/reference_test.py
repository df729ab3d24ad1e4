"""The reference: every public function has a comment in its header, every public header is on a page, and every option in the list."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.docs.pages import BUILD, ROOT

PAGES = sorted((ROOT / "docs" / "reference").glob("*.md"))
HEADERS = [ROOT / name for name in re.findall(r'#include "([^"]+)"', (ROOT / "ops" / "ops.hpp").read_text())]
# Described on the page of instances and handles, by class.
BY_CLASS = {"ops/core/handles.hpp": ["ops_block_core", "ops_dat_core"], "ops/api/instance.hpp": ["OPS_instance"], "ops/diag/error.hpp": ["OPSException"]}
DECLARATION = re.compile(r"(?!using|return|friend|#)(?:inline |constexpr )*[A-Za-z_][\w:<>*&, ]*?[ *&]((?:ops|OPS)_\w+)\(")
TYPE = re.compile(r"(?:struct|class|enum class) ((?:ops|OPS)_?\w+)[^;]*$")


def undocumented(text: str) -> list[str]:
    """Functions and types of a header, at its outermost level, without a comment right above."""
    lines, missing = text.splitlines(), []
    for number, line in enumerate(lines):
        found = DECLARATION.match(line) or TYPE.match(line)
        if not found:
            continue
        above = number - 1
        while lines[above].startswith(("template", "  requires")):
            above -= 1
        if not lines[above].startswith("///"):
            missing.append(found[1])
    return missing


@pytest.mark.parametrize("header", HEADERS, ids=lambda header: str(header.relative_to(ROOT)))
def test_every_function_has_a_comment(header: Path) -> None:
    assert undocumented(header.read_text()) == []


def test_a_function_without_a_comment_would_be_found() -> None:
    text = "// path: purpose\n\n/// Says.\nvoid ops_said(int a);\ntemplate <class T>\nvoid ops_other(T a,\n               int b);\nstruct ops_kind {\n};\n"
    assert undocumented(text) == ["ops_other", "ops_kind"]
    assert sum(len(DECLARATION.findall(header.read_text())) for header in HEADERS) > 100


def test_every_header_is_on_a_page() -> None:
    text = "".join(page.read_text() for page in PAGES)
    for header in HEADERS:
        name = header.relative_to(ROOT).as_posix()
        if name in BY_CLASS:
            assert all(re.search(rf"{{doxygen(class|struct)}} {kind}\n", text) for kind in BY_CLASS[name]), name
        else:
            assert f"{{doxygenfile}} {name}\n" in text, name


def test_every_option_is_listed() -> None:
    """With and without a description; and none that there is not."""
    done = subprocess.run([BUILD / "docs" / "example" / "heat_seq", "-OPS_HELP"], capture_output=True, text=True, check=True)
    options = set(re.findall(r"^ +(OPS_\w+) ", done.stdout, re.MULTILINE))
    assert len(options) > 30
    listed = set(re.findall(r"`-?(OPS_\w+)", (ROOT / "docs" / "reference" / "options.md").read_text()))
    assert listed == options
