"""Gradients with states on disk: the bits are those with everything kept, also on disks that fail and in processes that may take little memory."""

from __future__ import annotations

import errno
import json
import os
import resource
import subprocess
from pathlib import Path

import pytest

from tests.apps.apps_test import BUILD, executable, run
from tests.apps.memory_test import CASES, least_budget
from tests.sanitized import sanitized

FAULTS = {
    "full": {"FAULTY_DISK_WRITE": str(errno.ENOSPC), "FAULTY_DISK_GOOD_WRITES": "5"},
    "never writes": {"FAULTY_DISK_WRITE": str(errno.EIO)},
    "a flipped bit": {"FAULTY_DISK_FLIP": "20"},
    "interrupted": {"FAULTY_DISK_INTERRUPT": "1"},
}


@pytest.mark.parametrize("name", CASES)
def test_states_on_disk_change_no_bit(name: str, tmp_path: Path) -> None:
    app, options = CASES[name]
    expected = run(app, "openmp", *options, "-gradient", threads=1)["gradient_hash"]
    budget = f"-OPS_AD_MEMORY={least_budget(app, options)}"
    for more in ([], ["-OPS_AD_DISK_COMPRESS"], ["-OPS_AD_DISK_LIMIT=100KB"]):
        report = run(app, "openmp", *options, "-gradient", "-repeat=2", budget, f"-OPS_AD_DISK={tmp_path}", *more, threads=1)
        assert report["gradient_hash"] == expected, more
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("name", ["burgers", "wave"])
def test_disks_that_fail_change_no_bit(name: str, fault: str, tmp_path: Path) -> None:
    app, options = CASES[name]
    expected = run(app, "openmp", *options, "-gradient", threads=1)["gradient_hash"]
    library = BUILD / "tests" / "ops" / "support" / "libfaulty_disk.so"
    command = [executable(app, "openmp"), *options, "-gradient", "-json", f"-OPS_AD_DISK={tmp_path}",
               f"-OPS_AD_MEMORY={least_budget(app, options)}"]
    result = subprocess.run(command, capture_output=True, text=True, timeout=300,
                            env={**os.environ, "OMP_NUM_THREADS": "1", "LD_PRELOAD": str(library), "ASAN_OPTIONS": "verify_asan_link_order=0",
                                 **FAULTS[fault]})
    if result.returncode == 0:
        assert json.loads(result.stdout.splitlines()[-1])["gradient_hash"] == expected
        assert ("-OPS_AD_DISK: " in result.stdout) == (fault in ("full", "never writes")) or fault == "a flipped bit", result.stdout
    else:
        assert fault == "a flipped bit" and "there is no earlier state" in result.stdout + result.stderr


def test_a_directory_that_is_missing_is_an_error_that_says_so(tmp_path: Path) -> None:
    app, options = CASES["burgers"]
    result = subprocess.run([executable(app, "openmp"), *options, "-gradient", f"-OPS_AD_DISK={tmp_path / 'missing'}"],
                            capture_output=True, text=True, timeout=300)
    text = result.stdout + result.stderr
    assert result.returncode != 0 and "ops_ad_step" in text and "missing'" in text and "No such file" in text, text


@pytest.mark.skipif(sanitized(BUILD), reason="AddressSanitizer takes more than all of it")
def test_a_process_that_may_take_a_tenth_of_the_memory_gives_the_same_bits(tmp_path: Path) -> None:
    """The limit is the operating system's, of which the program itself and its libraries need a part."""
    options = ["-nx=300", "-ny=300", "-steps=400", "-gradient", "-json"]
    whole = run("wave", "openmp", *options, "-OPS_AD_MEMORY=8GB", threads=1)
    tenth = whole["peak_bytes"] // 10

    def limited(*more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([executable("wave", "openmp"), *options, *more], capture_output=True, text=True, timeout=300,
                              env={**os.environ, "OMP_NUM_THREADS": "1"},
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (tenth, tenth)))

    assert limited("-OPS_AD_MEMORY=8GB").returncode != 0
    for more in ([], [f"-OPS_AD_DISK={tmp_path}"]):
        result = limited(f"-OPS_AD_MEMORY={tenth // 3}", *more)
        assert result.returncode == 0, result.stdout + result.stderr
        assert json.loads(result.stdout.splitlines()[-1])["gradient_hash"] == whole["gradient_hash"]
