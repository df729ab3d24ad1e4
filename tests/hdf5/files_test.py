"""Every HDF5 call of the API: what the program has written, h5py reads; what it reads back is checked by the program itself."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import h5py
import numpy as np
import pytest

ROOT = Path(__file__).parents[2]
BUILD = Path(os.environ.get("OPSGRAD_BUILD", ROOT / "build" / "release"))
PROGRAMS = [BUILD / "tests" / "hdf5" / f"hdf5_program_{target}" for target in ("seq", "openmp")]

COLUMNS, ROWS = 8, 6  # allocated cells of every dataset of the program
REALS = {"double": "f8", "float": "f4"}
INTEGERS = {"char": "i1", "short": "i2", "int": "i4", "long": "i8", "uint": "u4", "ulong": "u8", "ll": "i8"}


def run(part: str, file: Path | str, *options: str, program: Path = PROGRAMS[0], folder: Path | None = None) -> str:
    result = subprocess.run([program, part, str(file), *options], capture_output=True, text=True, cwd=folder)
    assert result.returncode == 0, f"{part}: {result.returncode}\n{result.stdout}{result.stderr}"
    return result.stdout


def text(attribute: object) -> str:
    return attribute.decode() if isinstance(attribute, bytes) else str(attribute)


def cells_and_components(dim: int) -> tuple[np.ndarray, np.ndarray]:
    """Number of the cell and of the component at each place of an array in a file."""
    cell = np.repeat(np.arange(COLUMNS * ROWS).reshape(ROWS, COLUMNS), dim, axis=1)
    return cell, np.tile(np.arange(dim), (ROWS, COLUMNS))


def opaque(values: object) -> np.ndarray:
    """Bytes of a type that only the application knows: with the tag of the file, which h5py does not look at."""
    found = np.empty(values.shape, dtype="V8")
    values.id.read(h5py.h5s.ALL, h5py.h5s.ALL, found, mtype=values.id.get_type())
    return found


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("everything") / "all.h5"
    run("write", file)
    return file


@pytest.mark.parametrize("dim", [1, 3, 4])  # 4: a structure of arrays, which a file does not show
@pytest.mark.parametrize("name", [*REALS, *INTEGERS, "half", "bool", "complexd", "complexf", "pair_type"])
def test_a_dataset_is_in_the_file_as_h5py_expects_it(everything: Path, name: str, dim: int) -> None:
    cell, component = cells_and_components(dim)
    with h5py.File(everything) as file:
        values = file[f"grid/{name}_{dim}"]
        assert values.shape == (ROWS, COLUMNS * dim)
        found = opaque(values) if name == "pair_type" else values[...]
    if name in REALS:
        assert found.dtype == REALS[name] and (found == cell + 0.25 * component).all()
    elif name in INTEGERS:
        assert found.dtype == INTEGERS[name] and (found == cell + component).all()
    elif name == "half":
        assert found.dtype == "f2" and (found == cell + 0.25 * component).all()
    elif name == "bool":
        assert found.dtype == bool and (found == ((cell + component) % 3 == 0)).all()
    elif name == "pair_type":
        pairs = np.frombuffer(found.tobytes(), dtype=[("first", "i4"), ("second", "f4")]).reshape(found.shape)
        assert (pairs["first"] == cell).all() and (pairs["second"] == 0.5 * component).all()
    else:
        assert found.dtype == ("c16" if name == "complexd" else "c8") and (found == cell + 0.5 - 1j * component).all()


def test_attributes_are_those_that_readers_expect(everything: Path) -> None:
    with h5py.File(everything) as file:
        block, dat = file["grid"], file["grid/double_3"]
        assert text(block.attrs["ops_type"]) == "ops_block" and block.attrs["dims"].tolist() == [2] and block.attrs["index"].tolist() == [0]
        assert [text(dat.attrs[name]) for name in ("ops_type", "block", "type")] == ["ops_dat", "grid", "double"]
        numbers = {name: dat.attrs[name].tolist() for name in ("block_index", "dim", "size", "d_m", "d_p", "base")}
        assert numbers == {"block_index": [0], "dim": [3], "size": [5, 4], "d_m": [-1, -2], "d_p": [2, 0], "base": [-1, 0]}
        assert text(file["grid/double_4"].attrs["type"]) == "double:soa"
        assert file["grid/line"][...].T.tolist() == [[1, 2, 3, 4, 5, 6]] and file["grid/line"].attrs["d_m"].tolist() == [0, -1]
        assert file["grid/coarse"].attrs["stride"].tolist() == [2, 2]


def test_stencils_halos_and_constants(everything: Path) -> None:
    with h5py.File(everything) as file:
        three, along = file["three"], file["along"]
        assert three[...].tolist() == [0, 0, 1, 0, 0, -1] and three.attrs["points"] == 3 and text(three.attrs["ops_type"]) == "ops_stencil"
        assert along.attrs["stride"].tolist() == [0, 1] and along.attrs["dims"] == 2
        halos = [file["from_u_to_u"].attrs, file["from_u_to_u_1"].attrs]
        assert [halo["to_dir"].tolist() for halo in halos] == [[1, 2], [-1, 2]]
        assert halos[0]["iter_size"].tolist() == [2, 4] and halos[0]["to_base"].tolist() == [-2, 0] and text(halos[0]["ops_type"]) == "ops_halo"
        assert file["gravity"][...].tolist() == [9.81, -1.0] and file["large"][...].tolist() == [1 << 60, -2]
        assert file["wave"][...].tolist() == [1 + 2j, 3 - 4j] and file["on"][...].tolist() == [True, False]
        assert text(file["count"].attrs["type"]) == "int" and file["count"].attrs["dim"] == 2


@pytest.mark.parametrize("program", PROGRAMS, ids=["seq", "openmp"])
def test_what_was_written_is_read_back_bit_by_bit(everything: Path, program: Path) -> None:
    assert "right" in run("read", everything, program=program)


@pytest.mark.parametrize("options", [("-OPS_HDF5_CHUNK_SIZE=3",), ("-OPS_HDF5_COMPRESS=6",), ("OPS_HDF5_CHUNK_SIZE=100", "OPS_HDF5_COMPRESS=1")])
def test_chunks_and_compression_change_no_value(everything: Path, tmp_path: Path, options: tuple[str, ...]) -> None:
    file = tmp_path / "stored.h5"
    run("write", file, *options)
    assert "right" in run("read", file)
    with h5py.File(everything) as plain, h5py.File(file) as stored:
        assert plain["grid/double_3"].chunks is None and stored["grid/double_3"].chunks is not None
        assert (stored["grid/double_3"].compression == "gzip") == any("COMPRESS" in option for option in options)
        assert (plain["grid/double_3"][...] == stored["grid/double_3"][...]).all()
    assert "3" not in options[0] or h5py.File(file)["grid/double_1"].chunks == (3, 3)


def test_writing_again_keeps_one_copy(tmp_path: Path) -> None:
    file = tmp_path / "again.h5"
    lengths = set()
    for _ in range(3):
        run("add_one", file)
        lengths.add(file.stat().st_size)
    assert len(lengths) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["again.h5"]


def test_planes_and_slabs(tmp_path: Path) -> None:
    run("parts", "parts.h5", folder=tmp_path)
    u = np.arange(1.0, ROWS * COLUMNS + 1).reshape(ROWS, COLUMNS)  # [y + 2, x + 2]
    w = np.arange(1.0, 2 * ROWS * COLUMNS + 1).reshape(ROWS, COLUMNS, 2)
    s = np.arange(1.0, 3 * ROWS * COLUMNS + 1).reshape(ROWS, COLUMNS, 3)
    inner_y, inner_x = slice(2, 6), slice(1, 6)
    with h5py.File(tmp_path / "parts.h5") as file:
        assert (file["slabs/u"][...] == u[3:6, 0:3]).all()
        assert (file["slabs/w"][...] == w[3:6, 0:3].reshape(3, 6)).all()
        assert file["s"].dtype == "f4" and (file["s"][...] == s[3:6, 0:3].reshape(3, 9)).all()
        assert file["halves"].dtype == "f2" and (file["halves"][...] == u[3:6, 0:3]).all()
        assert (file["planes/x"][...] == u[inner_y, 4]).all()
        assert (file["planes/y"][...] == w[0, inner_x].reshape(10)).all()
    with h5py.File(tmp_path / "I2.h5") as file:
        assert (file["grid/7/u"][...] == u[inner_y, 4]).all() and (file["grid/7/w"][...] == w[inner_y, 4].reshape(8)).all()
    with h5py.File(tmp_path / "J3.h5") as file:
        assert sorted(file["grid"]) == ["7", "8"] and file["grid/8/u"].dtype == "f4" and (file["grid/8/u"][...] == u[5, inner_x]).all()
    with h5py.File(tmp_path / "named.h5") as file:
        assert (file["grid/8/u"][...] == u[inner_y, 4]).all()


@pytest.mark.parametrize("program", PROGRAMS, ids=["seq", "openmp"])
def test_a_restart_goes_on_as_the_run_did(tmp_path: Path, program: Path) -> None:
    uninterrupted = run("dump", tmp_path / "dump.h5", program=program)
    assert len(uninterrupted.splitlines()) == 20
    assert run("restart", tmp_path / "dump.h5", program=program) == uninterrupted
    with h5py.File(tmp_path / "dump.h5") as file:
        assert sorted(file) == ["from_u_to_v", "grid", "point", "wide"] and sorted(file["grid"]) == ["u", "v"]


def test_derivatives_do_not_go_past_values_from_a_file(tmp_path: Path) -> None:
    run("dump", tmp_path / "dump.h5")
    run("recorded", tmp_path / "dump.h5")


def test_values_and_derivative_side_by_side(tmp_path: Path) -> None:
    file = tmp_path / "both.h5"
    printed = [float(line) for line in run("derivative", file).split()]
    with h5py.File(file) as opened:
        values, derivative = opened["grid/u"], opened["grid/u_derivative"]
        assert text(derivative.attrs["derivative_of"]) == "u" and derivative.attrs["size"].tolist() == [5, 4]
        inner = (slice(2, 6), slice(1, 6))
        assert (derivative[...][inner] == values[...][inner]).all()  # of half the sum of squares
        assert derivative[...][inner].ravel().tolist() == printed


def test_steps_that_are_written_again_take_the_place_of_the_first(tmp_path: Path) -> None:
    """As a program does that goes on after an interruption."""
    file = tmp_path / "run.h5"
    run("steps", file)
    with h5py.File(file) as written:
        times, number = written["VTKHDF/Steps/Values"][:], written["VTKHDF/Steps"].attrs["NSteps"]
    run("steps", file)
    with h5py.File(file) as again:
        assert again["VTKHDF/Steps"].attrs["NSteps"] == number
        assert (again["VTKHDF/Steps/Values"][:] == times).all()


def test_names_with_a_percent_sign_are_names(tmp_path: Path) -> None:
    """Where virtual datasets say what they show, "%b" is a number."""
    file = tmp_path / "run.h5"
    run("odd_names", file)
    step = np.add.outer(10 * np.arange(4), np.arange(5))
    for end in ("", ".points"):
        with h5py.File(f"{file}{end}") as opened:
            shown = opened["VTKHDF/PointData"]
            assert (shown["p%b"][...] == [step + 1000 * k for k in range(3)]).all()
            assert (shown["%"][..., 2] == [step + 200 + 1000 * k for k in range(3)]).all()
    with h5py.File(f"{file}.points") as opened:
        assert (opened["VTKHDF/Points"][0, :, :, 0] == step).all() and (opened["VTKHDF/Points"][0, :, :, 1] == step + 1000).all()


def test_steps_go_on_after_a_kill_in_the_middle_of_one(tmp_path: Path) -> None:
    """The file has become longer, but its attribute claims that it has not."""
    file = tmp_path / "run.h5"
    run("steps", file)
    with h5py.File(file) as written:
        shown = written["VTKHDF/PointData/p"][...]
    data = bytearray(file.read_bytes())
    end = slice(40, 48)  # where a superblock of version 0 has it
    assert data[8] == 0 and int.from_bytes(data[end], "little") == len(data)
    data[end] = (len(data) - 2000).to_bytes(8, "little")
    file.write_bytes(data)
    run("steps", file)
    with h5py.File(file) as again:
        assert (again["VTKHDF/PointData/p"][...] == shown).all() and again["VTKHDF/Steps"].attrs["NSteps"] == 3
        again.visititems(lambda name, item: item[()] if isinstance(item, h5py.Dataset) else None)
