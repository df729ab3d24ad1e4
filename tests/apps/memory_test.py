"""Gradients within a budget: the bits are those with everything kept, and the least budget is what the error says."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.apps.apps_test import executable, run
from tests.tier import drawn

CASES: dict[str, tuple[str, list[str]]] = {
    "stencil17-nonlinear": ("stencil1d", ["-size=770", "-points=17", "-sweeps=40", "-nonlinear"]),
    "poisson-cubic": ("poisson", ["-sizex=67", "-sizey=45", "-iters=40", "-cubic"]),
    "burgers": ("burgers", ["-size=61", "-steps=60"]),
    "cloverleaf": ("cloverleaf", ["-x_cells=24", "-y_cells=20", "-end_step=30", "-ripple=0.1"]),
    "cloverleaf-differentiated": ("cloverleaf", ["-x_cells=24", "-y_cells=20", "-end_step=30", "-ripple=0.1", "-time-step=differentiated"]),
    "lbm": ("lbm", ["-nx=27", "-ny=22", "-steps=40", "-problem=channel", "-radius=4", "-objective=drag"]),
    "wave": ("wave", ["-nx=40", "-ny=32", "-steps=60"]),
    "cde": ("cde", ["-ns=40", "-nv=24", "-steps=40"]),
}


def least_budget(app: str, options: list[str]) -> int:
    """As the error for a budget of one byte says."""
    result = subprocess.run(
        [executable(app, "openmp"), *options, "-gradient", "-OPS_AD_MEMORY=1"], capture_output=True, text=True, timeout=300)
    text = result.stdout + result.stderr
    found = re.search(r"(\d+) bytes would suffice", text)
    assert result.returncode != 0 and found, text
    assert "ops_ad_step" in text
    return int(found[1])


@pytest.mark.parametrize("name", drawn(list(CASES), 4))
def test_budgets_change_no_bit(name: str) -> None:
    app, options = CASES[name]
    expected = run(app, "openmp", *options, "-gradient", threads=1)["gradient_hash"]
    least = least_budget(app, options)
    for times in (1, 2, 5):
        report = run(app, "openmp", *options, "-gradient", "-repeat=3", f"-OPS_AD_MEMORY={times * least}", threads=1)
        assert report["gradient_hash"] == expected, times


@pytest.mark.parametrize("name", drawn(list(CASES), 4))
def test_what_would_be_enough_is_the_least_that_is(name: str) -> None:
    """To 5 %."""
    app, options = CASES[name]
    least = least_budget(app, options)
    run(app, "openmp", *options, "-gradient", f"-OPS_AD_MEMORY={least}", threads=1)
    less = subprocess.run(
        [executable(app, "openmp"), *options, "-gradient", f"-OPS_AD_MEMORY={least * 95 // 100}"], capture_output=True, text=True, timeout=300)
    assert less.returncode != 0 and "would suffice" in less.stdout + less.stderr, least


@pytest.mark.parametrize("name", drawn(list(CASES), 4))
def test_slots_change_no_bit(name: str, tmp_path: Path) -> None:
    """A second recording knows the number of steps, so it is planned otherwise than the first."""
    app, options = CASES[name]
    expected = run(app, "openmp", *options, "-gradient", threads=1)["gradient_hash"]
    for more in (["-slots=1"], ["-slots=4"], ["-slots=1000"], ["-slots=2", f"-OPS_AD_DISK={tmp_path}"]):
        assert run(app, "openmp", *options, "-gradient", "-repeat=2", *more, threads=1)["gradient_hash"] == expected, more


def enough(app: str, options: list[str]) -> int:
    """The budget that is asked for where steps are found, once what is seen of them does not change any more."""
    budget = 1
    for _ in range(5):
        result = subprocess.run(
            [executable(app, "openmp"), *options, "-gradient", "-OPS_AD_MARKS=found", f"-OPS_AD_MEMORY={budget}"],
            capture_output=True, text=True, timeout=300, env={**os.environ, "OMP_NUM_THREADS": "1"})
        if result.returncode == 0:
            return budget
        text = result.stdout + result.stderr
        found = re.search(r"(\d+) bytes would suffice", text)
        assert found and "the library could not start a new time step at this loop" in text, text
        assert int(found[1]) > budget
        budget = int(found[1])
    raise AssertionError(f"{budget} bytes are not enough either")


@pytest.mark.parametrize("name", drawn(list(CASES), 4))
def test_steps_that_are_found_change_no_bit(name: str) -> None:
    app, options = CASES[name]
    expected = run(app, "openmp", *options, "-gradient", threads=1)["gradient_hash"]
    least = enough(app, options)
    for times in (1, 2, 5, 20):
        found = ["-gradient", "-repeat=3", f"-OPS_AD_MEMORY={times * least}", "-OPS_AD_MARKS=found"]
        report = run(app, "openmp", *options, *found, threads=1)
        assert report["gradient_hash"] == expected, times


def test_a_program_without_marks_keeps_a_tenth_where_it_may_keep_a_tenth() -> None:
    """The same as with the program's own marks; what came before the first step that was found counts as well."""
    app, options = "burgers", ["-size=201", "-steps=200"]
    whole = run(app, "openmp", *options, "-gradient", "-OPS_AD_MARKS=found", "-OPS_AD_MEMORY=4GB", threads=1)["peak_bytes"]
    fields = run(app, "openmp", *options, "-OPS_AD=0", threads=1)["peak_bytes"]
    tenth = (whole - fields) // 10
    report = run(app, "openmp", *options, "-gradient", "-OPS_AD_MARKS=found", f"-OPS_AD_MEMORY={tenth}", threads=1)
    derivatives_and_last_state = 3 * fields
    assert report["peak_bytes"] <= fields + tenth + derivatives_and_last_state


