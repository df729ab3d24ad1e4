"""A disk that is full, or files of others where ours should go, or that others use: an error, and what was there stays as it was."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import h5py
import pytest

from tests.hdf5.files_test import PROGRAMS, run


def refused(part: str, file: Path, room: int | None = None) -> str:
    environment = dict(os.environ) if room is None else {**os.environ, "OPSGRAD_TEST_FULL": str(room)}
    result = subprocess.run([PROGRAMS[0], part, str(file)], capture_output=True, text=True, env=environment, cwd=file.parent)
    assert result.returncode == 3 and "OPSException" in result.stdout, f"{result.returncode}\n{result.stdout}{result.stderr}"
    return result.stdout


@pytest.mark.parametrize("part", ["dump", "add_one", "write", "parts", "steps"])
@pytest.mark.parametrize("room", [0, 100, 1000, 10_000])
def test_a_full_disk_leaves_the_old_file(tmp_path: Path, part: str, room: int) -> None:
    file = tmp_path / "old.h5"
    run("add_one", file)
    before = file.read_bytes()
    assert "File too large" in refused(part, file, room)
    assert file.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["old.h5"]


@pytest.mark.parametrize("chunk", ["-OPS_HDF5_CHUNK_SIZE=1", "-OPS_HDF5_CHUNK_SIZE=64", "-OPS_HDF5_COMPRESS=9"])
@pytest.mark.parametrize("part", ["add_one", "parts", "steps"])
def test_room_for_chunks_is_reckoned_too(tmp_path: Path, part: str, chunk: str) -> None:
    """At each limit the whole is written, or nothing."""
    file = tmp_path / "old.h5"
    run("add_one", file)
    before = file.read_bytes()
    for room in (20_000, 50_000, 70_000, 90_000, 120_000, 200_000):
        file.write_bytes(before)
        environment = {**os.environ, "OPSGRAD_TEST_FULL": str(room)}
        result = subprocess.run([PROGRAMS[0], part, str(file), chunk], capture_output=True, text=True, env=environment, cwd=tmp_path)
        assert result.returncode in (0, 3), result.stdout + result.stderr
        with h5py.File(file) as opened:  # it can be read
            opened.visititems(lambda name, item: item[()] if isinstance(item, h5py.Dataset) and item.size and not item.is_virtual else None)


@pytest.mark.parametrize("part", ["dump", "add_one", "parts", "steps"])
def test_a_full_disk_leaves_no_part_of_a_new_file(tmp_path: Path, part: str) -> None:
    refused(part, tmp_path / "new.h5", 4000)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("part", ["dump", "add_one", "parts", "steps"])
@pytest.mark.parametrize("content", [b"", b"int main() {}\n", bytes(4096)])
def test_a_file_of_another_kind_is_not_overwritten(tmp_path: Path, part: str, content: bytes) -> None:
    file = tmp_path / "main.cpp"
    file.write_bytes(content)
    assert "not an HDF5 file" in refused(part, file)
    assert file.read_bytes() == content


def test_places_that_are_no_files(tmp_path: Path) -> None:
    assert "not a regular file" in refused("add_one", tmp_path)
    assert "not a regular file" in refused("dump", Path("/dev/full"))


@pytest.mark.parametrize("part", ["add_one", "write", "parts", "steps"])
def test_a_file_that_another_program_reads_stays_as_it_is(tmp_path: Path, part: str) -> None:
    file = tmp_path / "open.h5"
    run("add_one", file)
    before = file.read_bytes()
    with h5py.File(file, "r"):
        assert "another program has it open" in refused(part, file)
        assert file.read_bytes() == before
    run(part, file, folder=tmp_path)


def test_of_two_programs_that_make_a_file_none_loses_what_it_wrote(tmp_path: Path) -> None:
    """At once: one may be told that it cannot have the file."""
    wrote = {"add_one": {"grid/u", "wide", "pi", "from_u_to_u"}, "steps": {"grid/p", "VTKHDF"}}
    for attempt in range(12):
        file = tmp_path / f"{attempt}.h5"
        both = {part: subprocess.Popen([PROGRAMS[0], part, file], stdout=subprocess.PIPE, text=True, cwd=tmp_path) for part in ("add_one", "steps")}
        told = {part: program.communicate(timeout=60)[0] for part, program in both.items()}
        with h5py.File(file) as opened:
            for part, program in both.items():
                assert program.returncode in (0, 3), told[part]
                if program.returncode == 0:
                    assert all(name in opened for name in wrote[part]), (part, told)
    assert not list(tmp_path.glob("*.aside.*"))


def test_a_link_leads_to_the_file_that_is_replaced(tmp_path: Path) -> None:
    run("dump", tmp_path / "target.h5")
    (tmp_path / "link.h5").symlink_to("target.h5")
    run("dump", tmp_path / "link.h5")
    assert (tmp_path / "link.h5").is_symlink() and sorted(path.name for path in tmp_path.iterdir()) == ["link.h5", "target.h5"]


def test_misuse_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "kept.h5"
    run("add_one", file)
    before = file.read_bytes()
    run("misuse", file)
    assert file.read_bytes() == before
