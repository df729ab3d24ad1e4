"""The applications' builds in float: gradients against NumPy in double with a complex step, CloverLeaf's against its build in double, which is
held to finite differences, and the same bits everywhere."""

from __future__ import annotations

import subprocess
from pathlib import Path

import numpy as np
import pytest

from tests.apps import apps_test, cloverleaf_test, lbm_test, oracle, wave_test
from tests.apps.apps_test import executable, run
from tests.tier import FULL

CASES: dict[str, tuple[str, list[str], oracle.Case]] = {
    **apps_test.CASES,
    **{f"wave-{name}": ("wave", *wave_test.CASES[name]) for name in ("2d-order2", "2d-order8", "3d-order4")},
    **{f"lbm-{name}": ("lbm", lbm_test.CASES[name].options(), lbm_test.CASES[name].case()) for name in ("cavity", "channel-drag", "box", "plates-drag")},
}
CLOVERLEAF: dict[str, list[str]] = {
    f"cloverleaf-{name}-{mode}": [*options, f"-time-step={mode}"] for mode in cloverleaf_test.MODES
    for name, options in (("stable", [*cloverleaf_test.SMALL, "-end_step=2"]), ("bounded", [*cloverleaf_test.BOUNDED, "-end_step=10"]))} if FULL else {}  # is built in the full tier
PROGRAMS: dict[str, tuple[str, list[str]]] = {
    **{name: (app, options) for name, (app, options, _) in CASES.items()}, **{name: ("cloverleaf", options) for name, options in CLOVERLEAF.items()}}


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


@pytest.mark.parametrize("name", CLOVERLEAF)
def test_gradient_of_cloverleaf_is_that_of_doubles(name: str, tmp_path: Path) -> None:
    """On a start that is not flat, where rounding decides about no branch: 1.3e-6 of the largest entry apart at most, 22 roundings of a float.
    A limiter on the wrong side of its kink is a thousandth."""
    reports = {app: run(app, "openmp", *CLOVERLEAF[name], "-gradient", f"-dump={tmp_path / app}") for app in ("cloverleaf", "cloverleaf_float")}
    assert [report["real"] for report in reports.values()] == ["double", "float"]
    for quantity in ("objective", "mass", "internal_energy", "pressure", "time"):
        assert reports["cloverleaf_float"][quantity] == pytest.approx(reports["cloverleaf"][quantity], rel=1e-6)
    for dataset in ("density0", "energy0"):
        found, expected = (np.load(tmp_path / f"{app}.{dataset}.derivative.npy") for app in ("cloverleaf_float", "cloverleaf"))
        assert found.dtype == np.float32 and expected.dtype == np.float64
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-5 * np.abs(expected).max())


@pytest.mark.skipif(not FULL, reason="built in the full tier: OPSGRAD_FULL=1")
@pytest.mark.parametrize("target", ["seq", "openmp"])
def test_kinetic_energy_of_cloverleaf_is_the_published_one(target: str) -> None:
    """75 time steps of the float nearest to 0.04 end before t = 3, where a 76th would follow."""
    report = run("cloverleaf_float", target, f"-input={cloverleaf_test.INPUTS / 'clover_10x2.in'}", "-end_step=75")
    assert report["test_problem"] == "passed"
    assert report["objective"] == pytest.approx(1.82280367310258, rel=1e-5)


@pytest.mark.parametrize("name", PROGRAMS)
def test_every_target_and_thread_count_gives_the_same_bits(name: str) -> None:
    app, options = PROGRAMS[name]
    reports = [run(f"{app}_float", target, *options, "-gradient", threads=n) for target, n in [("seq", 1), ("openmp", 1), ("openmp", 3)]]
    assert len({(r["objective"], r["gradient_norm"], r["gradient_hash"]) for r in reports}) == 1 and reports[0]["gradient_norm"] > 0


@pytest.mark.parametrize("name", PROGRAMS)
def test_gradient_follows_the_objective_and_is_the_transpose_of_the_tangent(name: str) -> None:
    app, options = PROGRAMS[name]
    report = run(f"{app}_float", "openmp", *options, "-taylor")
    assert report["taylor"] == "passed"
    assert report.get("dot") == (None if "-fixed-point" in options else "passed")  # an external function has no tangent


@pytest.mark.parametrize("name", PROGRAMS)
def test_every_check_passes_and_no_loop_runs_the_reference(name: str) -> None:
    app, options = PROGRAMS[name]
    result = subprocess.run([executable(f"{app}_float", "openmp"), *options, "-gradient", "-OPS_AD_CHECK=taylor,dot,loops,poison"],
                            capture_output=True, text=True, timeout=300)
    text = result.stdout + result.stderr
    assert result.returncode == 0 and "Poison test: passed" in text, text
    assert "reference" not in text, text
    assert "WRONG" not in text and "failed" not in text and "Loop test" in text and "\npassed: " in text, text