def test_a_plan_says_where_steps_were_found() -> None:
    app, options = "burgers", ["-size=61", "-steps=60", "-gradient", "-OPS_AD_PLAN", "-OPS_AD_MARKS=found"]
    for budget, said in (("1MB", r"the library has found the program's time steps; each step begins with loop 'advance' at \S*burgers.cpp:\d+"),
                         ("1GB", r"-OPS_AD_PLAN: all values that derivatives need \(\S+ MiB\) are kept, because the library plans checkpoints only if these values occupy more than \S+ MiB \(an eighth")):
        result = subprocess.run([executable(app, "openmp"), *options, f"-OPS_AD_MEMORY={budget}"], capture_output=True, text=True, timeout=300)
        assert result.returncode == 0 and re.search(said, result.stdout), result.stdout + result.stderr


def test_a_tenth_of_the_memory_is_a_tenth_of_the_memory() -> None:
    """Of what is kept beside the fields themselves."""
    app, options = "burgers", ["-size=201", "-steps=200"]
    whole = run(app, "openmp", *options, "-gradient", "-OPS_AD_MEMORY=4GB", threads=1)["peak_bytes"]
    fields = run(app, "openmp", *options, "-OPS_AD=0", threads=1)["peak_bytes"]
    tenth = (whole - fields) // 10
    report = run(app, "openmp", *options, "-gradient", "-repeat=2", f"-OPS_AD_MEMORY={tenth}", threads=1)
    derivatives_and_last_state = 3 * fields
    assert report["peak_bytes"] <= fields + tenth + derivatives_and_last_state


@pytest.mark.parametrize("name", ["burgers", "cloverleaf", "wave"])
def test_checks_and_traces_see_every_step_again(name: str, tmp_path: Path) -> None:
    app, options = CASES[name]
    budget = f"-OPS_AD_MEMORY={2 * least_budget(app, options)}"
    expected = run(app, "openmp", *options, "-gradient", threads=1)["gradient_hash"]
    for more in ("-OPS_AD_CHECK=taylor", "-OPS_AD_CHECK=dot", "-OPS_AD_CHECK=loops", "-OPS_AD_CHECK=poison", f"-OPS_AD_TRACE={tmp_path / 't.html'}"):
        assert run(app, "openmp", *options, "-gradient", budget, more, threads=1)["gradient_hash"] == expected, more


def test_a_plan_changes_no_bit_and_what_is_planned_happens() -> None:
    app, options = "burgers", ["-size=61", "-steps=60", "-gradient"]
    expected = run(app, "openmp", *options, threads=1)["gradient_hash"]
    budget = f"-OPS_AD_MEMORY={5 * least_budget(app, options)}"
    result = subprocess.run(
        [executable(app, "openmp"), *options, budget, "-OPS_AD_PLAN", "-OPS_PROGRESS", "-json"], capture_output=True, text=True, timeout=300,
        env={**os.environ, "OMP_NUM_THREADS": "1"})
    assert result.returncode == 0, result.stdout + result.stderr
    assert "plan for derivatives" in result.stdout
    assert "no effect" not in result.stdout
    assert result.stderr == "", "a run this short shows no progress"
    found = re.search(r"derivatives of 60 steps: (\d+) steps were executed \(planned (\d+)\)", result.stdout)
    assert found and int(found[1]) == int(found[2]) > 60, result.stdout
    assert f'"gradient_hash": "{expected}"' in result.stdout.splitlines()[-1]
