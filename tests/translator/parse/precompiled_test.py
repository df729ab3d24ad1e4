"""Standard headers that libclang has read before change nothing but the time."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from translator.parse import parse
from translator.parse.precompiled import precompiled
from translator.parse.units import Source, read

ROOT = Path(__file__).resolve().parents[3]
FLAGS = ("-std=c++20", f"-I{ROOT}", f"-I{ROOT}/ops/include")
PROGRAM = """#define OPS_2D
#include "ops_seq_v2.h"
#include <vector>
#include "own.hpp"
void smooth(const ACC<double>& u, ACC<double>& v) { v(0, 0) = weight(u(1, 0), std::max(u(0, 0), 0.5)); }
int range[] = {0, 4, 0, 4}, at[] = {0, 0, 1, 0};
void run(ops_block block, ops_dat u, ops_dat v) {
  ops_stencil s = ops_decl_stencil(2, 2, at, "s");
  ops_par_loop(smooth, "smooth", block, 2, range, ops_arg_dat(u, 1, s, "double", OPS_READ), ops_arg_dat(v, 1, s, "double", OPS_WRITE));
}
"""
OWN = "inline double weight(double a, double b) { return 0.5 * a + std::sqrt(b); }\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Of what is precompiled."""
    monkeypatch.setenv("OPSGRAD_PRECOMPILED", str(tmp_path / "read"))
    monkeypatch.setattr("translator.parse.precompiled.MEETINGS", 1)
    (tmp_path / "own.hpp").write_text(OWN)
    (tmp_path / "program.cpp").write_text(PROGRAM)
    return tmp_path / "read"


def files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.pch"))


def met_twice(*words: str) -> tuple[str, ...]:
    assert precompiled(words) == ()
    return precompiled(words)


def test_a_program_is_read_alike(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = (str(tmp_path / "program.cpp"),)
    quickly = [parse(source, FLAGS) for _ in range(3)]
    assert len(files(folder)) == 1
    monkeypatch.delenv("OPSGRAD_PRECOMPILED")
    slowly = parse(source, FLAGS)
    assert slowly.program.loops
    for one in quickly:
        assert (one.program, one.diagnostics) == (slowly.program, slowly.diagnostics)


def test_mistakes_are_reported_with_the_same_words(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "program.cpp").write_text(PROGRAM.replace("weight(", "wait("))
    source = Source(str(tmp_path / "program.cpp"), FLAGS)
    assert read(source)[1] == read(source)[1] != ()
    _, quickly = read(source)
    monkeypatch.delenv("OPSGRAD_PRECOMPILED")
    assert quickly == read(source)[1]


def test_headers_that_a_program_changes_by_macros_are_read_anew(folder: Path, tmp_path: Path) -> None:
    """Who makes protected members public before a standard header gets what he wants."""
    (tmp_path / "before.cpp").write_text("#define protected public\n#include <vector>\nauto first(std::vector<int>& v) { return v._M_erase(v.begin()); }\n")
    for _ in range(3):
        assert read(Source(str(tmp_path / "before.cpp"), FLAGS))[1] == ()
    assert files(folder)


@pytest.mark.parametrize("damage", [b"", b"no such thing"])
def test_a_damaged_file_is_not_used(folder: Path, tmp_path: Path, damage: bytes) -> None:
    source = (str(tmp_path / "program.cpp"),)
    expected = [parse(source, FLAGS) for _ in range(2)][1]
    (made,) = files(folder)
    made.write_bytes(damage)
    found = parse(source, FLAGS)
    assert (found.program, found.diagnostics) == (expected.program, expected.diagnostics)


def test_flags_that_bring_other_headers_have_files_of_their_own(folder: Path, tmp_path: Path) -> None:
    one = met_twice("-std=c++20", f"-I{ROOT}")
    assert one == precompiled(("-std=c++20", f"-I{ROOT}")) and one[0] == "-include-pch"
    assert met_twice("-std=c++20", f"-I{ROOT}", "-DNDEBUG") != one
    assert precompiled(("-std=c++20", f"-I{ROOT}", "-include", "/some/cmake_pch.hxx")) == one
    assert precompiled(("-std=c++20", f"-I{ROOT}", "-include", "/some/own.hpp")) == ()
    assert met_twice("-std=c++20", "-nostdinc") == ()


def test_no_folder_no_file(folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("OPSGRAD_PRECOMPILED")
    assert met_twice("-std=c++20") == ()
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("OPSGRAD_PRECOMPILED", str(tmp_path / "file"))
    assert met_twice("-std=c++20", os.fspath(tmp_path)) == ()
