"""Which HDF5 is taken, and that a parallel one comes with MPI, whose headers it includes."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.ranks.start import has_mpi

ROOT = Path(__file__).parents[2]
PROJECT = f"""\
cmake_minimum_required(VERSION 3.25)
project(hdf5 LANGUAGES CXX)
include({ROOT}/cmake/OpsHdf5.cmake)
if(TARGET OpsHdf5::hdf5)
  get_target_property(library OpsHdf5::hdf5 IMPORTED_LOCATION)
  get_target_property(linked OpsHdf5::hdf5 INTERFACE_LINK_LIBRARIES)
  message(STATUS "taken: ${{library}}, with '${{linked}}'")
endif()
"""
PARALLEL, SERIAL = "#define H5_HAVE_PARALLEL 1\n", "/* #undef H5_HAVE_PARALLEL */\n"


def installed(folder: Path, settings: str, header: str = "include", library: str = "lib/libhdf5.so") -> None:
    (folder / header).mkdir(parents=True)
    (folder / header / "hdf5.h").write_text("")
    (folder / header / "H5pubconf.h").write_text(settings)
    (folder / library).parent.mkdir(parents=True, exist_ok=True)
    (folder / library).write_text("")


def configured(folder: Path, *more: str) -> str:
    (folder / "CMakeLists.txt").write_text(PROJECT)
    done = subprocess.run(["cmake", "-S", folder, "-B", folder / "build", f"-DHDF5_ROOT={folder / 'hdf5'}", *more], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_serial_one_needs_nothing_else(tmp_path: Path) -> None:
    installed(tmp_path / "hdf5", SERIAL)
    assert f"taken: {tmp_path}/hdf5/lib/libhdf5.so, with 'linked-NOTFOUND'\n" in configured(tmp_path)


@pytest.mark.skipif(not has_mpi(), reason="this build has no MPI")
def test_a_parallel_one_comes_with_mpi(tmp_path: Path) -> None:
    installed(tmp_path / "hdf5", PARALLEL)
    assert f"taken: {tmp_path}/hdf5/lib/libhdf5.so, with 'MPI::MPI_CXX'\n" in configured(tmp_path)


def test_a_parallel_one_without_mpi_is_left_out_and_said(tmp_path: Path) -> None:
    installed(tmp_path / "hdf5", PARALLEL)
    told = configured(tmp_path, "-DCMAKE_DISABLE_FIND_PACKAGE_MPI=ON")
    assert "taken:" not in told and "libhdf5.so is a parallel HDF5, and no MPI was found for it (Debian: libopenmpi-dev)" in told


def test_headers_and_library_are_of_one_kind(tmp_path: Path) -> None:
    """As on Debian, where several kinds may be installed."""
    installed(tmp_path / "hdf5", SERIAL, "include/hdf5/serial", "lib/libhdf5_serial.so")
    installed(tmp_path / "hdf5", PARALLEL, "include/hdf5/openmpi", "lib/libhdf5_openmpi.so")
    assert f"taken: {tmp_path}/hdf5/lib/libhdf5_serial.so, with 'linked-NOTFOUND'\n" in configured(tmp_path)
