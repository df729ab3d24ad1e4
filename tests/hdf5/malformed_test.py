"""Files that are not what the program needs: each is an error that names the file, and neither a crash nor a change of the file."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import h5py
import numpy as np
import pytest

from tests.hdf5.files_test import PROGRAMS, run


def without(path: str, attribute: str) -> Callable[[Path], None]:
    def spoil(file: Path) -> None:
        with h5py.File(file, "r+") as opened:
            del opened[path].attrs[attribute]

    return spoil


def with_value(path: str, attribute: str, value: object) -> Callable[[Path], None]:
    def spoil(file: Path) -> None:
        with h5py.File(file, "r+") as opened:
            opened[path].attrs[attribute] = value

    return spoil


def with_dataset(path: str, **how: object) -> Callable[[Path], None]:
    """Another array with the attributes of the one that was there."""

    def spoil(file: Path) -> None:
        with h5py.File(file, "r+") as opened:
            attributes = dict(opened[path].attrs)
            del opened[path]
            opened.create_dataset(path, **how).attrs.update(attributes)

    return spoil


def with_link(path: str, link: object) -> Callable[[Path], None]:
    def spoil(file: Path) -> None:
        with h5py.File(file, "r+") as opened:
            if path in opened:
                del opened[path]
            if link is not None:
                opened[path] = link

    return spoil


def as_group(path: str) -> Callable[[Path], None]:
    def spoil(file: Path) -> None:
        with h5py.File(file, "r+") as opened:
            del opened[path]
            opened.create_group(path)

    return spoil


def cut(part: float) -> Callable[[Path], None]:
    return lambda file: os.truncate(file, int(part * file.stat().st_size))


def content(data: bytes) -> Callable[[Path], None]:
    def write(file: Path) -> None:
        file.write_bytes(data)

    return write


def zeroed(first: int, count: int) -> Callable[[Path], None]:
    def spoil(file: Path) -> None:
        data = bytearray(file.read_bytes())
        data[first : first + count] = bytes(count)
        file.write_bytes(data)

    return spoil


U = "grid/u"
DOUBLES = np.zeros((6, 8))
SPOILED: dict[str, Callable[[Path], None]] = {
    "empty": content(b""),
    "text": content(b"t = 0.5\nu = 1 2 3\n"),
    "zeros": content(bytes(8192)),
    "signature_alone": content(b"\x89HDF\r\n\x1a\n"),
    "netcdf_classic": content(b"CDF\x01" + bytes(200)),
    "cut_to_half": cut(0.5),
    "cut_to_a_tenth": cut(0.1),
    "cut_by_a_little": cut(0.99),
    "superblock_zeroed": zeroed(8, 40),
    "root_zeroed": zeroed(96, 200),
    "no_block": with_link("grid", None),
    "block_is_an_array": lambda file: (with_link("grid", None)(file), with_link("grid", np.zeros(3))(file))[0],
    "block_of_no_type": without("grid", "ops_type"),
    "block_of_other_type": with_value("grid", "ops_type", np.bytes_("ops_dat")),
    "block_type_is_a_number": with_value("grid", "ops_type", 7),
    "block_type_is_a_list": with_value("grid", "ops_type", np.array([b"ops_block", b"x"])),
    "block_without_dims": without("grid", "dims"),
    "block_of_three_dims": with_value("grid", "dims", 3),
    "block_dims_are_reals": with_value("grid", "dims", 2.0),
    "block_dims_are_text": with_value("grid", "dims", "2"),
    "block_dims_too_large": with_value("grid", "dims", np.int64(1) << 40),
    "no_dataset": with_link(U, None),
    "dataset_is_a_group": as_group(U),
    "dataset_is_a_dangling_link": with_link(U, h5py.SoftLink("/nowhere")),
    "dataset_links_to_itself": with_link(U, h5py.SoftLink("/grid/u")),
    "dataset_in_a_missing_file": with_link(U, h5py.ExternalLink("missing.h5", "/u")),
    **{f"dataset_without_{name}": without(U, name) for name in ("ops_type", "block", "dim", "type", "size", "base", "d_m", "d_p")},
    "dataset_of_other_type": with_value(U, "ops_type", np.bytes_("ops_stencil")),
    "dataset_of_another_block": with_value(U, "block", np.bytes_("other")),
    "dataset_of_two_components": with_value(U, "dim", 2),
    "dataset_called_float": with_value(U, "type", np.bytes_("float")),
    "dataset_called_nothing": with_value(U, "type", np.bytes_("")),
    "dataset_called_at_length": with_value(U, "type", np.bytes_("x" * 60000)),
    "one_size": with_value(U, "size", np.array([5], dtype="i4")),
    "three_sizes": with_value(U, "size", np.array([5, 4, 1], dtype="i4")),
    "negative_size": with_value(U, "size", np.array([-5, 4], dtype="i4")),
    "zero_size": with_value(U, "size", np.array([0, 4], dtype="i4")),
    "huge_size": with_value(U, "size", np.array([2**31 - 1, 2**31 - 1], dtype="i4")),
    "size_beyond_int": with_value(U, "size", np.array([2**40, 4], dtype="i8")),
    "another_size": with_value(U, "size", np.array([6, 4], dtype="i4")),
    "positive_d_m": with_value(U, "d_m", np.array([1, -2], dtype="i4")),
    "negative_d_p": with_value(U, "d_p", np.array([-2, 0], dtype="i4")),
    "huge_halos": with_value(U, "d_p", np.array([2**31 - 1, 0], dtype="i4")),
    "base_beyond_range": with_value(U, "base", np.array([2**31 - 1, 0], dtype="i4")),
    "sizes_are_reals": with_value(U, "size", np.array([5.0, 4.0])),
    "zero_stride": with_value(U, "stride", np.array([0, 1], dtype="i4")),
    "values_are_floats": with_dataset(U, data=DOUBLES.astype("f4")),
    "values_are_integers": with_dataset(U, data=DOUBLES.astype("i8")),
    "values_are_texts": with_dataset(U, data=np.full((6, 8), b"12345678")),
    "values_are_compounds": with_dataset(U, data=np.zeros((6, 8), dtype=[("a", "f4"), ("b", "f4")])),
    "values_are_lists": with_dataset(U, shape=(6, 8), dtype=h5py.vlen_dtype("f8")),
    "values_of_rank_1": with_dataset(U, data=np.zeros(48)),
    "values_of_rank_3": with_dataset(U, data=np.zeros((1, 6, 8))),
    "values_transposed": with_dataset(U, data=np.zeros((8, 6))),
    "a_single_value": with_dataset(U, data=1.0),
    "no_values": with_dataset(U, data=h5py.Empty("f8")),
    "huge_array": with_dataset(U, shape=(2**31, 2**31), dtype="f8", chunks=(1024, 1024)),
    "no_stencil": with_link("wide", None),
    "stencil_of_reals": with_dataset("wide", data=np.zeros(6)),
    "stencil_too_short": with_dataset("wide", data=np.zeros(5, dtype="i4")),
    "stencil_of_more_points": with_value("wide", "points", 4),
    "stencil_without_points": without("wide", "points"),
    "stencil_with_strides": with_value("wide", "stride", np.array([0, 1], dtype="i4")),
    "stencil_to_restrict": with_value("wide", "type", 2),
    "no_halo": with_link("from_u_to_u", None),
    "halo_is_an_array": lambda file: (with_link("from_u_to_u", None)(file), with_link("from_u_to_u", np.zeros(2))(file))[0],
    "halo_of_another_block": with_value("from_u_to_u", "from_block", np.bytes_("other")),
    "halo_without_dirs": without("from_u_to_u", "from_dir"),
    "halo_of_impossible_dirs": with_value("from_u_to_u", "to_dir", np.array([1, 1], dtype="i4")),
    "halo_outside": with_value("from_u_to_u", "to_base", np.array([2**31 - 1, -(2**31)], dtype="i4")),
    "halo_of_negative_size": with_value("from_u_to_u", "iter_size", np.array([-2, 4], dtype="i4")),
    "no_constant": with_link("pi", None),
    "constant_of_floats": with_dataset("pi", data=np.zeros(1, dtype="f4")),
    "constant_of_two": with_dataset("pi", data=np.zeros(2)),
    "constant_called_int": with_value("pi", "type", np.bytes_("int")),
    "constant_without_dim": without("pi", "dim"),
}


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    file = tmp_path_factory.mktemp("good") / "good.h5"
    run("add_one", file)
    assert run("read_one", file) == "read 3 3.25\n"
    return file.read_bytes()


def test_there_are_enough_of_them() -> None:
    assert len(SPOILED) >= 60


@pytest.mark.parametrize("name", SPOILED)
def test_a_malformed_file_is_an_error(tmp_path: Path, good: bytes, name: str) -> None:
    file = tmp_path / "spoiled.h5"
    file.write_bytes(good)
    SPOILED[name](file)
    before = file.read_bytes()
    result = subprocess.run([PROGRAMS[0], "read_one", str(file)], capture_output=True, text=True, timeout=60)
    assert result.returncode == 3, f"{result.returncode}\n{result.stdout}{result.stderr}"
    assert "OPSException" in result.stdout and "_hdf5" in result.stdout and str(file) in result.stdout
    assert "HDF5-DIAG" not in result.stderr
    assert file.read_bytes() == before


def test_no_file_at_all(tmp_path: Path) -> None:
    result = subprocess.run([PROGRAMS[0], "read_one", str(tmp_path / "none.h5")], capture_output=True, text=True)
    assert result.returncode == 3 and "there is no such file" in result.stdout
    assert list(tmp_path.iterdir()) == []


def test_steps_of_another_program_are_not_added_to(tmp_path: Path) -> None:
    file = tmp_path / "run.h5"
    run("steps", file)
    for spoil in (with_value("VTKHDF", "Type", np.bytes_("UnstructuredGrid")), without("VTKHDF", "Type"), with_link("VTKHDF/Steps/Values", np.zeros(3)),
                  with_value("VTKHDF/Steps", "NSteps", -4), with_link("VTKHDF/PointData/p", np.zeros((3, 4, 6)))):
        spoiled = tmp_path / "spoiled.h5"
        spoiled.write_bytes(file.read_bytes())
        spoil(spoiled)
        result = subprocess.run([PROGRAMS[0], "steps", str(spoiled)], capture_output=True, text=True)
        assert result.returncode == 3 and "ops_append_vtk_hdf5" in result.stdout, result.stdout + result.stderr
        with h5py.File(spoiled) as opened:
            assert sorted(opened["steps"]) == ["0", "1", "2"]
