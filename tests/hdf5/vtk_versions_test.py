"""Files of one, two and three steps are read by VTK: by the version that scripts/install.sh --tests fetches, and by all that OPSGRAD_VTK names, folders
with a VTK each (scripts/vtk_versions.sh fetches every version and runs this).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import h5py
import numpy as np
import pytest

from tests.hdf5.files_test import run

ROOT = Path(__file__).parents[2]
FETCHED = ROOT / "build" / "oracles"
FOLDERS = [Path(one) for one in os.environ.get("OPSGRAD_VTK", str(FETCHED)).split(":")]
CASES = [(dims, real, steps) for dims in (2, 3) for real in ("double", "float") for steps in (1, 2, 3)]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("images")
    run("images", folder)
    return [folder / f"{block}.{dims}d.{real}.{steps}.h5" for block in ("left", "right") for dims, real, steps in CASES]


def expected(dims: int, step: int, components: int) -> list[float]:
    i, j, k = (axis.ravel() for axis in np.meshgrid(np.arange(5), np.arange(4), np.arange(3 if dims == 3 else 1), indexing="ij"))
    order = np.lexsort((i, j, k))
    cells = (i + 10 * j + 100 * k + 1000 * step)[order]
    return (cells[:, None] + 10000 * np.arange(components)).ravel().tolist()


def test_every_file_has_what_readers_of_vtk_files_count(files: list[Path]) -> None:
    """A type without a byte of zero at its end, and no axis of steps where there is one step."""
    for file in files:
        dims, steps = int(file.name.split(".")[1][0]), int(file.name.split(".")[3])
        with h5py.File(file) as opened:
            kind = opened["VTKHDF"].attrs.get_id("Type")
            assert kind.dtype == np.dtype("S9") and opened["VTKHDF"].attrs["Type"] == b"ImageData"
            assert opened["VTKHDF/Steps"].attrs["NSteps"] == steps
            for name, components in (("p", ()), ("v", (3,))):
                assert opened[f"VTKHDF/PointData/{name}"].shape == (*((steps,) if steps > 1 else ()), *((3,) if dims == 3 else ()), 4, 5, *components)


@pytest.mark.parametrize("vtk", FOLDERS, ids=lambda folder: folder.name)
def test_vtk_reads_every_step_of_every_file(vtk: Path, files: list[Path]) -> None:
    if not (vtk / "vtkmodules").is_dir():
        pytest.skip(f"no VTK in {vtk}: bash scripts/install.sh --tests fetches one")
    done = subprocess.run([sys.executable, str(Path(__file__).with_name("vtk_reads.py")), *map(str, files)], env={**os.environ, "PYTHONPATH": str(vtk)},
                          capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    for file, line in zip(files, done.stdout.splitlines(), strict=True):
        dims, steps = int(file.name.split(".")[1][0]), int(file.name.split(".")[3])
        found = json.loads(line)
        assert found["opens"] and len(found["steps"]) == steps, (file.name, line, done.stderr)
        for step, data in enumerate(found["steps"]):
            assert data["time"] == 0.5 * step and data["size"] == [5, 4, 3 if dims == 3 else 1]
            assert data["p"] == expected(dims, step, 1) and data["v"] == expected(dims, step, 3), file.name


def test_steps_of_another_grid_are_refused_with_sizes(tmp_path: Path) -> None:
    run("many", tmp_path / "run.h5")
    with pytest.raises(AssertionError) as refused:
        run("another_grid", tmp_path / "run.h5")
    for part in ("the shape of dataset 'p' is 6 x 4 cells, but its shape in the time steps in this file is 5 x 4 cells", "another file"):
        assert part in str(refused.value)
