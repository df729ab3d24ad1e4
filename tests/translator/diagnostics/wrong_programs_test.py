"""Every wrong program beside this file gets exactly the text beside it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.tier import drawn
from tests.translator import headers_once
from translator.compiler.usual import usual
from translator.diagnostics import render_all
from translator.parse import units
from translator.pipeline import Job, understand

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
FLAGS = ("-std=c++20", "-I.", "-Iinclude")
PROGRAMS = sorted(HERE.glob("*.cpp"))
IN_A_HEADER = re.compile(r"^(ops/\S+?:)\d+(:.*\n)( *)\d+ \|", re.MULTILINE)  # of the library, whose lines move


def told(program: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(ROOT)
    source = str(program.relative_to(ROOT))
    command = usual(FLAGS)
    text = render_all(understand(Job((source,), FLAGS, "wrong", commands=None if command is None else {source: command})).diagnostics)
    return IN_A_HEADER.sub(r"\1N\2\3NN |", text)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.stem)
def test_wrong_program_is_told_what_is_wrong(program: Path, golden: Callable[[Path, str], None],
                                             monkeypatch: pytest.MonkeyPatch) -> None:
    text = told(program, monkeypatch)
    assert text, "the translator found nothing wrong"
    golden(program.with_suffix(".txt"), text)


@pytest.mark.parametrize("program", drawn(PROGRAMS, 2), ids=lambda p: p.stem)
def test_it_is_told_the_same_where_all_headers_are_read(program: Path, golden: Callable[[Path, str], None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(units, "_quickly_read", headers_once._whole)
    golden(program.with_suffix(".txt"), told(program, monkeypatch))


def test_there_are_at_least_forty() -> None:
    assert len(PROGRAMS) >= 40


def test_every_documented_code_has_a_program() -> None:
    documented = (ROOT / "translator" / "README.md").read_text().partition("## Error codes")[2]
    shown = {code for p in PROGRAMS for code in re.findall(r": (?:error|warning)\[([a-z-]+)\]", p.with_suffix(".txt").read_text())}
    assert shown == set(re.findall(r"`([a-z]+-[a-z-]+)`", documented))
