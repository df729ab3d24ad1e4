"""docs/adjoint.md: every listing is a part of a program that is compiled; what it says they print, they print."""

from __future__ import annotations

import subprocess

import pytest

from tests.docs import pages
from tests.docs.pages import BUILD, ROOT, quotes

PAGE = ROOT / "docs" / "adjoint.md"
PROGRAMS = ["adjoint", "fixed_point", "time_step", "user_adjoint"]


def blocks(language: str) -> list[str]:
    return pages.blocks(PAGE, language)


def source(name: str) -> str:
    return (ROOT / "docs" / "example" / f"{name}.cpp").read_text()


def test_every_listing_is_compiled() -> None:
    for listing in blocks("cpp"):
        assert any(quotes(source(name), listing) for name in PROGRAMS), f"in no program:\n{listing}"


def test_every_program_is_quoted() -> None:
    for name in PROGRAMS:
        assert any(quotes(source(name), listing) for listing in blocks("cpp")), name


def test_a_changed_listing_would_be_found() -> None:
    listing = blocks("cpp")[0]
    assert not quotes(source("adjoint"), listing.replace("OPS_MIN", "OPS_MAX"))
    assert not quotes(source("adjoint"), listing.splitlines()[0] + "\n}\n")


@pytest.mark.parametrize("target", ["seq", "openmp", "checked"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_programs_check_themselves_and_print_what_is_said(name: str, target: str) -> None:
    done = subprocess.run([BUILD / "docs" / "example" / f"{name}_{target}"], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout in blocks("text")
