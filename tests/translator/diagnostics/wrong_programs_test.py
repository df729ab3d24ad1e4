"""Every wrong program beside this file gets exactly the text beside it."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from clang.cindex import Index, TranslationUnit

from tests.tier import drawn
from translator.compiler.usual import usual
from translator.diagnostics import render_all
from translator.parse import units
from translator.pipeline import Job, understand

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
FLAGS = ("-std=c++20", "-I.", "-Iinclude")
PROGRAMS = sorted(HERE.glob("*.cpp"))
SHARED = '#include "common.hpp"\n'  # the first line of all but one
FIRST = '#define OPS_2D\n#include "ops_seq_v2.h"\n'  # what common.hpp begins with
FOR_SERIALIZATION = 16  # CXTranslationUnit_ForSerialization


@pytest.fixture(scope="module")
def headers(tmp_path_factory: pytest.TempPathFactory) -> Callable[[tuple[str, ...]], Path]:
    """By flags: the headers of OPS, read by libclang once for all programs, as they take most of its time."""
    assert f"#pragma once\n{FIRST}" in (HERE / "common.hpp").read_text()
    folder = tmp_path_factory.mktemp("headers")

    @functools.cache
    def read(words: tuple[str, ...]) -> Path:
        file = folder / f"{len(list(folder.iterdir()))}.pch"
        options = TranslationUnit.PARSE_INCOMPLETE | FOR_SERIALIZATION
        tu = Index.create().parse("first.hpp", args=["-xc++-header", *words], unsaved_files=[("first.hpp", FIRST)], options=options)
        assert not list(tu.diagnostics)
        tu.save(str(file))
        return file

    return read


def told(program: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(ROOT)
    source = str(program.relative_to(ROOT))
    command = usual(FLAGS)
    return render_all(understand(Job((source,), FLAGS, "wrong", commands=None if command is None else {source: command})).diagnostics)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.stem)
def test_wrong_program_is_told_what_is_wrong(program: Path, headers: Callable[[tuple[str, ...]], Path], golden: Callable[[Path, str], None],
                                             monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(units, "begins_with_them", lambda text: text.startswith(SHARED))
    monkeypatch.setattr(units, "precompiled", lambda words: ("-include-pch", str(headers(tuple(words)))))
    text = told(program, monkeypatch)
    assert text, "the translator found nothing wrong"
    golden(program.with_suffix(".txt"), text)


@pytest.mark.parametrize("program", drawn(PROGRAMS, 2), ids=lambda p: p.stem)
def test_it_is_told_the_same_where_all_headers_are_read(program: Path, golden: Callable[[Path, str], None], monkeypatch: pytest.MonkeyPatch) -> None:
    golden(program.with_suffix(".txt"), told(program, monkeypatch))


def test_there_are_at_least_forty() -> None:
    assert len(PROGRAMS) >= 40


def test_every_documented_code_has_a_program() -> None:
    documented = (ROOT / "translator" / "README.md").read_text().partition("Errors, by who finds them.")[2]
    shown = {code for p in PROGRAMS for code in re.findall(r": (?:error|warning)\[([a-z-]+)\]", p.with_suffix(".txt").read_text())}
    assert shown == set(re.findall(r"`([a-z]+-[a-z-]+)`", documented))
