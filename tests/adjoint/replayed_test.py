"""-OPS_AD_CHECK=taylor runs what was recorded again: right programs pass, wrong gradients and kinks are reported."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

BUILD = Path(os.environ.get("OPSGRAD_BUILD", Path(__file__).parents[2] / "build" / "release"))
TARGETS = pytest.mark.parametrize("target", ["seq", "openmp", "checked"])


def run(target: str, which: str, *options: str, status: int = 0) -> str:
    result = subprocess.run([BUILD / "tests" / "adjoint" / f"adjoint_replayed_{target}", which, *options], capture_output=True, text=True,
                            timeout=300, env={**os.environ, "OMP_NUM_THREADS": "2"})
    assert result.returncode == status, result.stdout + result.stderr
    return result.stdout


def bits(output: str) -> str:
    return next(line for line in output.splitlines() if line.startswith("hash"))


@TARGETS
@pytest.mark.parametrize("which", ["everything", "untested", "steps", "row in steps"])
def test_a_right_program_passes_and_keeps_its_bits(target: str, which: str) -> None:
    output = run(target, which, "-OPS_AD_CHECK=taylor")
    assert re.search(r"^passed: observed order (1\.9|2)", output, re.MULTILINE), output
    assert "non-smooth" not in output and "not possible" not in output, output
    assert bits(output) == bits(run(target, which))


@TARGETS
@pytest.mark.parametrize("which", ["steps", "row in steps"])
def test_steps_that_run_again_pass_as_well(target: str, which: str) -> None:
    output = run(target, which, "-slots", "-OPS_AD_CHECK=taylor")
    assert re.search(r"^passed: observed order (1\.9|2)", output, re.MULTILINE), output
    assert bits(output) == bits(run(target, which))


@TARGETS
def test_a_wrong_adjoint_that_no_other_check_can_test_is_found(target: str) -> None:
    output = run(target, "wrong", "-OPS_AD_CHECK=taylor", status=1)
    assert "thrown: " in output and re.search(r"the Taylor test of -OPS_AD_CHECK failed: observed order (0\.9|1\.0)", output), output
    assert "non-smooth" not in output
    run(target, "wrong", "-OPS_AD_CHECK=dot,loops,poison")


@TARGETS
@pytest.mark.parametrize(("which", "loop", "output"), [("kink", "bend", "v"), ("branch", "jump", "v"), ("sum", "distance", "sum"), ("overwritten", "distance", "sum")])
def test_a_kink_is_located_and_is_no_error(target: str, which: str, loop: str, output: str) -> None:
    text = run(target, which, "-OPS_AD_CHECK=taylor")
    assert re.search(rf"^inconclusive: the order of the remainder cannot show whether the gradient is right: the objective is non-smooth at \(3,2\) of loop '{loop}' \(.*replayed\.cpp:\d+\): the one-sided derivatives of '{output}' differ$",
                     text, re.MULTILINE), text
    assert bits(text) == bits(run(target, which))


@TARGETS
def test_a_kink_excuses_no_adjoint_that_cannot_be_tested(target: str) -> None:
    output = run(target, "kink and wrong", "-OPS_AD_CHECK=taylor", status=1)
    assert re.search(r"thrown: .* failed: .*; the objective is non-smooth at \(3,2\) of loop 'bend' \(.*\): .*; this property of the objective may explain the failure, but the loop test did not pass either: not every loop's adjoint could be tested",
                     output), output


@TARGETS
def test_a_jump_is_no_error_unless_an_adjoint_cannot_be_tested(target: str) -> None:
    text = run(target, "fall", "-OPS_AD_CHECK=taylor")
    jumps = r"the objective is discontinuous along the direction \(it jumps by [0-9.e-]+, even for very small steps\)"
    assert re.search(rf"^inconclusive: the order of the remainder cannot show whether the gradient is right: {jumps}$", text, re.MULTILINE), text
    assert bits(text) == bits(run(target, "fall"))
    text = run(target, "fall and wrong", "-OPS_AD_CHECK=taylor", status=1)
    assert re.search(rf"thrown: .* failed: observed order [-0.]+.*; {jumps}; this property of the objective may explain the failure, but the loop test did not pass either: not every loop's adjoint could be tested", text), text


def test_a_recording_that_cannot_be_run_again_is_named() -> None:
    text = run("openmp", "own tape", "-OPS_AD_CHECK=taylor")
    assert re.search(r"Taylor test: not possible: the recording cannot be recomputed because of the tape created at .*replayed\.cpp:\d+", text), text
