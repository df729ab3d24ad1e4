"""Two builds in alternating pairs: the median of the pairs decides, and who is first alternates."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture()
def against(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(ROOT / "perf"))
    return importlib.import_module("against")


def build(name: str, seconds: float, minutes: list[float], log: list[str], norm: float = 3.0) -> Callable[..., dict[str, Any]]:
    """A program that takes `seconds` both ways, on a machine whose speed changes from pair to pair."""
    def run(*options: str) -> dict[str, Any]:
        pair = log.count(name) % len(minutes)
        log.append(name)
        time = seconds * minutes[pair]
        reverse = [50.0, 2 * time, 2 * time] if "-gradient" in options else []
        return {"real": "double", "objective": 1.0, "gradient_norm": norm, "gradient_hash": "0a", "forward_seconds": [50.0, time, time],
                "reverse_seconds": reverse}

    return run


def test_pairs_alternate_and_a_slow_minute_hits_both(against: Any) -> None:
    log: list[str] = []
    minutes = [1.0, 9.0, 1.0, 2.0]
    found = against.rows("wave", 2, build("this", 1.02, minutes, log), build("other", 1.0, minutes, log), (), 4)
    assert log == ["this", "other", "other", "this"] * 4
    assert [row.what for row in found] == ["primal", "gradient"]
    assert found[0].this == pytest.approx((1.02, 9.18, 1.02, 2.04)) and found[1].other == pytest.approx((3.0, 27.0, 3.0, 6.0))
    assert all(row.ratios == pytest.approx([1.02] * 4) and not row.slower and row.same_bits for row in found)


@pytest.mark.parametrize(("seconds", "slower"), [(1.029, False), (1.031, True), (0.5, False)])
def test_more_than_three_percent_is_slower(against: Any, seconds: float, slower: bool) -> None:
    log: list[str] = []
    found = against.rows("wave", 2, build("this", seconds, [1.0], log), build("other", 1.0, [1.0], log), ("-OPS_AD_MEMORY=1GB",), 3)
    assert [row.slower for row in found] == [slower, slower]
    assert f"{2 if slower else 0} of 2 slower than 1.03 times" in against.render(found)


def test_one_pair_that_was_disturbed_does_not_decide(against: Any) -> None:
    found = against.Row("wave", 1, "primal", (1.0, 1.0, 2.0, 1.0, 1.0), (1.0,) * 5, True)
    assert not found.slower and found.cells()[5:8] == ("1.000", "1.000", "2.000")


def test_a_gradient_that_proves_nothing_is_refused(against: Any) -> None:
    log: list[str] = []
    silent = build("this", 1.0, [1.0], log, norm=0.0)
    with pytest.raises(importlib.import_module("reports").Refused):
        against.rows("wave", 1, silent, silent, (), 2)
