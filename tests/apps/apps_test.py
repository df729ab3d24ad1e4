"""Every application at a small size: against NumPy with a complex step, across targets, threads and blocks."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.apps import oracle
from tests.sanitized import sanitized

BUILD = Path(os.environ.get("OPSGRAD_BUILD", Path(__file__).parents[2] / "build" / "release"))

CASES: dict[str, tuple[str, list[str], oracle.Case]] = {
    "poisson": ("poisson", ["-sizex=23", "-sizey=17", "-iters=9"], oracle.poisson(23, 17, 9)),
    "poisson-even": ("poisson", ["-sizex=33", "-sizey=8", "-iters=12"], oracle.poisson(33, 8, 12)),
    "poisson-cubic": ("poisson", ["-sizex=23", "-sizey=17", "-iters=9", "-cubic"], oracle.poisson(23, 17, 9, True)),
    "poisson-fixed-point": ("poisson", ["-sizex=33", "-sizey=8", "-iters=12", "-fixed-point"], oracle.poisson(33, 8, 12)),
    "stencil3": ("stencil1d", ["-size=101", "-points=3", "-sweeps=11"], oracle.stencil1d(101, 3, 11, False)),
    "stencil3-nonlinear": (
        "stencil1d", ["-size=101", "-points=3", "-sweeps=11", "-nonlinear"], oracle.stencil1d(101, 3, 11, True)),
    "stencil17": ("stencil1d", ["-size=77", "-points=17", "-sweeps=6"], oracle.stencil1d(77, 17, 6, False)),
    "stencil17-nonlinear": (
        "stencil1d", ["-size=77", "-points=17", "-sweeps=6", "-nonlinear"], oracle.stencil1d(77, 17, 6, True)),
    "burgers": ("burgers", ["-size=21", "-steps=7"], oracle.burgers(21, 7)),
}


def executable(app: str, target: str) -> Path:
    return BUILD / "apps" / app.removesuffix("_float").removesuffix("_aos") / f"{app}_{target}"


def run(app: str, target: str, *options: str, threads: int = 2) -> dict[str, Any]:
    environment = {**os.environ, "OMP_NUM_THREADS": str(threads)}
    result = subprocess.run(
        [executable(app, target), *options, "-json"], capture_output=True, text=True, env=environment, timeout=300)
    assert result.returncode == 0, result.stdout + result.stderr
    report: dict[str, Any] = json.loads(result.stdout.splitlines()[-1])
    return report


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("target", ["seq", "openmp"])
def test_objective_and_gradient_equal_the_oracle(name: str, target: str, tmp_path: Path) -> None:
    app, options, case = CASES[name]
    report = run(app, target, *options, "-gradient", f"-dump={tmp_path / 'out'}")
    assert report["objective"] == pytest.approx(case.value(), rel=1e-12)
    random = np.random.default_rng(7)
    for dataset, field in case.inputs.items():
        found = np.load(tmp_path / f"out.{dataset}.derivative.npy")
        assert found.shape == field.shape
        scale = float(np.abs(found).max())
        for _ in range(12):
            at = tuple(int(random.integers(n)) for n in field.shape)
            assert found[at] == pytest.approx(case.derivative(dataset, at), rel=1e-9, abs=1e-12 * scale), (dataset, at)


@pytest.mark.parametrize("name", CASES)
def test_every_target_and_thread_count_gives_the_same_bits(name: str) -> None:
    app, options, _ = CASES[name]
    expected = run(app, "seq", *options, "-gradient")
    for target, threads in [("openmp", 1), ("openmp", 2), ("openmp", 3), ("openmp", 4), ("checked", 1)]:
        report = run(app, target, *options, "-gradient", threads=threads)
        for quantity in ("objective", "gradient_norm", "gradient_hash"):
            assert report[quantity] == expected[quantity], (target, threads, quantity)


@pytest.mark.parametrize("options", [
    ["poisson", "-sizex=300", "-sizey=200", "-iters=4"],
    ["stencil1d", "-size=20000", "-points=17", "-sweeps=3", "-nonlinear"],
    ["burgers", "-size=150", "-steps=3"],
], ids=lambda options: str(options[0]))
def test_larger_fields_give_the_same_bits(options: list[str]) -> None:
    """Several reduction blocks and many rows per thread."""
    app, *rest = options
    reports = [run(app, "openmp", *rest, "-gradient", threads=n) for n in (1, 2, 3, 4)]
    assert len({(r["objective"], r["gradient_hash"]) for r in [run(app, "seq", *rest, "-gradient"), *reports]}) == 1


@pytest.mark.parametrize("name", CASES)
def test_gradient_follows_the_objective_and_is_the_transpose_of_the_tangent(name: str) -> None:
    app, options, _ = CASES[name]
    report = run(app, "openmp", *options, "-taylor")
    assert report["taylor"] == "passed"
    assert report.get("dot") == (None if "-fixed-point" in options else "passed")  # an external function has no tangent


@pytest.mark.parametrize("name", CASES)
def test_the_second_gradient_equals_the_first(name: str) -> None:
    app, options, _ = CASES[name]
    once, thrice = run(app, "openmp", *options, "-gradient"), run(app, "openmp", *options, "-gradient", "-repeat=3")
    assert once["gradient_hash"] == thrice["gradient_hash"]


FLAT = {name: [app, *options] for name, (app, options, _) in CASES.items()}
FLAT["cloverleaf"] = ["cloverleaf", "-x_cells=20", "-y_cells=16", "-ripple=0.01", "-end_step=1", "-time-step=differentiated"]


@pytest.mark.parametrize("name", ["poisson-cubic", "poisson-fixed-point", "burgers", "cloverleaf"])
def test_memory_is_flat_over_thousands_of_gradients(name: str) -> None:
    """Scalars, halos, reductions and external functions included: not one byte a gradient stays."""
    app, *options = FLAT[name]
    report = run(app, "openmp", *options, "-gradient", "-repeat=2000", threads=1)
    assert abs(report["memory_growth"]) < 2000  # the allocator's own count varies by up to 1100 from run to run
    assert report["gradient_hash"] == run(app, "openmp", *options, "-gradient")["gradient_hash"]


@pytest.mark.parametrize("name", [name for name in CASES if "fixed" not in name])
def test_second_derivatives_are_symmetric_and_the_same_bits_everywhere(name: str) -> None:
    """On the recording that gave the gradient, whose own bits do not change."""
    app, options, _ = CASES[name]
    runs = [("seq", 1), ("openmp", 1), ("openmp", 3)]
    reports = [run(app, target, *options, "-gradient", "-hessian", "-repeat=2", threads=n) for target, n in runs]
    assert len({r["hessian_hash"] for r in reports}) == 1 and reports[0]["hessian_norm"] > 0
    assert all(r["hessian_asymmetry"] <= 1e-12 for r in reports)
    assert reports[0]["gradient_hash"] == run(app, "seq", *options, "-gradient")["gradient_hash"]


def test_no_second_derivatives_through_an_external_function() -> None:
    _, options, _ = CASES["poisson-fixed-point"]
    result = subprocess.run([executable("poisson", "seq"), *options, "-gradient", "-hessian"], capture_output=True, text=True)
    assert result.returncode == 1 and "ops_hessian_vector: this external function has no tangent, but it uses dataset" in result.stderr


def test_derivatives_switched_off_change_no_result() -> None:
    for name, (app, options, _) in CASES.items():
        assert run(app, "openmp", *options, "-OPS_AD=0")["objective"] == run(app, "openmp", *options)["objective"], name


@pytest.mark.parametrize("blocks", [(2, 1), (1, 3), (3, 2)])
def test_poisson_in_blocks_equals_poisson_in_one(blocks: tuple[int, int], tmp_path: Path) -> None:
    options = ["-sizex=24", "-sizey=18", "-iters=10", "-gradient"]
    whole = run("poisson", "openmp", *options, f"-dump={tmp_path / 'one'}")
    parts = run("poisson", "openmp", *options, f"-dump={tmp_path / 'many'}", f"-ngrid_x={blocks[0]}", f"-ngrid_y={blocks[1]}")
    assert parts["objective"] == pytest.approx(whole["objective"], rel=1e-13)
    expected = np.load(tmp_path / "one.block_0_0.f.derivative.npy")
    found = np.block([
        [np.load(tmp_path / f"many.block_{bx}_{by}.f.derivative.npy") for bx in range(blocks[0])]
        for by in range(blocks[1])
    ])
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-15 * np.abs(expected).max())


def test_poisson_in_blocks_gives_the_same_bits_everywhere() -> None:
    options = ["-sizex=24", "-sizey=18", "-iters=10", "-ngrid_x=3", "-ngrid_y=2", "-gradient"]
    reports = [run("poisson", "seq", *options), *(run("poisson", "openmp", *options, threads=n) for n in (1, 2, 3, 4))]
    assert len({(r["objective"], r["gradient_hash"]) for r in reports}) == 1


@pytest.mark.skipif(sanitized(BUILD), reason="sanitizers keep released memory for a while")
def test_memory_of_poissons_gradient_does_not_depend_on_its_sweeps() -> None:
    few, many = (run("poisson", "openmp", "-sizex=700", "-sizey=700", f"-iters={n}", "-gradient") for n in (6, 60))
    assert many["peak_bytes"] < 1.05 * few["peak_bytes"]


@pytest.mark.parametrize("more", [["-sizex=24", "-sizey=18", "-iters=30"], ["-sizex=24", "-sizey=18", "-iters=10", "-ngrid_x=3", "-ngrid_y=2"]])
def test_fixed_point_gives_the_bits_of_the_recorded_sweeps(more: list[str]) -> None:
    recorded, fixed = (run("poisson", "openmp", *more, "-gradient", *extra) for extra in ([], ["-fixed-point"]))
    assert fixed["objective"] == recorded["objective"]
    assert fixed["gradient_hash"] == recorded["gradient_hash"]


def test_converged_fixed_point_equals_the_recorded_sweeps(tmp_path: Path) -> None:
    """Reverse accumulation stops early: what it leaves out is rounding."""
    options = ["-sizex=15", "-sizey=12", "-iters=6000", "-gradient"]
    run("poisson", "openmp", *options, f"-dump={tmp_path / 'recorded'}")
    run("poisson", "openmp", *options, "-fixed-point", f"-dump={tmp_path / 'fixed'}")
    for dataset in ("f", "u", "u2"):
        expected, found = (np.load(tmp_path / f"{kind}.block_0_0.{dataset}.derivative.npy") for kind in ("recorded", "fixed"))
        np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-13 * np.abs(expected).max() + 1e-18)


def test_memory_of_the_fixed_point_does_not_depend_on_its_sweeps() -> None:
    few, many = (run("poisson", "openmp", "-sizex=700", "-sizey=700", f"-iters={n}", "-gradient", "-fixed-point") for n in (6, 60))
    assert many["peak_bytes"] < 1.05 * few["peak_bytes"]


@pytest.mark.parametrize(("option", "told"), [
    ("-fixed-point -iters=3", "-fixed-point: the number of sweeps must be even"),
    ("-iters=ten", "-iters=ten: needs an integer of at least 1"),
    ("-iters=0", "-iters=0: needs an integer of at least 1"),
    ("-sizze=3", "-sizze=3: no such option"),
    ("-ngrid_x=300", "more blocks than points along axis 0"),
])
def test_wrong_options_are_named(option: str, told: str) -> None:
    result = subprocess.run([executable("poisson", "seq"), *option.split()], capture_output=True, text=True)
    assert result.returncode == 1
    assert told in result.stderr
