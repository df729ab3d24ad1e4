"""Lattice Boltzmann: known flows, gradients against NumPy with a complex step, the same bits for every target and layout."""

from __future__ import annotations

import subprocess
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.apps.apps_test import executable, run
from tests.apps.oracle import LatticeFlow, lattice

Field = NDArray[np.float64]
CASES = {
    "cavity": LatticeFlow((17, 20), 30),
    "cavity-tiny": LatticeFlow((3, 3), 5),
    "cavity-narrow": LatticeFlow((64, 3), 4),
    "cavity-obstacle": LatticeFlow((19, 18), 25, radius=4.2),
    "cavity-drag": LatticeFlow((19, 18), 25, radius=4.2, drag=True),
    "channel": LatticeFlow((16, 13), 20, channel=True, speed=0.08, reynolds=20.0),
    "channel-drag": LatticeFlow((17, 23), 30, channel=True, radius=3.0, drag=True),
    "box": LatticeFlow((9, 11, 10), 8),
    "box-drag": LatticeFlow((11, 9, 10), 8, radius=2.0, drag=True),
    "plates": LatticeFlow((8, 5, 7), 9, channel=True),
    "plates-drag": LatticeFlow((10, 9, 8), 8, channel=True, radius=1.6, drag=True),
}


@pytest.mark.parametrize("name", CASES)
def test_objective_and_gradient_equal_the_oracle(name: str, tmp_path: Path) -> None:
    flow = CASES[name]
    case = flow.case()
    report = run("lbm", "openmp", *flow.options(), "-gradient", f"-dump={tmp_path / 'out'}", threads=1)
    assert report["objective"] == pytest.approx(case.value(), rel=1e-11)
    random = np.random.default_rng(7)
    for dataset, field in case.inputs.items():
        found = np.load(tmp_path / f"out.{dataset}.derivative.npy")
        assert found.shape == field.shape
        largest = np.unravel_index(np.abs(found).argmax(), found.shape)
        for at in [tuple(map(int, largest)), *(tuple(int(random.integers(n)) for n in found.shape) for _ in range(5))]:
            assert found[at] == pytest.approx(case.derivative(dataset, at), rel=1e-9, abs=1e-12 * np.abs(found).max()), (dataset, at)


@pytest.mark.parametrize("name", CASES)
def test_every_target_layout_and_thread_count_gives_the_same_bits(name: str) -> None:
    runs = [("lbm", "seq", 1), ("lbm", "openmp", 1), ("lbm", "openmp", 3), ("lbm_aos", "seq", 1), ("lbm_aos", "openmp", 2), ("lbm", "checked", 1)]
    reports = [run(app, target, *CASES[name].options(), "-gradient", threads=threads) for app, target, threads in runs]
    assert len({(r["objective"], r["gradient_norm"], r["gradient_hash"]) for r in reports}) == 1


@pytest.mark.parametrize("flow", [LatticeFlow((201, 330), 3), LatticeFlow((35, 43, 70), 2, channel=True, radius=9.0, drag=True)],
                         ids=["plane", "volume"])
def test_larger_fields_give_the_same_bits(flow: LatticeFlow) -> None:
    """Many pieces per thread, rows that no tile divides, and the size limit of streaming stores passed by the tape."""
    runs = [("lbm", "seq", 1), *(("lbm", "openmp", n) for n in (1, 2, 3, 4)), ("lbm_aos", "openmp", 2)]
    reports = [run(app, target, *flow.options(), "-gradient", threads=threads) for app, target, threads in runs]
    assert len({(r["objective"], r["gradient_hash"]) for r in reports}) == 1


@pytest.mark.parametrize("app", ["lbm", "lbm_aos"])
@pytest.mark.parametrize("name", ["cavity", "channel-drag", "plates-drag"])
def test_gradient_follows_the_objective_and_is_the_transpose_of_the_tangent(app: str, name: str) -> None:
    report = run(app, "openmp", *CASES[name].options(), "-taylor", threads=1)
    assert report["taylor"] == report["dot"] == "passed"


