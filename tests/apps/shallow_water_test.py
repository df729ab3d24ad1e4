"""apps/shallow_water: what the equations promise, the gradient against differences of the objective, and the same bits everywhere."""

from __future__ import annotations

import subprocess
from pathlib import Path

import numpy as np
import pytest

from tests.apps import shallow_water_oracle as oracle
from tests.apps.apps_test import executable, run

SMALL = ["-nx=20", "-ny=16", "-steps=25"]
APPS = ["shallow_water", "shallow_water_float"]
FLOOR, SURFACE = oracle.floor, oracle.surface
PRECISION = {"shallow_water": 2.3e-16, "shallow_water_float": 1.2e-7}


def state(tmp_path: Path, app: str, *options: str) -> np.ndarray:
    """Depth and momenta at the end, without halos."""
    run(app, "openmp", *SMALL, f"-dump={tmp_path / 'out'}", *options)
    files = [np.load(path) for path in sorted(tmp_path.glob("out.*.values.npy"))]
    assert len(files) == 1
    inside: np.ndarray = files[0][:, 1:-1, 1:-1]
    return inside


@pytest.mark.parametrize("app", APPS)
def test_a_lake_at_rest_stays_at_rest(app: str, tmp_path: Path) -> None:
    """Over the true floor's fall. Depths are of 20 m, momenta at most 300 m²/s: a rounding of the pressure in each step."""
    depth, x, y = state(tmp_path, app, "-wave=0")
    assert depth.min() > 10 and np.ptp(depth) > 1
    assert max(np.abs(x).max(), np.abs(y).max()) <= 25 * 400 * PRECISION[app]


@pytest.mark.parametrize("app", APPS)
def test_mass_is_kept_and_energy_is_not_made(app: str) -> None:
    before, after = (run(app, "openmp", "-nx=20", "-ny=16", f"-steps={steps}") for steps in (1, 60))
    assert after["mass"] == pytest.approx(before["mass"], rel=100 * PRECISION[app])
    assert 0 < after["energy"] < before["energy"]


def test_the_first_time_step_is_that_of_the_deepest_water() -> None:
    """0.8 cells of 10 m by waves that go both ways at sqrt(g h), and the 0.1 m/s that stand for water at rest."""
    report = run("shallow_water", "openmp", "-nx=100", "-ny=100", "-steps=1")
    deepest = float(-FLOOR(100, 100, False).min())
    assert report["time"] == pytest.approx(0.8 * 10 / (2 * np.sqrt(9.81 * deepest) + 0.2), rel=1e-12)


@pytest.mark.parametrize("options", [[], ["-frozen"]], ids=["flow", "frozen"])
def test_taylor_and_dot_product_test(options: list[str]) -> None:
    """With a time step that depends on the flow the objective has kinks, which the test may name; it must not fail."""
    report = run("shallow_water", "openmp", *SMALL, "-taylor", *options)
    assert report["dot"] == "passed" and report["taylor"] in (["passed"] if options else ["passed", "inconclusive"])


def test_objective_and_gradient_equal_the_oracle(tmp_path: Path) -> None:
    """Through floor, walls, periodic ends, time step and the record's cubic."""
    report = run("shallow_water", "openmp", *SMALL, "-gradient", f"-dump={tmp_path / 'out'}")
    nx, ny, steps = 20, 16, 25
    record = oracle.Record(oracle.run(FLOOR(nx, ny, True), SURFACE(nx, ny), steps + steps // 4 + 2))
    floor, surface = FLOOR(nx, ny, False), SURFACE(nx, ny)
    assert report["objective"] == pytest.approx(oracle.misfit(floor, surface, steps, record).real, rel=1e-9)
    random = np.random.default_rng(3)
    for name, halo in (("floor", 1), ("surface", 0)):
        found = np.load(tmp_path / f"out.{name}.derivative.npy")
        assert found.shape == (ny + 2 * halo, nx + 2 * halo)
        if halo:
            assert not any(edge.any() for edge in (found[0], found[-1], found[:, 0], found[:, -1]))  # they are overwritten
            found = found[1:-1, 1:-1]
        largest = np.unravel_index(np.abs(found).argmax(), found.shape)
        for at in [largest, *(tuple(int(random.integers(n)) for n in found.shape) for _ in range(10))]:
            inputs = {"floor": floor.astype(complex), "surface": surface.astype(complex)}
            inputs[name][at] += 1e-30j
            expected = oracle.misfit(inputs["floor"], inputs["surface"], steps, record).imag / 1e-30
            assert found[at] == pytest.approx(expected, rel=1e-7, abs=1e-10 * abs(found[largest])), (name, at)


@pytest.mark.parametrize("options", [["-gradient"], ["-gradient", "-frozen", "-repeat=2"], ["-gradient", "-slots=3"]], ids=lambda o: o[-1])
def test_every_target_and_thread_count_gives_the_same_bits(options: list[str]) -> None:
    expected = run("shallow_water", "seq", *SMALL, *options)
    for target, threads in [("openmp", 1), ("openmp", 3), ("checked", 1)]:
        report = run("shallow_water", target, *SMALL, *options, threads=threads)
        for quantity in ("objective", "gradient_norm", "gradient_hash", "mass"):
            assert report[quantity] == expected[quantity], (target, threads, quantity)


def test_fewer_states_give_the_same_bits() -> None:
    reports = [run("shallow_water", "openmp", *SMALL, "-gradient", *options) for options in ([], ["-slots=3"])]
    assert reports[0]["gradient_hash"] == reports[1]["gradient_hash"]


def test_gradient_in_float_is_that_in_double(tmp_path: Path) -> None:
    for app in APPS:
        run(app, "openmp", *SMALL, "-gradient", f"-dump={tmp_path / app}")
    for name in ("floor", "surface"):
        double, single = (np.load(tmp_path / f"{app}.{name}.derivative.npy") for app in APPS)
        assert single.dtype == np.float32
        np.testing.assert_allclose(single, double, rtol=0, atol=1e-3 * np.abs(double).max())


def test_inversion_finds_the_hills(tmp_path: Path) -> None:
    report = run("shallow_water", "openmp", "-nx=40", "-ny=40", "-steps=100", "-frozen", "-inversion", "-iterations=20", f"-output={tmp_path / 'out'}")
    assert report["misfit_reduction"] < 0.01 and report["correlation"] > 0.85
    truth, first, recovered, gradient = (np.load(tmp_path / f"out.{name}.npy") for name in ("true", "first", "recovered", "gradient"))
    assert truth.shape == first.shape == recovered.shape == gradient.shape == (40, 40)
    assert np.abs(recovered - first).max() < 10
    assert (np.load(tmp_path / "out.misfits.npy")[1:] < np.load(tmp_path / "out.misfits.npy")[:-1]).all()


@pytest.mark.parametrize("options, message", [(["-hill=30"], "together less than"), (["-courant=2"], "from 0 to 1"), (["-nx=1"], "-nx=1: needs")])
def test_what_makes_no_sense_is_refused(options: list[str], message: str) -> None:
    done = subprocess.run([executable("shallow_water", "seq"), *options], capture_output=True, text=True, timeout=60)
    assert done.returncode == 1 and message in done.stderr
