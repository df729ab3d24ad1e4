"""The applications' builds in float: gradients against NumPy in double with a complex step, and the same bits everywhere."""

from __future__ import annotations

import subprocess
from pathlib import Path

import numpy as np
import pytest

from tests.apps import apps_test, lbm_test, oracle, wave_test
from tests.apps.apps_test import executable, run

CASES: dict[str, tuple[str, list[str], oracle.Case]] = {
    **apps_test.CASES,
    **{f"wave-{name}": ("wave", *wave_test.CASES[name]) for name in ("2d-order2", "2d-order8", "3d-order4")},
    **{f"lbm-{name}": ("lbm", lbm_test.CASES[name].options(), lbm_test.CASES[name].case()) for name in ("cavity", "channel-drag", "box", "plates-drag")},
}


@pytest.mark.parametrize("name", CASES)
def test_objective_and_gradient_equal_the_oracle(name: str, tmp_path: Path) -> None:
    app, options, case = CASES[name]
    report = run(f"{app}_float", "openmp", *options, "-gradient", f"-dump={tmp_path / 'out'}")
    assert report["real"] == "float"
    assert report["objective"] == pytest.approx(case.value(), rel=1e-4)
    random = np.random.default_rng(7)
    for dataset, field in case.inputs.items():
        found = np.load(tmp_path / f"out.{dataset}.derivative.npy")
        assert found.shape == field.shape and found.dtype == np.float32
        largest = tuple(map(int, np.unravel_index(np.abs(found).argmax(), found.shape)))
        for at in [largest, *(tuple(int(random.integers(n)) for n in found.shape) for _ in range(6))]:
            assert found[at] == pytest.approx(case.derivative(dataset, at), rel=0, abs=1e-4 * abs(found[largest])), (dataset, at)


@pytest.mark.parametrize("name", CASES)
def test_every_target_and_thread_count_gives_the_same_bits(name: str) -> None:
    app, options, _ = CASES[name]
    reports = [run(f"{app}_float", target, *options, "-gradient", threads=n) for target, n in [("seq", 1), ("openmp", 1), ("openmp", 3)]]
    assert len({(r["objective"], r["gradient_norm"], r["gradient_hash"]) for r in reports}) == 1 and reports[0]["gradient_norm"] > 0


@pytest.mark.parametrize("name", CASES)
def test_gradient_follows_the_objective_and_is_the_transpose_of_the_tangent(name: str) -> None:
    app, options, _ = CASES[name]
    report = run(f"{app}_float", "openmp", *options, "-taylor")
    assert report["taylor"] == "passed"
    assert report.get("dot") == (None if "-fixed-point" in options else "passed")  # an external function has no tangent


@pytest.mark.parametrize("name", CASES)
def test_every_check_passes_and_no_loop_runs_the_reference(name: str) -> None:
    app, options, _ = CASES[name]
    result = subprocess.run([executable(f"{app}_float", "openmp"), *options, "-gradient", "-OPS_AD_CHECK=taylor,dot,loops,poison"],
                            capture_output=True, text=True, timeout=300)
    text = result.stdout + result.stderr
    assert result.returncode == 0 and "reference" not in text and "Poison test: passed" in text, text
    assert "WRONG" not in text and "failed" not in text and "Loop test" in text and "\npassed: " in text, text
