"""What the device has no room for is moved to the host's memory and fetched again: bits of target openmp, whatever the budgets."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.cuda.apps_test import BUILD, bits, run
from tests.cuda.cases import BURGERS, CLOVER, LBM, POISSON, WAVE
from tests.tier import drawn

CASES = {
    "burgers": ("burgers", *BURGERS), "cloverleaf": ("cloverleaf", *CLOVER), "lbm": ("lbm", *LBM), "wave": ("wave", *WAVE),
    "cubic poisson": ("poisson", *POISSON, "-cubic"), "cde": ("cde", "-ns=24", "-nv=16", "-steps=6"),
    "heat": ("heat_adi", "-nx=9", "-ny=8", "-nz=7"),
}
SMALL, PLENTY = "-OPS_AD_MEMORY=30kB", "-OPS_AD_HOST_MEMORY=1GB"
MOVED = re.compile(r"OPS: the library moved (\S+) (\w+) to host memory and copied back (\S+) (\w+); at most (\S+) (\w+) were in host memory")


def refused(case: tuple[str, ...], *words: str, target: str = "cuda_host") -> str:
    path = BUILD / "apps" / case[0] / f"{case[0]}_{target}"
    result = subprocess.run([path, *case[1:], "-gradient", *words], capture_output=True, text=True, timeout=300)
    assert result.returncode != 0
    return result.stdout + result.stderr


def moves(case: tuple[str, ...], *words: str, folder: Path) -> bool:
    return float(MOVED.search(run(case[0], "cuda_host", (*case[1:], "-gradient", "-OPS_AD_PLAN", *words), folder).stdout)[1]) > 0


@pytest.mark.parametrize("name", drawn(list(CASES), 3))
def test_what_is_moved_comes_back_with_its_bits(name: str, tmp_path: Path) -> None:
    app, *words = CASES[name]
    expected = bits(app, "openmp", tuple(words), tmp_path)
    for more in ((), ("-repeat=3",), ("-OPS_AD_MARKS=found", "-repeat=2"), ("-OPS_AD_MARKS=0",), ("-slots=2", "-repeat=2"), ("-OPS_AD_DISK=.",)):
        assert bits(app, "cuda_host", (*words, SMALL, PLENTY, *more), tmp_path) == expected, more


@pytest.mark.parametrize("name", ["burgers", "cloverleaf", "wave"])
def test_where_both_are_short_steps_run_again(name: str, tmp_path: Path) -> None:
    """From what is the least that would do, in all, on: on the device, in the host's memory, or half and half."""
    app, *words = CASES[name]
    expected = bits(app, "openmp", tuple(words), tmp_path)
    least = int(re.search(r"(\d+) bytes would suffice", refused(CASES[name], "-OPS_AD_MEMORY=1", "-OPS_AD_HOST_MEMORY=1"))[1])
    for device, host in ((least, 4096), (4096, 2 * least), (least, least), (2 * least, 3 * least)):
        budgets = (f"-OPS_AD_MEMORY={device}", f"-OPS_AD_HOST_MEMORY={host}")
        assert bits(app, "cuda_host", (*words, *budgets, "-repeat=2"), tmp_path) == expected, budgets


def test_the_plan_counts_the_hosts_memory_and_says_what_was_moved(tmp_path: Path) -> None:
    case = CASES["wave"]
    text = run(case[0], "cuda_host", (*case[1:], "-gradient", "-OPS_AD_PLAN", SMALL, PLENTY), tmp_path).stdout
    assert "all values are kept, and no step is recomputed" in text
    assert "OPS: derivatives may use up to 29.30 KiB on the device (-OPS_AD_MEMORY) and 953.67 MiB on the host (-OPS_AD_HOST_MEMORY)" in text
    assert "memory limit         32.00 GiB" in run(case[0], "cuda_host", (*case[1:], "-gradient", "-OPS_AD_PLAN"), tmp_path).stdout, "half of the device's"
    assert moves(case, SMALL, PLENTY, folder=tmp_path) and not moves(case, "-OPS_AD_MEMORY=1GB", PLENTY, folder=tmp_path)


def test_too_little_of_both_is_an_error_that_names_both() -> None:
    text = refused(CASES["burgers"], "-OPS_AD_MEMORY=1", "-OPS_AD_HOST_MEMORY=2")
    assert re.search(r"\d+ bytes would suffice; the budget consists of 1 bytes on the device \(-OPS_AD_MEMORY\) and 2 bytes on the host "
                     r"\(-OPS_AD_HOST_MEMORY\)", text), text


def test_targets_without_a_device_have_no_such_tier() -> None:
    text = refused(CASES["burgers"], PLENTY, target="openmp")
    assert "option 'OPS_AD_HOST_MEMORY' applies only to targets that keep datasets in device memory; this target keeps datasets in host memory" in text, text


@pytest.mark.parametrize("check", ["taylor", "dot", "poison", "loops"])
def test_checks_of_gradients_bring_values_back(check: str, tmp_path: Path) -> None:
    run("burgers", "cuda_host", (*BURGERS, "-gradient", SMALL, PLENTY, f"-OPS_AD_CHECK={check}"), tmp_path)


def test_second_derivatives_bring_values_back(tmp_path: Path) -> None:
    words = (*POISSON, "-hessian", "-cubic")
    assert bits("poisson", "cuda_host", (*words, SMALL, PLENTY), tmp_path) == bits("poisson", "openmp", words, tmp_path)