@pytest.mark.parametrize("name", ["cavity", "plates-drag"])
def test_memory_is_flat_over_gradients_and_all_have_the_same_bits(name: str) -> None:
    options = CASES[name].options()
    report = run("lbm", "openmp", *options, "-gradient", "-repeat=40", threads=1)
    assert abs(report["memory_growth"]) < 4000  # allocators round; 200 bytes per gradient would be seen
    assert report["gradient_hash"] == run("lbm", "openmp", *options, "-gradient")["gradient_hash"]


@pytest.mark.parametrize("app", ["lbm", "lbm_aos"])
@pytest.mark.parametrize("name", ["cavity-drag", "box"])
def test_no_loop_runs_the_reference(app: str, name: str) -> None:
    result = subprocess.run([executable(app, "openmp"), *CASES[name].options(), "-gradient"], capture_output=True, text=True)
    assert result.returncode == 0 and "reference" not in result.stdout + result.stderr


# --- known flows -----------------------------------------------------------------------------------------------------

def distributions(flow: LatticeFlow, folder: Path) -> Field:
    """At the end, without halos."""
    run("lbm", "openmp", *flow.options(), f"-dump={folder / 'out'}", "-OPS_AD=0")
    name = "f" if flow.steps % 2 == 0 else "f2"
    inside = (slice(None), *(slice(1, -1) for _ in flow.shape))
    return np.asarray(np.load(folder / f"out.{name}.values.npy")[inside])


def velocity(flow: LatticeFlow, folder: Path) -> Field:
    return np.asarray(flow.flow(distributions(flow, folder).astype(complex), -0.5)[1].real)


def profile_error(height: int, relaxation: float, steps: int, folder: Path) -> float:
    """Of the velocity along a channel, relative to that in the middle; the flow starts at rest and is let come to its end."""
    viscosity, speed = (relaxation - 0.5) / 3, 0.01
    flow = LatticeFlow((height + 2, 4), steps, channel=True, speed=speed, reynolds=speed * height / viscosity, ripple=0.0)
    u = velocity(flow, folder)[0, 1:-1]
    y = np.arange(height) + 0.5
    parabola = 4 * speed * y * (height - y) / height**2
    assert np.ptp(u, axis=1).max() < 1e-14
    return float(np.abs(u[:, 0] - parabola).max() / speed)


def test_flow_in_a_channel_is_the_parabola(tmp_path: Path) -> None:
    """Exactly where (tau - 1/2)² = 3/16, as the walls are where they should be then."""
    assert profile_error(12, 0.5 + np.sqrt(3 / 16), 12000, tmp_path) < 1e-10


def test_the_error_of_a_channel_shrinks_with_the_square_of_the_cells(tmp_path: Path) -> None:
    errors = [profile_error(n, 1.2, steps, tmp_path) for n, steps in ((8, 2000), (16, 6000))]
    assert errors[0] / errors[1] == pytest.approx(4.0, rel=0.01)


def test_flow_between_plates_is_the_parabola(tmp_path: Path) -> None:
    viscosity, speed, height = np.sqrt(3 / 16) / 3, 0.01, 6
    flow = LatticeFlow((height + 2, 3, 3), 4000, channel=True, speed=speed, reynolds=speed * height / viscosity, ripple=0.0)
    u = velocity(flow, tmp_path)
    y = np.arange(height) + 0.5
    np.testing.assert_allclose(u[0, 1:-1, 1, 1], 4 * speed * y * (height - y) / height**2, atol=1e-10 * speed)
    assert np.abs(u[1:, 1:-1]).max() < 1e-10 * speed


