"""cde: prices and Greeks against the semi-closed price of Heston, and against finite differences of the program itself."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.apps.apps_test import executable, run
from tests.apps.heston import LITERATURE, NAMES, PUBLISHED, Heston
from tests.tier import drawn
import itertools

SMALL = ["-ns=40", "-nv=24", "-steps=8"]
COARSE = ["-ns=64", "-nv=32", "-steps=20", "-centre=100", "-largest-spot=800"]  # a mesh that does not move with the strike
NARROW = {"in 't Hout 3", "Fang, Oosterlee"}  # their small Greeks want more nodes at small variances
GENERIC = Heston(101.3, 0.045, 0.025, 1.5, 0.04, 0.3, -0.7, strike=97.3, dividend=0.01)


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_oracle_gives_published_prices(name: str) -> None:
    model, price, error = PUBLISHED[name]
    assert model.price() == pytest.approx(price, abs=error)


@pytest.mark.parametrize("name", drawn(list(LITERATURE), 2))
def test_price_and_greeks_are_those_of_the_semi_closed_price(name: str) -> None:
    model = LITERATURE[name]
    largest = ["-largest-variance=2"] if name in NARROW else []
    report = run("cde", "openmp", *model.options(), *largest, "-ns=400", "-nv=200", "-steps=90", "-gradient")
    assert report["objective"] == pytest.approx(model.price(), rel=1e-4)
    for greek in NAMES:
        assert report[f"by_{greek}"] == pytest.approx(model.greeks[greek], rel=1e-3), greek


@pytest.mark.parametrize("name", drawn(["in 't Hout 2", "in 't Hout 4"], 1))
def test_second_order(name: str) -> None:
    """Twice the nodes along both axes and twice the steps: a quarter of the error."""
    model = LITERATURE[name]
    errors = [abs(run("cde", "openmp", *model.options(), f"-ns={4 * n}", f"-nv={2 * n}", f"-steps={n}")["objective"] - model.price())
              for n in (20, 40, 80)]
    for coarse, fine in itertools.pairwise(errors):
        assert coarse / fine == pytest.approx(4.0, rel=0.15)


@pytest.mark.parametrize("greek", drawn(NAMES, 4))
def test_greeks_are_finite_differences_of_the_program(greek: str) -> None:
    """Of fourth order: their own error is below 1e-9."""
    def price(model: Heston) -> float:
        return float(run("cde", "openmp", *model.options(), *COARSE)["objective"])

    at = float(getattr(GENERIC, greek))
    step = 1e-3 * max(abs(at), 0.02)
    near, far = (price(replace(GENERIC, **{greek: at + k * step})) - price(replace(GENERIC, **{greek: at - k * step})) for k in (1, 2))
    found = run("cde", "openmp", *GENERIC.options(), *COARSE, "-gradient")[f"by_{greek}"]
    assert found == pytest.approx((8 * near - far) / (12 * step), rel=1e-7)


def test_a_position_of_options_scales_with_spot_and_strike() -> None:
    """Euler: the price is homogeneous of degree one, so spot times delta and strike times the derivative by it add up to it."""
    model = LITERATURE["in 't Hout 1"]
    report = run("cde", "openmp", *model.options(), "-ns=256", "-nv=64", "-steps=50", "-gradient")
    assert report["by_spot"] * model.spot + report["by_strike"] * model.strike == pytest.approx(report["objective"], rel=1e-3)


@pytest.mark.parametrize("app", ["cde", "cde_float"])
def test_every_target_and_thread_count_gives_the_same_bits(app: str) -> None:
    runs = [("seq", 1), ("openmp", 1), ("openmp", 2), ("openmp", 3), *([("checked", 1)] if app == "cde" else [])]
    for options in (SMALL, ["-ns=200", "-nv=130", "-steps=2"]):
        reports = [run(app, target, *options, "-gradient", threads=threads) for target, threads in runs]
        assert len({(r["objective"], r["gradient_norm"], r["gradient_hash"]) for r in reports}) == 1


def test_gradient_follows_the_objective_and_is_the_transpose_of_the_tangent() -> None:
    report = run("cde", "openmp", *SMALL, "-taylor")
    assert report["taylor"] == report["dot"] == "passed"


def test_in_float_the_gradient_is_the_transpose_of_the_tangent() -> None:
    """Of a Taylor test in float only steps of 3.5e-4 of the strike and more are judged: for a rate or a correlation that is far."""
    report = run("cde_float", "openmp", *SMALL, "-taylor")
    assert report["dot"] == "passed" and report["taylor"] != "failed"


def test_floats_give_the_greeks_of_doubles() -> None:
    found, right = (run(app, "openmp", *COARSE, "-gradient") for app in ("cde_float", "cde"))
    assert found["objective"] == pytest.approx(right["objective"], rel=1e-4)
    for greek in NAMES:
        assert found[f"by_{greek}"] == pytest.approx(right[f"by_{greek}"], rel=5e-3), greek


def test_memory_is_flat_over_gradients_and_all_have_the_same_bits() -> None:
    report = run("cde", "openmp", *SMALL, "-gradient", "-repeat=100", threads=1)
    assert abs(report["memory_growth"]) < 4000
    assert report["gradient_hash"] == run("cde", "openmp", *SMALL, "-gradient")["gradient_hash"]


def surfaces(folder: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    report = run("cde", "openmp", *GENERIC.options(), *COARSE, "-gradient", f"-surfaces={folder / 'out'}")
    return report, {name: np.load(folder / f"out.{name}.npy") for name in ("s", "v", "price", *NAMES)}


def test_surfaces_hold_price_and_greeks_at_every_node(tmp_path: Path) -> None:
    """By tangents there, by the gradient at the spot: interpolated, they agree."""
    report, surface = surfaces(tmp_path)
    s, v = surface["s"], surface["v"]
    near = (np.searchsorted(s, GENERIC.spot), np.searchsorted(v, GENERIC.variance))
    box = tuple(slice(k - 2, k + 2) for k in near)
    along = [np.array([np.prod([(at - b) / (a - b) for b in nodes if b != a]) for a in nodes])
             for at, nodes in ((GENERIC.spot, s[box[0]]), (GENERIC.variance, v[box[1]]))]
    for name in ("price", *NAMES[2:]):
        right = report["objective" if name == "price" else f"by_{name}"]
        assert along[1] @ surface[name][box[1], box[0]] @ along[0] == pytest.approx(right, rel=1e-12), name
    for name in NAMES[:2]:
        assert along[1] @ surface[name][box[1], box[0]] @ along[0] == pytest.approx(report[f"by_{name}"], rel=2e-2), name


@pytest.mark.parametrize(("option", "told"), [
    ("-ns=3", "-ns=3: needs an integer of at least 8"),
    ("-spot=-1", "-spot, -strike, -maturity and -centre are positive"),
    ("-vol-of-vol=0", "-mean-reversion, -long-run-variance and -vol-of-vol are positive"),
    ("-correlation=1.5", "-correlation is between -1 and 1"),
    ("-theta=0", "-theta is positive"),
    ("-largest-spot=150", "-largest-spot is more than twice the strike and the centre"),
    ("-spot=500", "the mesh, which ends near -largest-spot, is too coarse for -spot, -strike or -centre"),
    ("-variance=3", "-variance is between 0 and half of -largest-variance, where the mesh ends"),
    ("-surfaces=out", "-surfaces needs -gradient"),
    ("-kappa=2", "-kappa=2: no such option"),
])
def test_wrong_options_are_named(option: str, told: str) -> None:
    result = subprocess.run([executable("cde", "seq"), option], capture_output=True, text=True)
    assert result.returncode == 1 and told in result.stderr
