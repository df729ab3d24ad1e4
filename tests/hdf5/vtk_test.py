"""ParaView's reader opens the program's own file: VTK reads each step and gives the values that the program had."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pytest

from tests.hdf5.files_test import run

sys.path.append(str(Path(__file__).parents[2] / "build" / "oracles"))  # where scripts/install.sh --tests puts it
vtk: Any = importlib.import_module("vtkmodules.vtkIOHDF") if importlib.util.find_spec("vtkmodules") else None
pytestmark = pytest.mark.skipif(vtk is None, reason="vtk is not here: bash scripts/install.sh --tests fetches it")


def to_numpy(array: object) -> np.ndarray:
    return importlib.import_module("vtkmodules.util.numpy_support").vtk_to_numpy(array)


NX, NY, STEPS = 5, 4, 3
I, J = np.meshgrid(np.arange(NX), np.arange(NY))
CLASSES = {"steps": "vtkImageData", "lines": "vtkRectilinearGrid", "points": "vtkStructuredGrid"}


def expected(step: int) -> np.ndarray:
    return (I + 10 * J + 1000 * step).ravel()


@pytest.mark.parametrize("part", CLASSES)
def test_vtk_reads_every_step(tmp_path: Path, part: str) -> None:
    file = tmp_path / "run.h5"
    run(part, file)
    reader = vtk.vtkHDFReader()
    assert reader.CanReadFile(str(file))
    reader.SetFileName(str(file))
    reader.UpdateInformation()
    assert reader.GetNumberOfSteps() == STEPS
    for step in range(STEPS):
        reader.SetStep(step)
        reader.Update()
        grid = reader.GetOutput()
        assert grid.GetClassName() == CLASSES[part]
        assert reader.GetTimeValue() == 0.5 * step
        values = grid.GetCellData() if part == "lines" else grid.GetPointData()
        assert (to_numpy(values.GetArray("p")) == expected(step)).all()
        for component in range(3):
            assert (to_numpy(values.GetArray("v"))[:, component] == expected(step) + 100 * component).all()


def test_grids_have_the_coordinates_of_the_program(tmp_path: Path) -> None:
    bounds = {}
    for part in CLASSES:
        run(part, tmp_path / part)
        reader = vtk.vtkHDFReader()
        reader.SetFileName(str(tmp_path / part))
        reader.Update()
        bounds[part] = reader.GetOutput().GetBounds()
        if part == "points":
            points = to_numpy(reader.GetOutput().GetPoints().GetData())
            assert (points[:, 0] == expected(0)).all() and (points[:, 1] == expected(1)).all() and (points[:, 2] == 0).all()
        if part == "lines":
            assert to_numpy(reader.GetOutput().GetXCoordinates()).tolist() == [0, 1, 4, 9, 16, 25]
    assert bounds["steps"] == (0, NX - 1, 0, NY - 1, 0, 0)
    assert bounds["lines"] == (0, 25, 0, 8, 0, 0)


def test_nothing_is_stored_twice_and_the_last_step_is_found_by_name(tmp_path: Path) -> None:
    run("steps", tmp_path / "run.h5")
    with h5py.File(tmp_path / "run.h5") as file:
        shown = file["VTKHDF/PointData/p"]
        assert shown.is_virtual and shown.shape == (STEPS, NY, NX) and not shown.chunks
        assert file["grid/p"] == file[f"steps/{STEPS - 1}/grid/p"]
        assert (file["grid/p"][2:6, 1:6].ravel() == expected(STEPS - 1)).all()
