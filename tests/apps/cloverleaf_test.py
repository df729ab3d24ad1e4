"""CloverLeaf: the published kinetic energy, gradients against finite differences of whole runs, the same bits everywhere."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import numpy as np
import pytest

from tests.apps.apps_test import executable, run
from tests.tier import FULL, drawn

INPUTS = Path(__file__).parents[2] / "apps" / "cloverleaf" / "inputs"
SMALL = [f"-input={Path(__file__).parent / 'cloverleaf_stable.in'}", "-ripple=0.01"]  # time steps: two that grow, then stable ones
MODES = ["frozen", "differentiated"]


@pytest.mark.parametrize("target", ["seq", "openmp", "checked"])
def test_kinetic_energy_is_the_published_one(target: str) -> None:
    report = run("cloverleaf", target, f"-input={INPUTS / 'clover_10x2.in'}")
    assert report["test_problem"] == "passed"
    assert report["objective"] == pytest.approx(1.82280367310258, rel=1e-13)
    assert report["steps"] == 75


@pytest.mark.parametrize(("name", "cells", "steps", "problem"), [
    ("clover_960", 960, 87, 2), ("clover_960_long", 960, 2955, 3), ("clover_3840", 3840, 87, 4), ("clover_3840_long", 3840, 2955, 5)])
def test_larger_inputs_are_the_published_problems(name: str, cells: int, steps: int, problem: int) -> None:
    """Too long to run here: README.md has what they gave. That they are read is seen on fewer cells, where the kinetic energy is another."""
    lines = (line.replace("=", " ").split() for line in (INPUTS / f"{name}.in").read_text().splitlines())
    words = dict(line for line in lines if len(line) == 2)
    assert [int(words[word]) for word in ("x_cells", "y_cells", "end_step", "test_problem")] == [cells, cells, steps, problem]
    report = run("cloverleaf", "openmp", f"-input={INPUTS / f'{name}.in'}", "-x_cells=24", "-y_cells=24", "-end_step=2", threads=1)
    assert report["steps"] == 2 and report["test_problem"] == "failed"
    assert report["mass"] == pytest.approx(0.2 * 100 + 0.8 * 10, rel=0.05)


def test_no_mass_goes_through_walls(tmp_path: Path) -> None:
    """Long after shocks have met all of them, on a grid so coarse that a leak would be large. Nodes at a wall stay at it."""
    report = run("cloverleaf", "openmp", "-x_cells=40", "-y_cells=40", f"-dump={tmp_path / 'out'}", threads=1)
    assert report["time"] >= 15.5
    assert report["mass"] == pytest.approx(0.2 * 100 + 0.8 * 10, rel=1e-12)
    along_x, along_y = (np.load(tmp_path / f"out.{name}.values.npy")[2:43, 2:43] for name in ("xvel0", "yvel0"))
    assert np.abs(along_x).max() > 0.3
    assert np.abs(along_x[:, [0, -1]]).max() < 1e-15 and np.abs(along_y[[0, -1]]).max() < 1e-15


@pytest.mark.parametrize("mode", MODES)
def test_every_target_and_thread_count_gives_the_same_bits(mode: str) -> None:
    options = [*SMALL, "-end_step=4", f"-time-step={mode}", "-gradient"]
    runs = [("seq", 1), ("checked", 1), *(("openmp", threads) for threads in (1, 2, 3, 4))]
    reports = [run("cloverleaf", target, *options, threads=threads) for target, threads in runs]
    assert len({(r["objective"], r["mass"], r["gradient_hash"]) for r in reports}) == 1


def test_derivatives_follow_the_time_step_only_if_asked_to() -> None:
    norms = [run("cloverleaf", "seq", *SMALL, "-end_step=4", "-gradient", f"-time-step={mode}")["gradient_norm"] for mode in MODES]
    assert abs(norms[0] - norms[1]) > 0.1 * norms[0]


def test_bytes_are_those_of_one_run() -> None:
    """As the loops count them: the same for every run of a process, more with the reverse sweep, in proportion to the points."""
    once, twice, primal, large = (
        run("cloverleaf", "openmp", "-x_cells=40", f"-y_cells={rows}", "-end_step=3", *words, threads=1)["model_bytes"]
        for rows, words in [(40, ["-gradient"]), (40, ["-gradient", "-repeat=2"]), (40, ["-OPS_AD=0"]), (80, ["-OPS_AD=0"])])
    assert once == twice > 1.5 * primal
    assert large == pytest.approx(2 * primal, rel=0.1)


def test_loops_that_run_again_have_rows_of_their_own() -> None:
    """Three states for eight steps: 11 run again where the number of steps is known, r l - C(s + r, s + 1) with r = 2."""
    options = ["-x_cells=20", "-y_cells=16", "-ripple=0.01", "-end_step=8", "-gradient", "-repeat=2"]
    kept, again = (run("cloverleaf", "openmp", *options, "-OPS_DIAGS=2", *more) for more in ([], ["-slots=3"]))
    for report, expected in ((kept, 0), (again, 11)):
        calls = {(loop["name"], loop["pass"]): loop["calls"] for loop in report["loops"]}
        assert calls["accelerate", "forward"] == calls["accelerate", "reversed"] == 8
        assert calls.get(("accelerate", "again"), 0) == expected
    assert again["model_bytes"] > 1.3 * kept["model_bytes"]


def test_the_second_gradient_equals_the_first() -> None:
    options = [*SMALL, "-end_step=3", "-gradient", "-time-step=differentiated"]
    once, twice = run("cloverleaf", "openmp", *options), run("cloverleaf", "openmp", *options, "-repeat=2")
    assert once["gradient_hash"] == twice["gradient_hash"]


BOUNDED = ["-x_cells=20", "-y_cells=16", "-ripple=0.01"]  # time steps at their upper bound


@pytest.mark.parametrize(("options", "steps", "mode"), [
    *((SMALL, steps, mode) for steps in drawn((1, 2, 3), 1) for mode in MODES), *((BOUNDED, 10, mode) for mode in MODES)])
def test_gradient_follows_the_objective_and_is_the_transpose_of_the_tangent(options: list[str], steps: int, mode: str) -> None:
    """Longer runs meet kinks: there the finite differences below have steps that are short enough."""
    report = run("cloverleaf", "openmp", *options, f"-end_step={steps}", f"-time-step={mode}", "-taylor")
    assert report["taylor"] == "passed"
    assert report["dot"] == "passed"


CELLS = [(3, 2), (9, 3), (10, 4), (14, 7)]


def deck(steps: int, extra: str = "", bound: float = 0.04, cells: tuple[int, int] = (20, 10)) -> str:
    """Rectangles over each other, and `extra` on top. Time steps are at most `bound`, which the flow makes shorter where it is large."""
    return f"""*clover
 state 1 density=0.2 energy=1.0
 state 2 density=1.0 energy=2.5 geometry=rectangle xmin=0.0 xmax=10.0 ymin=0.0 ymax=4.0
 {extra}
 x_cells={cells[0]}
 y_cells={cells[1]}
 xmin=0.0
 xmax={cells[0]}
 ymin=0.0
 ymax={cells[1]}
 initial_timestep={bound}
 max_timestep={bound}
 end_step={steps}
