"""What is made of results: the share of the table of loops, and the line of a case over commits."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture()
def perf(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(ROOT / "perf"))
    return importlib.import_module


def loop(name: str, direction: str, seconds: float) -> dict[str, Any]:
    return {"name": name, "pass": direction, "calls": 1, "seconds": seconds, "bytes": 8.0}


def test_the_share_is_that_of_the_worse_direction(perf: Any) -> None:
    report = {"table_seconds": [0.98, 3.8], "forward_seconds": [5.0, 1.0], "reverse_seconds": [9.0, 4.0]}
    assert perf("loops").share(report) == pytest.approx(0.95)
    assert perf("loops").share({**report, "reverse_seconds": []}) == pytest.approx(0.98)


def test_loops_that_take_next_to_nothing_are_left_out(perf: Any) -> None:
    loops = [loop("wall", "forward", 0.001), loop("step", "forward", 1.0), loop("step", "reversed", 2.0)]
    assert [kept["pass"] for kept in perf("loops").longest(loops, 8.0)] == ["reversed", "forward"]


def test_the_slowest_loop_is_none_that_takes_next_to_nothing_or_is_no_loop(perf: Any) -> None:
    loops = [loop("wall", "forward", 0.011), loop("step", "forward", 1.0), loop("flux", "forward", 2.0), {**loop("(copies)", "forward", 9.0), "bytes": 0.0}]
    found = perf("loops").longest(loops, 10.0)
    assert {one["name"]: one["of_triad"] for one in found} == pytest.approx({"(copies)": 0.0, "flux": 0.4, "step": 0.8})
    assert perf("loops").slowest(found) == pytest.approx(0.4)
    assert perf("loops").slowest([one for one in found if one["name"] != "flux"]) == pytest.approx(0.8)
    assert perf("loops").slowest([{**found[0], "seconds": 1e3}, *found[1:]]) == pytest.approx(0.4), "all take next to nothing beside the first, which is no loop"


def test_the_time_of_kernels_is_counted_once_where_several_run(perf: Any) -> None:
    kernels = perf("kernels")
    assert kernels.running(kernels.read("5000 9000\n1000 3000\n2000 4000\n2500 2600\n9000 9500\n")) == pytest.approx(7.5e-6)
    assert kernels.running([]) == 0.0


def test_the_part_without_kernels_is_that_of_runs_after_the_first_ones(perf: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    kernels = perf("kernels")
    monkeypatch.setattr(kernels, "of_runs", lambda bench, case, options, runs: 5.0 + 0.6 * runs)
    assert kernels.idle(None, None, (), 0.8) == pytest.approx(0.25)


def test_the_share_of_the_triad_is_of_the_minutes_of_each_process(perf: Any) -> None:
    """A machine that is half as fast for one of three processes, and for the triads around it."""
    primal = [{"model_bytes": 80.0, "forward_seconds": [99.0, seconds]} for seconds in (1.0, 2.0, 1.0)]
    assert perf("run").of_triad(primal, [100.0, 50.0, 100.0]) == pytest.approx(0.8)


def test_a_slow_pair_does_not_move_the_ratio(perf: Any) -> None:
    """The first run of a process does not count; a slow minute hits both processes of a pair."""
    def report(forward: float, reverse: float) -> dict[str, Any]:
        return {"forward_seconds": [99.0, forward], "reverse_seconds": [99.0, reverse]}

    primal, gradient = [report(1.0, 0.0), report(4.0, 0.0), report(1.0, 0.0)], [report(1.0, 2.0), report(4.0, 8.4), report(1.0, 1.9)]
    assert perf("run").ratios(primal, gradient) == pytest.approx([3.0, 3.1, 2.9])


def record(perf: Any, commit: str, date: str, *rows: dict[str, Any], **more: Any) -> Any:
    content = {"machine": {"commit": commit, "date": date}, "quick": False, "rows": list(rows), **more}
    return perf("records").Record(Path(f"{commit}.json"), content)


def of(case: str, ratio: float, threads: int = 2, objective: float = 1.0) -> dict[str, Any]:
    return {"case": case, "threads": threads, "ratio": ratio, "objective": objective}


def test_the_history_follows_each_case_and_target(perf: Any) -> None:
    known = [record(perf, "a", "1", of("wave", 3.0), of("wave", 9.0, threads=1), of("wave, float", 3.0)), record(perf, "b", "2", of("wave", 2.0), of("lbm", 1.0)),
             record(perf, "b", "3", of("wave", 2.5), of("wave", 0.0, objective=0.0)), record(perf, "c", "4", of("wave", 1.0), target="cuda")]
    assert perf("history").lines(known) == {"wave": [("a", 3.0), ("b", 2.5)]}
    assert perf("history").commits(known) == ["a", "b", "c"]


def test_the_newest_row_of_each_case_and_target_is_current(perf: Any) -> None:
    known = [record(perf, "a", "1", of("wave", 3.0), of("lbm", 4.0)), record(perf, "b", "2", of("wave", 2.0)), record(perf, "c", "3", of("wave", 1.0), target="cuda")]
    found = perf("records").newest(known, ["lbm", "wave"])
    assert [(one.commit, row["case"], row["ratio"]) for one, row in found] == [("a", "lbm", 4.0), ("b", "wave", 2.0), ("c", "wave", 1.0)]


@pytest.mark.parametrize("row, number", [({"case": "lbm D3Q19 128³ x20"}, 128**3 * 20), ({"case": "poisson fixed point 4096² x100"}, 4096**2 * 100),
                                         ({"case": "stencil1d 17pt x64"}, 64e7), ({"case": "any", "points": 10, "steps": 3}, 30)])
def test_points_and_steps_of_a_row(perf: Any, row: dict[str, Any], number: float) -> None:
    assert perf("records").updates(row) == number
