"""Many points that write one cell: the last one in serial order wins on every target, and its contribution alone is the gradient."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import numpy as np
import pytest

BUILD = Path(os.environ.get("OPSGRAD_BUILD", Path(__file__).parents[2] / "build" / "release"))
NX, NY = 7, 5


def output(target: str, *options: str) -> list[str]:
    result = subprocess.run([BUILD / "tests" / "adjoint" / f"adjoint_last_point_{target}", *options], capture_output=True, text=True, timeout=300,
                            env={**os.environ, "OMP_NUM_THREADS": "3"})
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout.splitlines()


def said(lines: list[str], word: str) -> list[str]:
    return [line[len(word) + 1:] for line in lines if line.startswith(word + " ")]


def numbers(line: str) -> np.ndarray:
    return np.array([float(text) for text in line.split()])


def u(i: int, j: int) -> float:
    return 0.5 + 0.25 * np.fmod(3 * i + 5 * j, 11)


TARGETS = ("seq", "openmp", "checked")


@pytest.mark.parametrize("options", [(), ("-OPS_AD_MEMORY=1KiB",)])
@pytest.mark.parametrize("target", TARGETS)
def test_the_last_point_wins(target: str, options: tuple[str, ...]) -> None:
    lines = output(target, *options)
    last, large, both = map(numbers, said(lines, "line"))
    np.testing.assert_array_equal(last, [float(f"{u(i, NY - 1) * u(i, NY) + NY - 1:.9g}") for i in range(NX)])
    for i in range(NX):
        found = [u(i, j) for j in range(NY) if u(i, j) > 2.0]
        assert large[i] == (found[-1] if found else u(i, 0))
    np.testing.assert_array_equal(both, [u(i, NY - 1) for i in range(NX)])
    np.testing.assert_array_equal(numbers(said(lines, "v")[0]), [2 * u(i, j) for j in range(NY) for i in range(NX)])


@pytest.mark.parametrize("target", TARGETS)
def test_the_gradient_is_that_of_the_last_point(target: str) -> None:
    expected = np.zeros((NY, NX))
    for i in range(NX):
        line = u(i, NY - 1) * u(i, NY) + NY - 1
        expected[NY - 1, i] = 2 * line * u(i, NY)
    gradients = said(output(target), "gradient")
    assert len(gradients) == 1
    np.testing.assert_allclose(numbers(gradients[0]), expected.ravel(), rtol=1e-5)


@pytest.mark.parametrize("target", TARGETS)
def test_a_gradient_that_would_be_wrong_is_an_error(target: str) -> None:
    errors = said(output(target), "error")
    assert [f"loop 'keep_{name}'" in error for name, error in zip(("large", "both"), errors, strict=True)] == [True, True]
    assert all("several points write the same cell of dataset 'line', and the last of these points determines the value of this cell" in error for error in errors), errors


@pytest.mark.parametrize("target", TARGETS)
def test_it_is_warned_of_once(target: str) -> None:
    found = [line for line in output(target) if line.startswith("OPS warning: loop 'keep_last'")]
    place = next(k for k, line in enumerate((Path(__file__).parent / "last_point.cpp").read_text().splitlines(), 1) if 'keep_last, "' in line)
    assert len(found) == 1
    assert found[0].endswith(f"last_point.cpp:{place} writes dataset 'line' (argument 2) through a stencil with stride 0 on axis 1, but its range "
                             "[0, 5) has more than one index on this axis: several points write each cell, and the last of these points in serial order determines the value")


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("slots", [1, 3])
def test_it_runs_again_as_it_ran(target: str, slots: int) -> None:
    """Derivatives know nothing of what it does, so as it is passive what runs again must be the loop itself."""
    assert said(output(target, "-steps", str(slots)), "gradient") == said(output("seq", "-steps", "0"), "gradient")


@pytest.mark.parametrize("target", TARGETS)
def test_checks_pass(target: str) -> None:
    lines = output(target, "-OPS_AD_CHECK=dot,loops,taylor,poison")
    assert not any("failed" in line for line in lines) and len(said(lines, "gradient")) == 1
