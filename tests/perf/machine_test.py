"""What a measurement says of the commit it belongs to."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("status, suffix", [("", ""), (" M ops/data/box.cpp", "-dirty")])
def test_uncommitted_changes_are_told_in_the_name(monkeypatch: pytest.MonkeyPatch, status: str, suffix: str) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "perf"))
    machine, run = importlib.import_module("machine"), importlib.import_module("run")
    answers = {"status": status, "rev-parse": "0123456789ab", "--version": "c++ 12"}
    monkeypatch.setattr(machine, "output_of", lambda *command: next(answers[word] for word in command if word in answers))
    commit = str(machine.describe()["commit"])
    assert commit == "0123456789ab" + suffix
    assert run.default_stem(False, commit) == ROOT / "perf/results" / commit
    assert run.default_stem(False, commit, short=True) == ROOT / "perf/results" / f"{commit}-short"
