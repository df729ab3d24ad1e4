"""What one version of VTK makes of files of images: run with that version on PYTHONPATH, for each file it prints a line of JSON.

A VTK that cannot read a file may end the process, so each version has a process of its own.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkIOHDF import vtkHDFReader


def values(data: Any, name: str) -> list[float] | None:
    array = data.GetArray(name)
    return None if array is None else vtk_to_numpy(array).ravel().tolist()


def read(path: str) -> dict[str, object]:
    reader = vtkHDFReader()
    if not reader.CanReadFile(path):
        return {"opens": False}
    reader.SetFileName(path)
    reader.UpdateInformation()
    steps = []
    for step in range(reader.GetNumberOfSteps()):
        reader.SetStep(step)
        reader.Update()
        grid = reader.GetOutput()
        steps.append({"time": reader.GetTimeValue(), "size": grid.GetDimensions(), "p": values(grid.GetPointData(), "p"), "v": values(grid.GetPointData(), "v")})
    return {"opens": True, "steps": steps}


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        print(json.dumps(read(argument)), flush=True)
