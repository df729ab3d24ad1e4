"""docs/is_this_for_me.md: its listings are parts of programs that are compiled, which print what the page says before and after the port."""

from __future__ import annotations

import re
import subprocess

import pytest

from tests.docs.pages import BUILD, ROOT, blocks, quotes

PAGE = ROOT / "docs" / "is_this_for_me.md"
TEXT = " ".join(PAGE.read_text().split())
NAMES = ("gray_scott_plain", "gray_scott", "gray_scott_gradient")
SOURCES = {name: (ROOT / "docs" / "example" / f"{name}.cpp").read_text() for name in NAMES}
ORIGINAL, PORT, GRADIENT, CHECKED, MOVED = blocks(PAGE, "text")


def printed(program: str, *words: str) -> str:
    done = subprocess.run([BUILD / "docs" / "example" / program, *words], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_every_listing_is_compiled() -> None:
    listings = blocks(PAGE, "cpp")
    assert listings and all(any(quotes(source, listing) for source in SOURCES.values()) for listing in listings)
    assert SOURCES["gray_scott_plain"].split("\n", 2)[2] == listings[0]  # the whole of it


def test_a_changed_listing_would_be_found() -> None:
    assert not any(quotes(source, blocks(PAGE, "cpp")[1].replace("0.16", "0.17")) for source in SOURCES.values())


def test_lines_of_the_programs_are_those_of_the_page() -> None:
    found = re.search(r"original Gray-Scott program has (\d+) lines, the port (\d+), and the port with a gradient (\d+)\.", TEXT)
    assert found is not None
    assert [int(number) for number in found.groups()] == [len(SOURCES[name].splitlines()) for name in NAMES]


def test_the_original_program_prints_what_is_said() -> None:
    assert printed("gray_scott_plain") == ORIGINAL
    assert printed("gray_scott_plain", "0.035001") + printed("gray_scott_plain", "0.034999") == MOVED


@pytest.mark.parametrize("target", ["seq", "openmp", "checked"])
def test_the_port_prints_what_is_said(target: str) -> None:
    assert printed(f"gray_scott_{target}") == PORT == ORIGINAL
    assert printed(f"gray_scott_gradient_{target}") == GRADIENT
    assert printed(f"gray_scott_gradient_{target}", "-OPS_AD_CHECK=taylor,dot,loops") == CHECKED


def test_the_original_program_confirms_the_gradient() -> None:
    """By a central difference, which the page gives as well."""
    higher, lower = (float(amount) for amount in re.findall(r"amount of v (\S+)", MOVED))
    slope = re.search(r"feed (\S+),", GRADIENT)
    assert slope is not None and float(slope[1]) == pytest.approx((higher - lower) / 2e-6, rel=1e-6)
    assert f"The finite difference, {(higher - lower) / 2e-6:.3f}, agrees with the derivative, {slope[1]}." in TEXT
