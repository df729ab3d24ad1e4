"""The listings of the gallery: they run at a small size, and their gradients are slopes and those of the applications."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Union

import numpy as np
import pytest

import opsgrad
from tests.apps.apps_test import executable, run
from tests.docs.pages import blocks
from tests.python.model_test import slope
from tests.python.modules import ROOT, module
from tests.python.notebooks_test import compiler_of_the_build
from tests.tier import FULL

pytestmark = pytest.mark.skipif(not (find_spec("scipy") and find_spec("matplotlib")), reason="no SciPy or no Matplotlib")
IMPORTS, *LISTINGS = blocks(ROOT / "docs" / "gallery.md", "python")
APPS = ("cloverleaf", "wave", "shallow_water", "cde", "lbm")

# What the tests make smaller, and the same size as options of the application, whose run is with respect to these datasets.
SMALLER = {
    "cloverleaf": {"(160, 160)": "(40, 40)", "np.arange(160) + 0.5) / 160": "np.arange(40) + 0.5) / 40", "end_step=150": "end_step=20"},
    "wave": {"(90, 100)": "(40, 50)", "steps=400": "steps=90", "shots=8": "shots=2", '"maxiter": 15': '"maxiter": 2'},
    "shallow_water": {"(100, 100)": "(20, 21)", "steps=250": "steps=21", '"maxiter": 60': '"maxiter": 2'},
    "cde": {"(150, 300)": "(32, 64)", "steps=100": "steps=20"},
    "lbm": {"(122, 360)": "(24, 40)", "steps=9000": "steps=41", '"radius": 10': '"radius": 4', '"2GB"': '"100MB"'},
}
OPTIONS = {
    "cloverleaf": ["-x_cells=40", "-y_cells=40", "-end_step=20", "-time-step=differentiated"],
    "wave": ["-nx=50", "-ny=40", "-steps=90", "-shots=2", "-order=4"],
    "shallow_water": ["-nx=21", "-ny=20", "-steps=21", "-frozen", "-repeat=2"],  # the second run has the time steps of the first
    "cde": ["-ns=64", "-nv=32", "-steps=20", "-correlation=-0.7"],
    "lbm": ["-problem=channel", "-nx=40", "-ny=24", "-radius=4", "-velocity=0.1", "-reynolds=400", "-objective=drag", "-steps=41"],
}


def listing(app: str) -> str:
    (found,) = (text for text in LISTINGS if f"apps/{app}/" in text)
    return found


def executed(app: str, patch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The variables of the listing after a small run, with the module of the build."""
    def load(source: Union[str, Sequence[str]], *, include: Sequence[str], name: str = "") -> Any:
        sources = [source] if isinstance(source, str) else source
        assert f"apps/{app}/{app}_model.cpp" in sources and all((ROOT / each).is_file() for each in sources) and include == ["."]
        return module(f"{app}_model")
    text = listing(app)
    for usual, small in SMALLER[app].items():
        assert text.count(usual) == 1, usual
        text = text.replace(usual, small)
    patch.setenv("MPLBACKEND", "Agg")
    patch.chdir(ROOT)
    patch.setattr(opsgrad, "load", load)
    names: dict[str, Any] = {}
    exec(compile(IMPORTS + text, f"listing of {app}", "exec"), names)
    return names


def derivative(app: str, dataset: str, folder: Path, halo: tuple[int, int] = (0, 0)) -> np.ndarray:
    """With respect to the interior of a dataset, as the application computes it."""
    if not executable(app, "openmp").is_file():
        pytest.skip(f"the application {app} was not built here")
    run(app, "openmp", *OPTIONS[app], "-gradient", f"-dump={folder / 'out'}")
    inside = slice(halo[0], -halo[1] or None)
    values: np.ndarray = np.load(folder / f"out.{dataset}.derivative.npy")[..., inside, inside]
    return values


@pytest.mark.parametrize("app", APPS)
def test_a_listing_is_short(app: str) -> None:
    assert len(listing(app).splitlines()) <= 10 and len(LISTINGS) == len(APPS)


