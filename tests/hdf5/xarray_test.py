"""xarray opens what programs write. Skipped without xarray."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import h5py
import numpy as np
import pytest

from tests.docs.pages import BUILD, ROOT
from tests.hdf5.files_test import run

try:
    import xarray
except ImportError:
    xarray = None
pytestmark = pytest.mark.skipif(xarray is None, reason="no xarray here")
sys.path.insert(0, str(ROOT / "python"))


def opened(path: Path, **more: object) -> object:
    from opsgrad.xarray import Engine

    return xarray.open_dataset(path, engine=Engine, **more)


def test_steps_are_an_axis_of_time(tmp_path: Path) -> None:
    for _ in range(3):
        subprocess.run([BUILD / "docs" / "example" / "files_openmp"], check=True, cwd=tmp_path, capture_output=True)
    with opened(tmp_path / "heat.h5") as found, h5py.File(tmp_path / "heat.h5") as file:
        assert found.u.dims == ("time", "y", "x") and found.time.values.tolist() == [10, 20, 30]
        assert found.x.values.tolist() == list(range(64)) and found.attrs["ops_type"] == "ops_block"
        for k in range(3):
            assert np.array_equal(found.u[k], file[f"steps/{k}/grid/u"][1:-1, 1:-1])
        assert found.u.sel(time=20).isel(x=20, y=30) == file["steps/1/grid/u"][31, 21]
        assert np.array_equal(found.u[1:, ::2, 5], np.stack([file[f"steps/{k}/grid/u"][1:-1:2, 6] for k in (1, 2)]))


def test_types_components_constants(tmp_path: Path) -> None:
    """Halos are left out, and components are an axis."""
    run("write", tmp_path / "all.h5")
    opaque = [f"pair_type_{dim}" for dim in (1, 3, 4)]  # of the application's own, which NumPy does not know
    with opened(tmp_path / "all.h5", group="grid", drop_variables=opaque) as found, h5py.File(tmp_path / "all.h5") as file:
        seen = 0
        for name, stored in file["grid"].items():
            if name not in found:
                continue
            size, below, (dim,) = (stored.attrs[key] for key in ("size", "d_m", "dim"))
            whole = stored[()].reshape(stored.shape[0], -1, dim)
            inside = whole[-below[1] : -below[1] + size[1], -below[0] : -below[0] + size[0]]
            assert np.array_equal(found[name].values.reshape(inside.shape), inside), name
            axes = tuple(axis for axis, cells in zip("yx", size[::-1]) if cells > 1)
            assert tuple(dim[0] for dim in found[name].dims[: len(axes)]) == axes and found[name].attrs["type"] == stored.attrs["type"].decode()
            seen += 1
        assert seen > 10


def test_a_block_is_chosen_and_other_files_are_not_taken(tmp_path: Path) -> None:
    from opsgrad.xarray import Engine

    with h5py.File(tmp_path / "two.h5", "w") as file:
        for name in ("left", "right"):
            file.create_group(name).attrs["ops_type"] = np.bytes_("ops_block")
    with h5py.File(tmp_path / "other.h5", "w") as file:
        file["x"] = 1
    (tmp_path / "text").write_text("no file of HDF5")
    assert Engine().guess_can_open(tmp_path / "two.h5")
    assert not any(Engine().guess_can_open(tmp_path / name) for name in ("other.h5", "text", "none"))
    with pytest.raises(ValueError, match="contains the blocks left, right; choose one with the argument 'group'"):
        opened(tmp_path / "two.h5")
    with pytest.raises(ValueError, match="there is no block 'middle'; available: left, right"):
        opened(tmp_path / "two.h5", group="middle")
    assert not opened(tmp_path / "two.h5", group="left").data_vars