*endclover
"""


@pytest.mark.parametrize(("steps", "size", "places"), drawn([*((n, (20, 10), CELLS) for n in (1, 2, 3, 10, 20)), (87, (96, 96), [(9, 3), (31, 20)])], 2))
@pytest.mark.parametrize(("mode", "bound"), [("frozen", 0.04), ("differentiated", 5.0)])
def test_gradient_agrees_with_finite_differences_of_whole_runs(
        steps: int, size: tuple[int, int], places: list[tuple[int, int]], mode: str, bound: float, tmp_path: Path) -> None:
    """A cell's density or energy at the start is moved by a state of its own: no derivative code takes part in these runs, which find their
    time steps anew. So frozen time steps have to be those of the bound; others follow the state in every step."""
    base = {"density": 0.37, "energy": 1.3}

    def energy(cell: tuple[int, int], *options: str, **moved: float) -> float:
        values = {**base, **moved}
        x, y = cell
        extra = (f"state 3 density={values['density']!r} energy={values['energy']!r} geometry=rectangle "
                 f"xmin={x} xmax={x + 1} ymin={y} ymax={y + 1}")
        (tmp_path / "clover.in").write_text(deck(steps, extra, bound, size))
        return float(run("cloverleaf", "openmp", f"-input={tmp_path / 'clover.in'}", "-ripple=0.02", *options, threads=1)["objective"])

    h = 1e-6
    for cell in places:
        energy(cell, "-gradient", f"-time-step={mode}", f"-dump={tmp_path / 'out'}")
        x, y = cell
        wave = {"density": 1.0 + 0.02 * np.sin(0.7 * x + 0.3) * np.cos(0.5 * y + 0.1),
                "energy": 1.0 + 0.02 * np.cos(0.6 * x + 0.2) * np.sin(0.8 * y + 0.5)}
        for name in base:
            found = np.load(tmp_path / f"out.{name}0.derivative.npy")
            difference = (energy(cell, **{name: base[name] + h}) - energy(cell, **{name: base[name] - h})) / (2 * h)
            expected = found[y + 2, x + 2] * wave[name]
            assert difference == pytest.approx(expected, rel=1e-6, abs=1e-6 * np.abs(found).max()), (cell, name)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("app", "close"), [("cloverleaf", 1e-12), *([("cloverleaf_float", 1e-5)] if FULL else [])])
def test_kinetic_energy_is_the_sum_of_its_derivatives_times_densities(app: str, close: float, mode: str, tmp_path: Path) -> None:
    """The equations are homogeneous. Twice the density everywhere is twice the kinetic energy, in steps of the same length. Twice the internal
    energy is twice the kinetic energy, too, in steps that are shorter by the square root of two, which derivatives see only where they follow
    the time steps. Both hold to the last digits, as no branch changes: at kinks as well."""
    (tmp_path / "clover.in").write_text(deck(87, "", 5.0, (96, 96)))  # the flow limits every step
    report = run(app, "openmp", f"-input={tmp_path / 'clover.in'}", f"-time-step={mode}", "-gradient", f"-dump={tmp_path / 'out'}")
    start = {"density": np.full((96, 96), 0.2), "energy": np.full((96, 96), 1.0)}
    start["density"][:4, :10], start["energy"][:4, :10] = 1.0, 2.5
    sums = {name: float((values * np.load(tmp_path / f"out.{name}0.derivative.npy")[2:98, 2:98]).sum()) for name, values in start.items()}
    assert sums["density"] == pytest.approx(report["objective"], rel=close)
    if mode == "differentiated":
        assert sums["energy"] == pytest.approx(report["objective"], rel=close)
    else:
        assert abs(sums["energy"] / report["objective"] - 1.0) > 0.01


@pytest.mark.parametrize(("mode", "bound", "asked"), drawn([
    ("frozen", 1e-3, "taylor,dot,loops,poison"), ("differentiated", 1e-3, "taylor,dot,loops,poison"), ("differentiated", 5.0, "dot,loops,poison")], 1))
def test_checks_pass_after_87_steps(mode: str, bound: float, asked: str, tmp_path: Path) -> None:
    """The Taylor test moves all cells. In steps that are limited by the flow some of them then meet the jump of the viscosity where a cell
    begins to be compressed; in short steps it is too small to be seen, and the order is two."""
    (tmp_path / "clover.in").write_text(deck(87, "", bound, (96, 96)))
    command = [executable("cloverleaf", "openmp"), f"-input={tmp_path / 'clover.in'}", "-ripple=0.02", f"-time-step={mode}", "-gradient",
               f"-OPS_AD_CHECK={asked}"]
    result = subprocess.run(command, capture_output=True, text=True, timeout=300, env={**os.environ, "OMP_NUM_THREADS": "2"})
    assert result.returncode == 0, result.stdout + result.stderr
    assert "failed" not in result.stdout and "WRONG" not in result.stdout and "not possible" not in result.stdout, result.stdout
    assert all(f"{test} test" in result.stdout for test in ("Loop", "Dot-product", "Poison"))
    assert ("Taylor test" in result.stdout) == ("taylor" in asked)


@pytest.mark.parametrize(("line", "told"), [
    ("x_cels=20", ":4: 'x_cels' is no word of clover.in"),
    ("x_cells=many", ":4: 'x_cells' needs a number, not 'many'"),
    ("state 4 density=1.0", ":4: states must be numbered 1, 2, .."),
    ("state 3 geometry=torus", ":4: geometry is rectangle, circle or point"),
])
def test_wrong_input_is_named(line: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "clover.in").write_text(deck(1, line))
    result = subprocess.run([executable("cloverleaf", "seq"), f"-input={tmp_path / 'clover.in'}"], capture_output=True, text=True)
    assert result.returncode == 1
    assert told in result.stderr
