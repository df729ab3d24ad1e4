"""A program that is killed while it appends a step leaves the steps before, for every reader, wherever it was killed."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import h5py
import numpy as np
import pytest

from tests.hdf5.files_test import BUILD, PROGRAMS

KILLER = BUILD / "tests" / "hdf5" / "libhdf5_killed.so"
I, J = np.meshgrid(np.arange(5), np.arange(4))


def append(file: Path, first: int, steps: int, kill: int = 0, *options: str) -> int:
    environment = {**os.environ, "OPSGRAD_TEST_FIRST": str(first), "OPSGRAD_TEST_STEPS": str(steps)}
    if kill:
        environment |= {"OPSGRAD_TEST_KILL": str(kill), "LD_PRELOAD": str(KILLER), "ASAN_OPTIONS": "detect_leaks=0:verify_asan_link_order=0"}
    return subprocess.run([PROGRAMS[0], "many", str(file), *options], env=environment, capture_output=True, timeout=60).returncode


def check(file: Path, steps: int) -> None:
    """The first steps are there, by all names that readers use."""
    with h5py.File(file) as opened:
        root = opened["VTKHDF"]
        count = int(root["Steps"].attrs["NSteps"][0])
        assert count >= steps and (root["Steps/Values"][:steps] == 0.5 * np.arange(steps)).all() and len(root["Steps/Values"]) >= count
        assert (root["Steps/PointDataOffsets/p"][:steps] == np.arange(steps)).all()
        shown = root["PointData/p"]
        assert shown.shape[-2:] == (4, 5)
        for step in range(steps):
            right = I + 10 * J + 1000 * step
            assert (opened[f"steps/{step}/grid/p"][2:6, 1:6] == right).all()
            assert ((shown[step] if shown.ndim == 3 else shown[()]) == right).all()
        names: list[str] = []
        opened.visit(names.append)  # every group
        for name in names:
            item = opened[name]
            dict(item.attrs)
            if isinstance(item, h5py.Dataset) and not item.is_virtual:
                item[()]


@pytest.mark.parametrize("chunk", [(), ("-OPS_HDF5_CHUNK_SIZE=2",)], ids=["whole", "chunks"])
@pytest.mark.parametrize("steps", [1, 2, 8, 33])
def test_old_steps_stay_readable(tmp_path: Path, steps: int, chunk: tuple[str, ...]) -> None:
    before, file = tmp_path / "before.h5", tmp_path / "run.h5"
    assert append(before, 0, steps, 0, *chunk) == 0
    for kill in range(1, 1000):
        shutil.copy(before, file)
        status = append(file, steps, 1, kill, *chunk)
        check(file, steps)
        if status == 0:
            break
        assert status == -9
        if kill % 5 == 0:  # a program that goes on writes the step again
            assert append(file, steps, 1, 0, *chunk) == 0
            check(file, steps + 1)
    assert kill > 5
    check(file, steps + 1)
