"""Acoustic waves: the exact solution, reciprocity, inversion, gradients against NumPy with a complex step, the same bits everywhere."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.apps import oracle
from tests.apps.apps_test import executable, run
from tests.tier import drawn

CASES = {
    "2d-order2": (["-dims=2", "-nx=24", "-ny=21", "-steps=70", "-order=2", "-sponge=4", "-shots=2"], oracle.wave((21, 24), 2, 70, 2, 4)),
    "2d-order4": (["-dims=2", "-nx=23", "-ny=22", "-steps=70", "-order=4", "-sponge=3"], oracle.wave((22, 23), 4, 70, 1, 3)),
    "2d-order8": (["-dims=2", "-nx=27", "-ny=26", "-steps=80", "-order=8", "-sponge=5", "-shots=3"], oracle.wave((26, 27), 8, 80, 3, 5)),
    "3d-order2": (["-dims=3", "-nx=18", "-ny=15", "-nz=17", "-steps=75", "-order=2", "-sponge=3"], oracle.wave((17, 15, 18), 2, 75, 1, 3)),
    "3d-order4": (["-dims=3", "-nx=17", "-ny=16", "-nz=18", "-steps=85", "-order=4", "-sponge=3"], oracle.wave((18, 16, 17), 4, 85, 1, 3)),
    "3d-order8": (["-dims=3", "-nx=16", "-ny=17", "-nz=19", "-steps=90", "-order=8", "-sponge=3", "-shots=2"],
                  oracle.wave((19, 17, 16), 8, 90, 2, 3)),
}
Field = NDArray[np.float64]
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", drawn(list(CASES), 2))
def test_objective_and_gradient_equal_the_oracle(name: str, tmp_path: Path) -> None:
    options, case = CASES[name]
    report = run("wave", "openmp", *options, "-gradient", f"-dump={tmp_path / 'out'}", threads=1)
    assert report["objective"] == pytest.approx(case.value(), rel=1e-10)
    found = np.load(tmp_path / "out.velocity.derivative.npy")
    assert found.shape == case.inputs["velocity"].shape
    assert report["gradient_norm"] == pytest.approx(float(np.sqrt(np.sum(found**2))), rel=1e-12)
    random = np.random.default_rng(7)
    largest = np.unravel_index(np.abs(found).argmax(), found.shape)
    for at in [tuple(map(int, largest)), *(tuple(int(random.integers(n)) for n in found.shape) for _ in range(8))]:
        assert found[at] == pytest.approx(case.derivative("velocity", at), rel=1e-8, abs=1e-11 * np.abs(found).max()), at


@pytest.mark.parametrize("name", drawn(list(CASES), 2))
def test_every_target_and_thread_count_gives_the_same_bits(name: str) -> None:
    options, _ = CASES[name]
    runs = [("seq", 1), ("openmp", 1), ("openmp", 2), ("openmp", 3), ("checked", 1)]
    reports = [run("wave", target, *options, "-gradient", threads=threads) for target, threads in runs]
    assert len({(r["objective"], r["gradient_norm"], r["gradient_hash"]) for r in reports}) == 1


def test_flushed_fronts_give_the_same_bits_everywhere() -> None:
    """The foot of the wave is subnormal on a ring of points; with the option it is zero there, which changes some bits, and the same ones everywhere."""
    options = ["-nx=1100", "-ny=40", "-steps=280", "-order=4", "-source-x=30", "-sponge=4", "-gradient"]
    runs = [("seq", 1), ("openmp", 1), ("openmp", 2), ("openmp", 3)]
    reports = [run("wave", target, *options, "-OPS_FLUSH_SUBNORMALS", threads=threads) for target, threads in runs]
    assert len({(r["objective"], r["gradient_norm"], r["gradient_hash"]) for r in reports}) == 1
    kept = run("wave", "openmp", *options)
    assert kept["gradient_hash"] != reports[0]["gradient_hash"]
    assert kept["gradient_norm"] == pytest.approx(reports[0]["gradient_norm"], rel=1e-12)


@pytest.mark.parametrize("name", drawn(list(CASES), 2))
def test_gradient_follows_the_objective_and_is_the_transpose_of_the_tangent(name: str) -> None:
    report = run("wave", "openmp", *CASES[name][0], "-taylor", threads=1)
    assert report["taylor"] == report["dot"] == "passed"


@pytest.mark.parametrize("name", ["2d-order8", "3d-order4"])
def test_memory_is_flat_over_gradients_and_all_have_the_same_bits(name: str) -> None:
    options, _ = CASES[name]
    report = run("wave", "openmp", *options, "-gradient", "-repeat=40", threads=1)
    assert abs(report["memory_growth"]) < 4000  # allocators round; 200 bytes per gradient would be seen
    assert report["gradient_hash"] == run("wave", "openmp", *options, "-gradient")["gradient_hash"]


def test_no_loop_runs_the_reference() -> None:
    for name in ("2d-order8", "3d-order4"):
        result = subprocess.run([executable("wave", "openmp"), *CASES[name][0], "-gradient"], capture_output=True, text=True)
        assert result.returncode == 0 and "reference" not in result.stdout + result.stderr


# --- the exact solution in a medium without borders ------------------------------------------------------------------

SPEED, FREQUENCY, DISTANCE, SIDE, END = 2.0, 12.0, 0.28, 1.0, 0.36  # [km/s], [Hz], [km], [km], [s]


def wavelet(t: Field) -> Field:
    a = (np.pi * FREQUENCY * (t - 1.5 / FREQUENCY)) ** 2
    return np.asarray((1 - 2 * a) * np.exp(-a))


def exact(dims: int, t: Field) -> Field:
    """Where a point source s(t) is DISTANCE away: u_tt / c² = Laplacian u + s(t) delta."""
    late = DISTANCE / SPEED
    if dims == 3:
        return np.asarray(wavelet(t - late) * (t > late) / (4 * np.pi * DISTANCE))
    theta = np.linspace(0.0, np.arccosh(END / late), 1500)
    inner = np.where(t[:, None] > late * np.cosh(theta), wavelet(t[:, None] - late * np.cosh(theta)), 0.0)
    return np.asarray(np.trapz(inner, theta, axis=1) / (2 * np.pi))


def trace(dims: int, order: int, points: int, steps: int, folder: Path) -> Field:
    """The receiver below the source, at times END / steps .. END."""
    h = SIDE / points
    above = round((SIDE - DISTANCE) / 2 / h)
    below = above + round(DISTANCE / h)
    sizes = [f"-{axis}={points + 1}" for axis in ("nx", "ny", "nz")[:dims]]
    run("wave", "openmp", f"-dims={dims}", f"-order={order}", *sizes, f"-steps={steps}", f"-dt={END / steps!r}", f"-spacing={h!r}",
        "-uniform", "-sponge=0", f"-source-x={points // 2}", f"-source-depth={above}", f"-receiver-depth={below}",
        f"-dump={folder / 'out'}", "-OPS_AD=0", threads=1)
    rows = np.load(folder / "out.traces.values.npy")
    return np.asarray(rows.reshape(steps, points + 1)[:, points // 2])


def error(dims: int, order: int, points: int, steps: int, folder: Path) -> float:
    """Largest, relative, of what two time steps extrapolate to: only the error in space is left."""
    coarse, fine = trace(dims, order, points, steps, folder), trace(dims, order, points, 2 * steps, folder)
    expected = exact(dims, END / steps * np.arange(1, steps + 1))
    return float(np.abs((4 * fine[1::2] - coarse) / 3 - expected).max() / np.abs(expected).max())


@pytest.mark.parametrize(("dims", "order", "points", "steps", "bound"), drawn([
    (2, 2, (100, 200), 500, 0.03), (2, 4, (50, 100), 500, 0.006), (2, 8, (100, 150), 800, 2.5e-6), (3, 8, (50, 75), 200, 7e-4)], 2))
def test_order_of_convergence_to_the_exact_solution(
        dims: int, order: int, points: tuple[int, int], steps: int, bound: float, tmp_path: Path) -> None:
    errors = [error(dims, order, n, steps, tmp_path) for n in points]
    rate = np.log(errors[0] / errors[1]) / np.log(points[1] / points[0])
    assert order - (0.4 if dims == 2 else 1.0) < rate < order + 0.4  # in the volume grids are coarse, and the rate still grows
    assert errors[1] < bound


def test_source_and_receiver_can_change_places(tmp_path: Path) -> None:
    """Through layers, from (30, 15) to (60, 70) and back: the same trace to rounding."""
    def at(source_x: int, source_depth: int, receiver_x: int, receiver_depth: int) -> Field:
        run("wave", "openmp", "-nx=90", "-ny=85", "-steps=400", f"-source-x={source_x}", f"-source-depth={source_depth}",
            f"-receiver-depth={receiver_depth}", f"-dump={tmp_path / 'out'}", threads=1)
        return np.asarray(np.load(tmp_path / "out.traces.values.npy")[:, receiver_x])

    there, back = at(30, 15, 60, 70), at(60, 70, 30, 15)
    assert np.abs(there).max() > 1e-3
    np.testing.assert_allclose(back, there, rtol=0, atol=1e-12 * np.abs(there).max())


@pytest.mark.parametrize(("option", "told"), [
    ("-dims=4", "-dims=4: two or three"),
    ("-order=6", "-order=6: 2, 4 or 8"),
    ("-nx=20", "axis 0 has 20 points: -sponge=10 needs at least 23"),
    ("-receiver-depth=95", "-receiver-depth=95: must be from 10 to 89, outside of the sponge"),
    ("-shots=2 -source-x=50", "-source-x places one shot: not with -shots=2"),
    ("-nz=30", "-nz=30: no such option"),
])
def test_wrong_options_are_named(option: str, told: str) -> None:
    result = subprocess.run([executable("wave", "seq"), *option.split()], capture_output=True, text=True)
    assert result.returncode == 1
    assert told in result.stderr


# --- inversion -------------------------------------------------------------------------------------------------------

INVERSION = ["-nx=60", "-ny=60", "-order=4", "-steps=270", "-shots=6", "-inversion"]


def test_inversion_recovers_the_slow_lens_in_a_layered_model(tmp_path: Path) -> None:
    report = run("wave", "openmp", *INVERSION, "-iterations=12", f"-output={tmp_path / 'lens'}", threads=1)
    assert report["misfit_reduction"] < 1e-3  # 3.5e-4 when this was written
    assert report["correlation"] > 0.9  # 0.928
    assert len(report["misfits"]) == 13 and sorted(report["misfits"], reverse=True) == report["misfits"]
    true, initial, recovered = (np.load(tmp_path / f"lens.{name}.npy")[0] for name in ("true", "initial", "recovered"))
    at = np.unravel_index((recovered - initial).argmin(), initial.shape)
    assert np.hypot(at[0] - 29.5, at[1] - 29.5) < 6 and 0.15 < (initial - recovered)[at] < 0.4  # it is 0.3 km/s slower at (29.5, 29.5)
    assert np.corrcoef((recovered - initial).ravel(), (true - initial).ravel())[0, 1] > 0.85
    assert np.load(tmp_path / "lens.traces.npy").shape == (1, 270, 60)
    draw(tmp_path / "lens")


def draw(prefix: Path) -> None:
    pytest.importorskip("matplotlib")
    picture = Path(f"{prefix}.png")
    subprocess.run([sys.executable, ROOT / "apps" / "wave" / "picture.py", prefix, picture], check=True, timeout=300)
    assert picture.stat().st_size > 20000


def test_inversion_goes_the_same_way_with_any_number_of_threads() -> None:
    reports = [run("wave", "openmp", *INVERSION, "-iterations=2", threads=n) for n in (1, 3)]
    assert reports[0]["misfits"] == reports[1]["misfits"] and reports[0]["correlation"] == reports[1]["correlation"]


def test_inversion_of_a_volume_begins_well(tmp_path: Path) -> None:
    sizes = ["-dims=3", "-nx=24", "-ny=24", "-nz=24", "-steps=130", "-sponge=4", "-order=4", "-shots=2"]
    report = run("wave", "openmp", *sizes, "-inversion", "-iterations=3", f"-output={tmp_path / 'lens'}", threads=1)
    assert report["misfit_reduction"] < 0.5 and report["correlation"] > 0.1
    draw(tmp_path / "lens")
