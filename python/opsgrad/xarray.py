"""xarray opens the HDF5 files of programs: `xarray.open_dataset("heat.h5")`, where opsgrad is installed, or with engine=opsgrad.xarray.Engine.

Interiors of the datasets of one block, lazily, with axes x, y, z and the indices of cells as coordinates; steps that the file has are an axis `time`.
Constants are variables. Attributes are those of the file (docs/files.md).
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any, ClassVar, Union

import h5py
import numpy as np
import xarray
from xarray.backends import BackendArray, BackendEntrypoint
from xarray.core import indexing

_AXES = ("x", "y", "z", "s", "t")


class Engine(BackendEntrypoint):
    """Files of programs."""

    description: ClassVar[str] = "HDF5 files of OPS programs"
    open_dataset_parameters: ClassVar[tuple[str, ...]] = ("filename_or_obj", "drop_variables", "group")

    def guess_can_open(self, filename_or_obj: Any) -> bool:
        """A file with a block."""
        try:
            with h5py.File(filename_or_obj, "r") as file:
                return bool(_blocks(file))
        except (OSError, TypeError):
            return False

    def open_dataset(self, filename_or_obj: Union[str, os.PathLike[str]], *, drop_variables: Union[str, Iterable[str], None] = None,
                     group: Union[str, None] = None) -> xarray.Dataset:
        """What a file has of one block.

        Args:
            group: the block; None: the only one

        Raises:
            ValueError: there are several blocks, or none of that name
        """
        file = h5py.File(filename_or_obj, "r")
        blocks = _blocks(file)
        if group is None and len(blocks) != 1:
            raise ValueError(f"the file {filename_or_obj} contains the blocks {', '.join(blocks) or '(none)'}; choose one with the argument 'group'")
        if group is not None and group not in blocks:
            raise ValueError(f"{filename_or_obj}: there is no block '{group}'; available: {', '.join(blocks) or 'none'}")
        block = group or blocks[0]
        left_out = {drop_variables} if isinstance(drop_variables, str) else set(drop_variables or ())
        found = xarray.Dataset(attrs=_attributes(file[block]))
        for name, steps in _datasets(file, block).items():
            if name not in left_out:
                _add(found, name, steps)
        if "time" in found.dims and (times := _times(file)) is not None and len(times) == found.sizes["time"]:
            found = found.assign_coords(time=times)
        for name, item in file.items():
            if _kind(item) == "ops_const" and name not in left_out and name not in found:
                values = item[()]
                found[name] = ((), values.reshape(())) if values.size == 1 else (f"{name}_component", values)
                found[name].attrs = _attributes(item)
        found.set_close(file.close)
        return found


def _kind(item: Any) -> str:
    kind = item.attrs.get("ops_type", b"")
    return kind.decode() if isinstance(kind, bytes) else str(kind)


def _blocks(file: h5py.File) -> list[str]:
    return [name for name, item in file.items() if _kind(item) == "ops_block"]


def _datasets(file: h5py.File, block: str) -> dict[str, list[h5py.Dataset]]:
    """Each dataset of the block, in all steps that have it; without steps once."""
    steps = [file["steps"][number] for number in sorted(file["steps"], key=int)] if "steps" in file else []
    found: dict[str, list[h5py.Dataset]] = {}
    for step in steps:
        for name, item in (step[block].items() if block in step else ()):
            if _kind(item) == "ops_dat":
                found.setdefault(name, []).append(item)
    for name, item in file[block].items():
        if _kind(item) == "ops_dat" and name not in found:
            found[name] = [item]
    return found


def _times(file: h5py.File) -> Union[np.ndarray[Any, Any], None]:
    values = file.get("VTKHDF/Steps/Values")
    return None if values is None else values[()]


def _attributes(item: Any) -> dict[str, Any]:
    values = {name: value.decode() if isinstance(value, bytes) else value for name, value in item.attrs.items()}
    return {name: value[0] if isinstance(value, np.ndarray) and value.size == 1 else value for name, value in values.items()}


def _add(found: xarray.Dataset, name: str, steps: list[h5py.Dataset]) -> None:
    first = steps[0]
    size, below, base, stride = (np.atleast_1d(first.attrs[key]) for key in ("size", "d_m", "base", "stride"))
    components = int(np.atleast_1d(first.attrs["dim"])[0])
    dims, cuts, shape = [], [], []
    for axis in reversed(range(len(size))):  # the file has the last axis first
        each = components if axis == 0 else 1  # components of a cell are together along axis 0
        lo, cells = -int(below[axis]), int(size[axis])
        cuts.append(slice(lo * each, (lo + cells) * each))
        if cells == 1:  # the same all along this axis
            continue
        indices = (int(base[axis]) + np.arange(cells)) * int(stride[axis])
        dim = _AXES[axis]
        if dim in found.coords and not np.array_equal(found[dim], indices):
            dim = f"{dim}_{name}"
        if dim not in found.coords:
            found.coords[dim] = (dim, indices, {"long_name": f"index of the cell along axis {axis}"})
        dims.append(dim)
        shape.append(cells)
    if components > 1:
        dims.append(f"{name}_component")
        shape.append(components)
    in_steps = first.name.startswith("/steps/")
    interior = _Interior(steps, tuple(cuts), tuple(shape), in_steps)
    found[name] = (("time", *dims) if in_steps else tuple(dims), indexing.LazilyIndexedArray(interior), _attributes(first))


class _Interior(BackendArray):
    """Interiors of a dataset, in all steps or alone, read when they are needed."""

    def __init__(self, steps: list[h5py.Dataset], cuts: tuple[slice, ...], shape: tuple[int, ...], in_steps: bool) -> None:
        self._steps, self._cuts, self._shape, self._in_steps = steps, cuts, shape, in_steps
        self.dtype = steps[0].dtype
        self.shape = (len(steps), *shape) if in_steps else shape

    def __getitem__(self, key: Any) -> Any:
        return indexing.explicit_indexing_adapter(key, self.shape, indexing.IndexingSupport.BASIC, self._read)

    def _read(self, key: tuple[Any, ...]) -> Any:
        chosen, inside = (key[0], key[1:]) if self._in_steps else (0, key)
        if isinstance(chosen, slice):
            values = [self._one(step)[inside] for step in self._steps[chosen]]
            return np.stack(values) if values else np.empty((0, *np.empty(self._shape, bool)[inside].shape), self.dtype)
        return self._one(self._steps[chosen])[inside]

    def _one(self, step: h5py.Dataset) -> Any:
        return step[self._cuts].reshape(self._shape)
