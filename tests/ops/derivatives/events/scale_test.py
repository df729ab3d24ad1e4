"""A new kind of event, which is one file: the bits of everything that is computed with it are those of a loop that does the same."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

BUILD = Path(os.environ["OPSGRAD_BUILD"]) / "tests/ops/derivatives/events"


def run(target: str, *words: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run([BUILD / f"events_scale_{target}", "-OPS_DIAGS=0", *words], capture_output=True, text=True, timeout=60, cwd=folder)


@pytest.fixture(scope="module")
def by_a_loop() -> str:
    done = run("seq")
    assert done.returncode == 0, done.stderr
    lines = dict(line.split(" ", 1) for line in done.stdout.splitlines())
    assert lines["gradient"] == lines["again"]
    return done.stdout


@pytest.mark.parametrize("target", ["seq", "openmp"])
@pytest.mark.parametrize("slots", [0, 1, 2, 5])
def test_reverse_tangent_second_derivatives_and_steps_that_run_again(target: str, slots: int, by_a_loop: str) -> None:
    done = run(target, "-event", f"-slots={slots}")
    assert done.stdout == by_a_loop, done.stderr


@pytest.mark.parametrize("slots", [0, 2])
def test_a_taylor_test_runs_it_again_from_other_inputs(slots: int) -> None:
    with_event, with_loop = (run("openmp", *word, f"-slots={slots}", "OPS_AD_CHECK=taylor") for word in (["-event"], []))
    assert "passed: observed order 2.00" in with_event.stdout, with_event.stderr
    assert with_event.stdout == with_loop.stdout


@pytest.mark.parametrize("slots", [0, 2])
@pytest.mark.parametrize("die", [3, 9])
def test_a_restart(slots: int, die: int, by_a_loop: str, tmp_path: Path) -> None:
    words = ("-event", f"-slots={slots}", "-file=state", "OPS_CHECKPOINT")
    assert run("openmp", *words, f"-die={die}", folder=tmp_path).returncode == 9
    again = run("openmp", *words, folder=tmp_path)
    assert "goes back" in again.stderr
    assert again.stdout == by_a_loop, again.stderr


def test_within_an_external_function_it_is_not_recorded(by_a_loop: str) -> None:
    """Its adjoint, which records it on a tape of its own, is all that the gradient goes through."""
    done = run("openmp", "-event", "-external")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == by_a_loop.splitlines()[:3]


def test_the_trace_shows_it(tmp_path: Path) -> None:
    done = run("openmp", "-event", "OPS_AD_TRACE=page.html", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert '"scale"' in (tmp_path / "page.html").read_text()
