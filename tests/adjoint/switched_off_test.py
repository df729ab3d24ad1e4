"""A dataset that is switched off but touched has its values and its derivatives, with the bits of one that is on, on every target."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

BUILD = Path(os.environ.get("OPSGRAD_BUILD", Path(__file__).parents[2] / "build" / "release"))
SOURCE = Path(__file__).parent / "switched_off.cpp"


def output(target: str, *options: str) -> list[str]:
    result = subprocess.run([BUILD / "tests" / "adjoint" / f"adjoint_switched_off_{target}", *options], capture_output=True, text=True, timeout=300,
                            env={**os.environ, "OMP_NUM_THREADS": "3"})
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout.splitlines()


def results(lines: list[str]) -> list[str]:
    return [line for line in lines if line.startswith("sum ")]


@pytest.mark.parametrize("target", ["seq", "openmp", "checked"])
def test_values_and_gradients_are_those_of_a_dataset_that_is_on(target: str) -> None:
    found = results(output(target))
    assert len(found) == 1 and found == results(output("seq", "-on")) == results(output(target, "-on"))


@pytest.mark.parametrize("target", ["seq", "openmp", "checked"])
def test_it_is_so_where_steps_run_again_and_in_all_checks(target: str) -> None:
    found = output(target, "-OPS_AD_CHECK=dot,loops,taylor,poison")
    assert results(found) == results(output(target)) and not any("failed" in line for line in found)


def test_checked_warns_once_of_each_that_is_touched() -> None:
    text = SOURCE.read_text().splitlines()
    expected = []
    for loop in ("take", "change", "depends"):
        line = next(k for k, code in enumerate(text, 1) if f'"{loop}"' in code)
        expected.append(f":{line} accesses dataset 'u' (argument 1), which is switched off (ops_arg_dat_opt with flag 0): the loop runs as if the argument were switched on")
    warned = [line for line in output("checked") if line.startswith("OPS warning")]
    assert [w.split("switched_off.cpp")[1] for w in warned] == expected
    assert not any("OPS warning" in line for line in output("checked", "-on") + output("seq") + output("openmp"))
