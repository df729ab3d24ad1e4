"""A case whose gradient is zero, subnormal or not finite is refused, and the others are measured."""

from __future__ import annotations

import importlib
import json
import math
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture()
def perf(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(ROOT / "perf"))
    return importlib.import_module


def report(objective: float = 2.0, norm: float = 3.0, real: str = "double") -> dict[str, Any]:
    return {"real": real, "objective": objective, "gradient_norm": norm, "gradient_hash": "0a", "forward_seconds": [9.0, 1.0],
            "reverse_seconds": [9.0, 2.0], "model_bytes": 8.0, "peak_bytes": 8}


@pytest.mark.parametrize("size", [0.0, 5e-324, 2e-308, math.inf, -math.inf, math.nan])
@pytest.mark.parametrize("quantity", ["objective", "norm"])
def test_zero_subnormal_and_infinite_numbers_are_refused(perf: Any, quantity: str, size: float) -> None:
    with pytest.raises(perf("reports").Refused, match="must be a normal double other than zero"):
        perf("reports").require_gradient(report(**{quantity: size}))


def test_what_is_subnormal_depends_on_the_type_of_the_fields(perf: Any) -> None:
    perf("reports").require_gradient(report(norm=1e-40))
    perf("reports").require_gradient(report(objective=-1e-37, norm=1.2e-38, real="float"))
    with pytest.raises(perf("reports").Refused, match="gradient_norm = 1e-40, must be a normal float"):
        perf("reports").require_gradient(report(norm=1e-40, real="float"))


def test_a_refused_case_is_recorded_and_the_next_one_measured(perf: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    run, cases, table, bench = perf("run"), perf("cases"), perf("table"), perf("bench")
    monkeypatch.setattr(bench.Bench, "bandwidth", lambda self: 1e10)
    monkeypatch.setattr(run, "tridiagonal", lambda bench: {"threads": 1, "cells": 64, "triad": 1e9, "of_triad": {"x": 0.8, "y": 1.0, "z": 0.8}})
    monkeypatch.setattr(run, "hand_written", lambda bench: {"threads": 1, "seconds": {"3": {"primal": 1.0, "atomics": 2.0}}})
    monkeypatch.setattr(bench.Bench, "json", lambda self, program, *words: report(norm=0.0 if "silent" in program.name else 3.0))
    machine = {"cpu": "a", "cores": 1, "compiler": ["c++"], "commit": "b"}
    one = bench.Bench(1, quick=True)
    result = run.empty(machine, one)
    both = [cases.Case(name, name, (), table=False) for name in ("silent", "loud")]
    run.measure_all(one, both, 1, result, tmp_path / "record.json")
    assert [row["case"] for row in result["rows"]] == ["loud"] and result["refused"][0]["case"] == "silent"
    assert json.loads((tmp_path / "record.json").read_text())["rows"][0]["gradient_norm"] == 3.0
    text = table.render(result)
    assert "silent, 1 thread(s): refused: gradient_norm = 0" in text and "|gradient|" in text


def test_cases_in_float_have_the_sizes_of_those_in_double(perf: Any) -> None:
    cases = perf("cases")
    for among in (cases.FULL, cases.QUICK):
        in_double = {case.name: case for case in among if not case.app.endswith("_float")}
        in_float = [case for case in among if case.app.endswith("_float")]
        assert {"wave_float", "lbm_float", "poisson_float", "burgers_float", "stencil1d_float", "heat_adi_float", "cde_float"} <= {case.app for case in in_float}
        for case in in_float:
            twin = in_double[case.name.removesuffix(", float")]
            assert (twin.app + "_float", twin.options) == (case.app, case.options)
        assert len({case.name for case in among}) == len(among)
        assert not [case.name for case in among if case.app.startswith("wave") and "-source-depth" not in " ".join(case.options)]
