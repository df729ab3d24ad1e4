"""How diagnostics look and in which order they come."""

from __future__ import annotations

from pathlib import Path

import pytest

from translator.diagnostics import Diagnostic, Note, error, has_errors, render, render_all, warning
from translator.ir import NOWHERE, Span

SOURCE = "int a;\n\tdouble b = c +\n\t  d;\n"


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "x.cpp").write_text(SOURCE)
    monkeypatch.chdir(tmp_path)
    return "x.cpp"


def test_all_parts_in_their_places(file: str) -> None:
    d = error("some-code", "what is wrong", Span(file, 1, 5, 1, 6), "here", (Note("because", Span(file, 1, 1, 1, 4)),), "do this")
    assert render(d) == "\n".join([
        "x.cpp:1:5: error[some-code]: what is wrong",
        "    1 | int a;",
        "      |     ^ here",
        "x.cpp:1:1: note: because",
        "    1 | int a;",
        "      | ^^^",
        "hint: do this"])


def test_carets_stand_under_text_behind_tabs_and_end_with_the_line(file: str) -> None:
    assert render(warning("w", "m", Span(file, 2, 13, 3, 5))).splitlines() == [
        "x.cpp:2:13: warning[w]: m", "    2 | \tdouble b = c +", "      | \t           ^^^"]


def test_paths_below_the_current_directory_are_relative(file: str) -> None:
    assert render(error("c", "m", Span(str(Path(file).resolve()), 1, 1, 1, 2))).startswith("x.cpp:1:1:")


def test_places_outside_of_files_are_left_out() -> None:
    assert render(error("c", "m", NOWHERE, notes=(Note("why"),))) == "error[c]: m\nnote: why"


def test_missing_source_shows_the_place_alone() -> None:
    assert render(error("c", "m", Span("gone.cpp", 3, 1, 3, 2))) == "gone.cpp:3:1: error[c]: m"


def test_all_come_once_in_reading_order_with_a_count(file: str) -> None:
    late, early = warning("w", "late", Span(file, 2, 1, 2, 2)), error("e", "early", Span(file, 1, 1, 1, 2))
    text = render_all([late, early, late])
    assert text.index("early") < text.index("late")
    assert text.count("late") == 1
    assert text.endswith("\n\n1 error and 1 warning\n")


def test_nothing_to_say_is_no_text() -> None:
    assert render_all([]) == ""


def test_only_errors_fail() -> None:
    one: Diagnostic = warning("w", "m", NOWHERE)
    assert not has_errors([one])
    assert has_errors([one, error("e", "m", NOWHERE)])