def test_drag_balances_what_drives_the_flow(tmp_path: Path) -> None:
    """In the long run all momentum that the force gives is taken by the obstacle and the walls; here the walls are far and take less."""
    flow = LatticeFlow((33, 24), 6000, channel=True, radius=6.0, speed=0.02, reynolds=5.0, ripple=0.0)
    late, early = (run("lbm", "openmp", *LatticeFlow(flow.shape, steps, channel=True, radius=6.0, drag=True, speed=0.02, reynolds=5.0,
                                                     ripple=0.0).options(), "-OPS_AD=0")["objective"] * steps for steps in (6001, 6000))
    drag = late - early  # of the last step alone
    f, (velocities, _) = distributions(flow, tmp_path), lattice(2)
    kind = flow.kind()
    at_walls = 0.0
    for row, side in ((0, 1), (-1, -1)):  # twice what the walls send back, along axis 0
        at_walls += sum(2 * c[0] * f[q, row + side].sum() for q, c in enumerate(velocities) if c[1] == -side)
    assert drag + at_walls == pytest.approx(flow.force * (kind == 0).sum(), rel=1e-6)
    assert drag > at_walls > 0


@pytest.mark.parametrize("flow", [LatticeFlow((21, 24), 101), LatticeFlow((21, 24), 100, radius=5.0), LatticeFlow((9, 10, 12), 50),
                                  LatticeFlow((17, 12), 100, channel=True, radius=3.0)],
                         ids=["cavity", "obstacle", "box", "channel"])
def test_no_mass_is_lost(flow: LatticeFlow, tmp_path: Path) -> None:
    """All that is in fluid, and in walls on its way back; walls get from beyond what they once sent there."""
    start = flow.start().real[(slice(None), *(slice(1, -1) for _ in flow.shape))]
    still = LatticeFlow(flow.shape, flow.steps, flow.channel, flow.radius, ripple=0.0)
    mass = distributions(still, tmp_path).sum()
    assert mass == pytest.approx(np.prod(flow.shape), rel=1e-13)
    if flow.channel:
        assert distributions(flow, tmp_path).sum() == pytest.approx(start.sum(), rel=1e-5)  # ripples beyond the walls differ


def test_the_lids_direction_only_mirrors_the_flow(tmp_path: Path) -> None:
    there, back = (velocity(LatticeFlow((20, 21), 150, speed=speed, reynolds=100.0, ripple=0.0), tmp_path) for speed in (0.05, -0.05))
    np.testing.assert_allclose(back[0], -there[0][:, ::-1], atol=1e-14)
    np.testing.assert_allclose(back[1], there[1][:, ::-1], atol=1e-14)


def test_the_cavity_at_reynolds_100_has_its_known_extrema(tmp_path: Path) -> None:
    """Ghia, Ghia and Shin (1982): u = -0.2109 at y = 0.4531 on the vertical centre line; others found -0.2140 at 0.458."""
    flow = LatticeFlow((67, 67), 9000, speed=0.08, ripple=0.0)
    u = velocity(flow, tmp_path)[0, 1:-1, 33] / flow.speed
    lowest = int(u.argmin())
    assert u[lowest] == pytest.approx(-0.2125, abs=0.004)
    assert (lowest + 0.5) / 65 == pytest.approx(0.455, abs=0.02)


@pytest.mark.parametrize(("option", "told"), [
    ("-dims=4", "-dims=4: two or three"),
    ("-nx=2", "-nx=2: needs an integer of at least 3"),
    ("-problem=pipe", "-problem=pipe: cavity or channel"),
    ("-objective=lift", "-objective=lift: energy or drag"),
    ("-objective=drag", "-objective=drag needs an obstacle: -radius=<cells>"),
    ("-radius=31", "the obstacle must have cells, and two before each end of axis 0, which has 64"),
    ("-radius=0.1", "the obstacle must have cells, and two before each end of axis 0, which has 64"),
    ("-velocity=0", "-velocity is not zero, and -reynolds is positive"),
    ("-nz=30", "-nz=30: no such option"),
])
def test_wrong_options_are_named(option: str, told: str) -> None:
    result = subprocess.run([executable("lbm", "seq"), *option.split()], capture_output=True, text=True)
    assert result.returncode == 1
    assert told in result.stderr
