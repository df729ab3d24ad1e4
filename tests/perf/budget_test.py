"""The budget of a case is a part of what its steps would keep, as the program's own plan says."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PLAN = "OPS: the plan\n  a state              15.41 MiB\n  the tape of a step   7.50 MiB\n  memory limit         11.24 GiB\n"


def test_is_the_stated_part_of_all_tapes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "perf"))
    budget, cases = importlib.import_module("budget"), importlib.import_module("cases")
    asked: list[tuple[str, ...]] = []
    case = cases.Case("wave", "wave", ("-nx=9", "-steps=2000"), kept=0.05, steps=2000)
    assert budget.option(case, lambda *words: asked.append(words) or PLAN) == (f"-OPS_AD_MEMORY={int(100 * 7.5 * 2**20)}",)
    assert asked[0][:2] == case.options and "-OPS_AD_PLAN" in asked[0]
    assert budget.option(cases.Case("wave", "wave", ()), lambda *words: PLAN) == ()


def test_a_plan_without_a_tape_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "perf"))
    with pytest.raises(SystemExit, match="no tape of a step"):
        importlib.import_module("budget").tape_bytes("nothing")
