"""Files of a program on several processes: what one process writes, whatever the number; and a run goes on from a file on any number."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import h5py
import numpy as np
import pytest

from tests.ranks.start import BUILD, FOR_MPI, has_mpi, mpirun

pytestmark = pytest.mark.skipif(not has_mpi(), reason="no MPI: the target mpi is not built")
PROGRAM = BUILD / "tests" / "hdf5" / "hdf5_processes"


def run(part: str, file: Path, ranks: int, *words: str, status: int = 0) -> str:
    start = [*mpirun(ranks), f"{PROGRAM}_mpi"] if ranks > 1 else [f"{PROGRAM}_seq"]
    done = subprocess.run([*start, part, str(file), *words], capture_output=True, text=True, env={**os.environ, **FOR_MPI}, timeout=120)
    assert (done.returncode != 0) == (status != 0), done.stdout + done.stderr
    return done.stdout + done.stderr


def contents(file: Path) -> dict[str, tuple[object, dict[str, object]]]:
    """Arrays and attributes of everything in a file."""
    found: dict[str, tuple[object, dict[str, object]]] = {}

    def note(name: str, item: h5py.Group | h5py.Dataset) -> None:
        array = item[...] if isinstance(item, h5py.Dataset) else None
        found[name] = (array, {key: np.asarray(value).tolist() for key, value in item.attrs.items()})

    with h5py.File(file) as opened:
        opened.visititems(note)
    return found


def same(one: Path, other: Path) -> None:
    a, b = contents(one), contents(other)
    assert a.keys() == b.keys() and len(a) > 1
    for name, (array, attributes) in a.items():
        assert attributes == b[name][1], name
        assert array is None or (array.dtype == b[name][0].dtype and array.tobytes() == b[name][0].tobytes()), name
    assert one.read_bytes() == other.read_bytes(), "HDF5 can add time stamps"


@pytest.mark.parametrize("words", [(), ("-OPS_HDF5_CHUNK_SIZE=5", "-OPS_HDF5_COMPRESS=4")], ids=["plain", "compressed"])
def test_files_are_those_of_one_process(tmp_path: Path, words: tuple[str, ...]) -> None:
    expected = run("write", tmp_path / "one", 1, *words)
    assert "sum" in expected
    for ranks in (2, 3, 4):
        file = tmp_path / f"of{ranks}"
        assert run("write", file, ranks, *words) == expected
        for end in ("", ".parts", ".steps"):
            same(Path(f"{tmp_path / 'one'}{end}"), Path(f"{file}{end}"))
        assert run("restart", file, 5 - ranks) == expected
        assert contents(Path(f"{file}.again"))["grid/pair"][0].tobytes() == contents(file)["grid/pair"][0].tobytes()


def test_an_error_of_the_one_that_writes_is_everybodys(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("no HDF5 file")
    assert run("write", tmp_path / "taken", 3, status=3).count("exists, but is not an HDF5 file") == 3
    assert run("restart", tmp_path / "missing", 3, status=3).count("there is no such file") == 3