@pytest.mark.skipif(not FULL, reason="its module is built in the full tier: OPSGRAD_FULL=1")
def test_cloverleaf(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = executed("cloverleaf", monkeypatch)
    assert np.diff([float(number) for number in capsys.readouterr().out.split()]) == pytest.approx(0, abs=1e-13)
    gas, density = names["gas"], names["density"]
    _, gradient = gas.value_and_grad()  # the start of the program is that of the listing
    assert np.array_equal(gradient.density, names["gradient"].density)
    direction = np.random.default_rng(1).random((2, *gas.shape))
    smooth = density * (1 + 0.01 * direction[0])  # no two cells limit the time step, no limiter is at its kink
    _, slopes = gas.value_and_grad(density=smooth)
    assert np.vdot(slopes.density, direction[1]) == pytest.approx(slope(lambda x: gas.value(density=x), smooth, direction[1], 1e-7), rel=1e-5)
    for name in ("density", "energy"):
        found, expected = getattr(gradient, name), derivative("cloverleaf", f"{name}0", tmp_path, (2, 3))
        assert np.allclose(found, expected, rtol=0, atol=1e-13 * np.abs(expected).max())


@pytest.mark.parametrize(("app", "model", "name", "dataset", "halo"), [
    ("wave", "ground", "velocity", "velocity", (0, 0)), ("shallow_water", "water", "floor", "floor", (1, 1)), ("lbm", "channel", "rate", "rate", (0, 0))])
def test_fields(app: str, model: str, name: str, dataset: str, halo: tuple[int, int], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    names = executed(app, monkeypatch)
    made, gradient = names[model], getattr(names["gradient"], name)
    point = names["first"] if "first" in names else np.full(made.shape, 1.9)
    direction = np.random.default_rng(1).random(made.shape)
    _, there = made.value_and_grad(**{name: point})
    difference = slope(lambda x: made.value(**{name: x}), point, direction, 1e-6)
    assert np.vdot(getattr(there, name), direction) == pytest.approx(difference, rel=1e-6)
    if "found" in names:
        assert names["found"].fun < 1 and not np.array_equal(names["found"].inputs[name], point)
    expected = derivative(app, dataset, tmp_path, halo)
    assert np.allclose(gradient, expected, rtol=0, atol=1e-13 * np.abs(expected).max())


def test_cde(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    names = executed("cde", monkeypatch)
    call, greeks = names["call"], names["greeks"]
    usual = {"spot": 100.0, "variance": 0.04, "rate": 0.025, "mean_reversion": 1.5, "long_run_variance": 0.04, "vol_of_vol": 0.3, "correlation": -0.7,
             "strike": 100.0}
    assert call.value(**usual) == names["price"] and list(usual) == list(greeks._fields)
    for name, value in usual.items():
        assert getattr(greeks, name) == pytest.approx(slope(lambda x, name=name: call.value(**{**usual, name: x}), value, 1.0, 1e-5 * abs(value)), rel=1e-6), name
    node = names["run"].jvp(vol_of_vol=1.0).u[10, 30]
    assert node == pytest.approx(slope(lambda x: call.forward(correlation=-0.7, vol_of_vol=x)[0].u[10, 30], 0.3, 1.0, 1e-5), rel=1e-6)
    expected = derivative("cde", "model", tmp_path).ravel()
    assert np.allclose(list(greeks), expected, rtol=1e-12)


def test_a_call_outside_of_the_mesh_is_an_error() -> None:
    with pytest.raises(opsgrad.Error, match="-spot, -strike, -maturity and -centre are positive"):
        module("cde_model").Model(shape=(32, 64)).value(spot=-1.0)


@pytest.mark.skipif(not FULL, reason="in the full tier: OPSGRAD_FULL=1")
@pytest.mark.parametrize("app", APPS)
def test_a_listing_compiles_its_application(app: str, prefix: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first line, without the module of the build."""
    for name, value in {**compiler_of_the_build(), "OPSGRAD_PREFIX": str(prefix), "XDG_CACHE_HOME": str(tmp_path)}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(ROOT)
    names: dict[str, Any] = {}
    exec(IMPORTS + listing(app).splitlines()[0], names)
    value, gradient = names[app.removesuffix("leaf").replace("shallow_water", "sea")].Model().value_and_grad()
    assert np.isfinite(value) and all(np.isfinite(field).all() for field in gradient)
