"""heat_adi: order of convergence in space and in time, and a gradient that is known."""

from __future__ import annotations

import subprocess
from pathlib import Path

import numpy as np
import pytest

from tests.apps.apps_test import BUILD, executable, run
from tests.sanitized import sanitized
import itertools

SMALL = ["-nx=9", "-ny=8", "-nz=7", "-steps=4", "-mx=2", "-time=0.05"]


def error(points: int, steps: int, *options: str) -> float:
    """Relative to the exact solution's largest value; the mesh's width is 1 / (points + 1)."""
    return float(run("heat_adi", "openmp", f"-nx={points}", f"-ny={points}", f"-nz={points}", f"-steps={steps}", *options)["error"])


def test_second_order_in_space_and_time_together() -> None:
    """Half the width and half the time step: a quarter of the error."""
    errors = [error(n - 1, n // 2, "-my=2", "-time=0.06") for n in (16, 32, 64)]
    for coarse, fine in itertools.pairwise(errors):
        assert coarse / fine == pytest.approx(4.0, rel=0.05)


def test_second_order_in_space() -> None:
    errors = [error(n - 1, 200, "-time=0.05") for n in (8, 16, 32)]
    for coarse, fine in itertools.pairwise(errors):
        assert coarse / fine == pytest.approx(4.0, rel=0.05)


def test_second_order_in_time() -> None:
    """Against what many steps give on the same mesh, so that the mesh does not show. With the same waves along all axes it would be third order."""
    errors = [error(15, steps, "-time=0.05", "-mx=2") for steps in (10, 20, 40, 640)]
    ends = [abs(e - errors[-1]) for e in errors[:-1]]
    for coarse, fine in itertools.pairwise(ends):
        assert coarse / fine == pytest.approx(4.0, rel=0.1)


def test_a_mode_decays_as_the_scheme_says(tmp_path: Path) -> None:
    """Sines are eigenvectors of all three directions, so each step multiplies by one number, and the gradient is the start times a power of it."""
    report = run("heat_adi", "openmp", *SMALL, "-gradient", f"-dump={tmp_path / 'out'}")
    size, waves, steps, time = (9, 8, 7), (2, 1, 1), 4, 0.05
    z = [4 * np.sin(w * np.pi / (2 * (n + 1))) ** 2 * (n + 1) ** 2 * time / steps for n, w in zip(size, waves)]
    factor = 1 - sum(z) / np.prod([1 + a / 2 for a in z])
    axes = [np.sin(w * np.pi * np.arange(1, n + 1) / (n + 1)) for n, w in zip(size, waves)]
    start = np.einsum("i,j,k->kji", *axes)
    inside = (slice(1, -1),) * 3
    cell = 1 / np.prod([n + 1 for n in size])
    assert report["objective"] == pytest.approx(cell / 2 * factor ** (2 * steps) * (start**2).sum(), rel=1e-12)
    np.testing.assert_allclose(np.load(tmp_path / "out.u.values.npy")[inside], factor**steps * start, atol=1e-14)
    np.testing.assert_allclose(np.load(tmp_path / "out.start.derivative.npy")[inside], cell * factor ** (2 * steps) * start, rtol=1e-11, atol=1e-18)


@pytest.mark.parametrize("app", ["heat_adi", "heat_adi_float"])
def test_every_target_and_thread_count_gives_the_same_bits(app: str) -> None:
    runs = [("seq", 1), ("openmp", 1), ("openmp", 3), *([("checked", 1)] if app == "heat_adi" else [])]
    for options in (SMALL, ["-nx=40", "-ny=33", "-nz=35", "-steps=2"]):
        reports = [run(app, target, *options, "-gradient", threads=threads) for target, threads in runs]
        assert len({(r["objective"], r["gradient_norm"], r["gradient_hash"]) for r in reports}) == 1


def test_floats_give_the_gradient_of_doubles(tmp_path: Path) -> None:
    for app in ("heat_adi", "heat_adi_float"):
        run(app, "openmp", *SMALL, "-gradient", f"-dump={tmp_path / app}")
    found, right = (np.load(tmp_path / f"{app}.start.derivative.npy") for app in ("heat_adi_float", "heat_adi"))
    assert found.dtype == np.float32
    np.testing.assert_allclose(found, right, rtol=0, atol=1e-5 * np.abs(right).max())


@pytest.mark.parametrize("app", ["heat_adi", "heat_adi_float"])
def test_gradient_follows_the_objective_and_is_the_transpose_of_the_tangent(app: str) -> None:
    report = run(app, "openmp", *SMALL, "-taylor")
    assert report["taylor"] == report["dot"] == "passed"


def test_nothing_is_kept_for_a_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is linear, and the matrices depend on nothing: ten times the steps take no more memory."""
    monkeypatch.setenv("ASAN_OPTIONS", "quarantine_size_mb=0:thread_local_quarantine_size_kb=0")  # what is freed is not held
    few, many = (run("heat_adi", "openmp", "-nx=40", "-ny=40", "-nz=40", f"-steps={n}", "-gradient")["peak_bytes"] for n in (10, 100))
    fields = 2 if sanitized(BUILD) else 1
    assert many - few < fields * 8 * 40**3


@pytest.mark.parametrize(("option", "told"), [
    ("-nx=1", "-nx=1: needs an integer of at least 2"),
    ("-diffusivity=0", "-diffusivity and -time are positive"),
    ("-ntheta=3", "-ntheta=3: no such option"),
])
def test_wrong_options_are_named(option: str, told: str) -> None:
    result = subprocess.run([executable("heat_adi", "seq"), option], capture_output=True, text=True)
    assert result.returncode == 1 and told in result.stderr
