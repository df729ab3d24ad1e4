"""The reference: every public function has a comment in its header, every public header is on a page, and every option in the list."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.docs.pages import BUILD, ROOT

SINCE = ROOT / "docs" / "reference" / "since.txt"
PAGES = sorted((ROOT / "docs" / "reference").glob("*.md"))
HEADERS = [ROOT / name for name in re.findall(r'#include "([^"]+)"', (ROOT / "include" / "opsgrad" / "opsgrad.hpp").read_text())]
# Described on the page of instances and handles, by class.
BY_CLASS = {"ops/data/handles.hpp": ["ops_block_core", "ops_dat_core"], "ops/api/instance.hpp": ["OPS_instance"], "ops/support/error.hpp": ["OPSException"]}
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


def test_every_name_with_a_release_exists() -> None:
    """Releases are sections of the change log; names are options, functions or types."""
    releases = re.findall(r"^## (\d+\.\d+\.\d+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    declared = {name for header in HEADERS for pattern in (DECLARATION, TYPE) for line in header.read_text().splitlines()
                if (found := pattern.match(line)) for name in [found[1]]}
    declared |= set(re.findall(r'\{"(OPS_\w+)"', (ROOT / "ops" / "api" / "options.cpp").read_text()))
    entries = [line.split() for line in SINCE.read_text().splitlines() if not line.startswith("#")]
    assert entries and all(release in releases[:-1] and name in declared for release, name in entries), entries


def test_one_version_everywhere() -> None:
    """The newest section of the change log, CMake's project and the translator's package."""
    newest = re.search(r"^## (\d+\.\d+\.\d+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    cmake = re.search(r"^project\(OPSgrad VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text(), re.MULTILINE)
    package = re.search(r'^version = "(.*)"', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    cited = re.search(r"^version: (.*)", (ROOT / "CITATION.cff").read_text(), re.MULTILINE)
    assert newest and cmake and package and cited and newest[1] == cmake[1] == package[1] == cited[1]
