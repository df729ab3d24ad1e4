"""Programs without ops_ad_step: whatever shape their loops have, a budget gives the bits that everything kept gives, or an error that says why."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

BUILD = Path(os.environ.get("OPSGRAD_BUILD", Path(__file__).parents[2] / "build" / "release"))
TARGETS = pytest.mark.parametrize("target", ["seq", "openmp"])
SHAPES = ["plain", "one", "two", "inner", "alternating", "output", "outside", "rows", "phases", "external", "raw"]


def run(target: str, which: str, *options: str) -> str:
    result = subprocess.run([BUILD / "tests" / "adjoint" / f"adjoint_unmarked_{target}", which, *options], capture_output=True, text=True,
                            timeout=300, env={**os.environ, "OMP_NUM_THREADS": "1"})
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


def bits(output: str) -> str:
    found = re.search(r"^hash (\w+)$", output, re.MULTILINE)
    assert found, output
    return found[1]


def enough(target: str, which: str) -> int:
    """What the errors of smaller budgets say, and an eighth more, as values from outside go on coming; 1 where there is no step."""
    budget = 1
    for _ in range(40):
        output = run(target, which, f"-OPS_AD_MEMORY={budget}")
        least = re.search(r"thrown: .* the library could not start a new time step at this loop .* (\d+) bytes would suffice", output)
        if not least:
            return budget
        assert int(least[1]) > budget
        budget = int(least[1]) * 9 // 8
    raise AssertionError(f"{budget} bytes are not enough either")


@TARGETS
@pytest.mark.parametrize("which", SHAPES)
def test_a_budget_changes_no_bit(target: str, which: str) -> None:
    expected = bits(run(target, which, "-OPS_AD_MARKS=0"))
    assert bits(run(target, which)) == expected
    least = enough(target, which)
    for budget in (least, least + least // 4, 2 * least):
        assert bits(run(target, which, f"-OPS_AD_MEMORY={budget}")) == expected, budget


@pytest.mark.parametrize("which", [shape for shape in SHAPES if shape not in ("one", "two", "external")])
def test_steps_are_found_and_run_again(which: str) -> None:
    """Not where all that is kept are versions around external functions, which cannot be given up: what is enough keeps everything."""
    output = run("openmp", which, f"-OPS_AD_MEMORY={enough('openmp', which)}", "-OPS_AD_PLAN")
    taken = re.search(r"derivatives of (\d+) steps: (\d+) steps were executed", output)
    assert "the library has found the program's time steps; each step begins with loop '" in output and taken, output
    assert int(taken[2]) > int(taken[1]) > 3, output


def test_what_cannot_run_again_is_kept_where_it_comes_early_and_an_error_where_it_comes_late() -> None:
    early = run("openmp", "temporary", "-OPS_AD_MEMORY=200kB")
    assert bits(early) == bits(run("openmp", "temporary", "-OPS_AD_MARKS=0"))
    assert "from this point on, all values are kept, because the time steps that the library detected cannot be recomputed: dataset 'gone' has been freed" in early
    for which, why in (("temporary late", "dataset 'gone' has been freed"), ("own tape", r"a tape was created at \S*unmarked\.cpp:\d+")):
        late = run("openmp", which, "-OPS_AD_MEMORY=200kB")
        assert re.search(rf"thrown: .*but they cannot be recomputed: {why}.*; with -OPS_AD_MARKS=0 everything is kept", late), late
        run("openmp", which, "-OPS_AD_MARKS=0")


def test_without_a_repetition_everything_is_kept_and_the_plan_says_so() -> None:
    output = run("openmp", "one", "-OPS_AD_MEMORY=1", "-OPS_AD_PLAN")
    assert "the library found no time steps, so it plans no checkpoints and keeps all values" in output and "call ops_ad_step()" in output
