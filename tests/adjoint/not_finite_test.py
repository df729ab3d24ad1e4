"""A NaN in a gradient whose objective is finite is never without a word, and passes no test; zero seeds give nothing on any target."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

BUILD = Path(os.environ.get("OPSGRAD_BUILD", Path(__file__).parents[2] / "build" / "release"))
SOURCE = (Path(__file__).parent / "not_finite.cpp").read_text().splitlines()
TARGETS = ["seq", "openmp", "checked"]


def run(name: str, target: str, *options: str, threads: int = 1) -> subprocess.CompletedProcess[str]:
    program = BUILD / "tests" / "adjoint" / f"adjoint_{name}_{target}"
    return subprocess.run([program, *options], capture_output=True, text=True, timeout=300, env={**os.environ, "OMP_NUM_THREADS": str(threads)})


def line_of(text: str) -> int:
    return 1 + next(i for i, line in enumerate(SOURCE) if text in line)


@pytest.mark.parametrize("target", TARGETS)
def test_the_loop_and_the_cell_are_named_once(target: str) -> None:
    said = run("not_finite", target, "-again").stdout
    lines = [line for line in said.splitlines() if "arose" in line and "fetch" in line]
    assert len(lines) == 1, said
    fetch, angle = line_of("ops_dat_fetch_derivative("), line_of('"angle"')
    assert lines[0].startswith("OPS warning: ops_dat_fetch_derivative at ") and f"not_finite.cpp:{fetch}: the derivative of dataset 'x' is NaN at (3)" in lines[0]
    assert "the non-finite value first arose in the adjoint of loop 'angle' at " in lines[0] and lines[0].endswith(f"not_finite.cpp:{angle}, in the derivative of 'u' (NaN at (3))")
    gradients = [line for line in said.splitlines() if line.startswith(" ")]
    assert gradients[0] == gradients[1] and gradients[0].split()[3].endswith("nan") and "nan" not in gradients[0].split()[2]


@pytest.mark.parametrize("target", TARGETS)
def test_the_derivative_by_a_scalar_is_looked_at_too(target: str) -> None:
    said = run("not_finite", target, "-scalar").stdout
    assert "the derivative of scalar 's' is NaN; the non-finite value first arose in the adjoint of loop 'angle'" in said


@pytest.mark.parametrize("target", TARGETS)
def test_the_taylor_test_fails(target: str) -> None:
    said = run("not_finite", target).stdout
    assert "failed: the gradient is not finite" in said and "Taylor failed" in said


@pytest.mark.parametrize("target", TARGETS)
def test_what_fmax_does_not_choose_gives_nothing(target: str) -> None:
    said = run("not_finite", target, "-chosen").stdout
    assert "nan" not in said and "arose" not in said and "Taylor passed" in said, said


@pytest.mark.parametrize("check", ["taylor", "dot", "loops", "poison"])
def test_no_check_passes_it(check: str) -> None:
    done = run("not_finite", "openmp", f"-OPS_AD_CHECK={check}")
    said = done.stdout + done.stderr
    assert "passed" not in said and "not finite" in said, said


def test_zero_seeds_give_nothing_with_the_same_bits_everywhere() -> None:
    done = [run("zero_seeds", target, threads=threads) for target, threads in [("seq", 1), ("checked", 1), ("openmp", 1), ("openmp", 3)]]
    assert all(d.returncode == 0 for d in done), "".join(d.stdout + d.stderr for d in done)
    assert len({d.stdout for d in done}) == 1 and "arose" not in done[0].stdout


@pytest.mark.parametrize("option", ["-OPS_AD_CHECK=dot,taylor", "-OPS_AD_CHECK=loops", "-OPS_AD_CHECK=poison"])
def test_checks_pass_where_a_rim_divides_by_zero(option: str) -> None:
    done = run("zero_seeds", "openmp", option, threads=2)
    assert done.returncode == 0 and "failed" not in done.stdout and "passed" in done.stdout, done.stdout + done.stderr
    assert "loops" not in option or "values are excluded from this test" in done.stdout
