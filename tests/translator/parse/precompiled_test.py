"""Standard headers that libclang has read before change nothing but the time."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.tier import drawn

from translator.parse import parse
from translator.parse.before_ops import HEADERS, names_before
from translator.parse.precompiled import precompiled
from translator.parse.units import Source, read

ROOT = Path(__file__).resolve().parents[3]
FLAGS = ("-std=c++20", f"-I{ROOT}", f"-I{ROOT}/include")
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
    assert precompiled(words, "program.cpp", PROGRAM) == ()
    return precompiled(words, "program.cpp", PROGRAM)


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


NAMES = {
    "": (),
    "// a comment\n": (),
    "#include <cmath>\n#include <stdio.h>\n\n": (),
    "#define OPS_SOA\n#define OPS_WORDS 3  // more\n": ("OPS_SOA", "OPS_WORDS"),
    "constexpr int n = 3;\n": (),
    "#ifndef M_PI\n#define M_PI 3.0\n#endif\nconstexpr double pi = M_PI;\n": ("M_PI",),
    "#include <cstdio>\n#if defined(A) && B > 3\n#define ODD(x) x\n#elif C\n#else\n#undef D\n#endif\n": ("defined", "A", "B", "ODD", "C", "D"),
    "#define protected public\n#undef F\n#define\n": ("protected", "F"),
    "/* #include \"ops.hpp\" */ #undef X\n": ("X",),
    "// see apps/*.cpp\n#ifndef M_PI\n#define M_PI 3.0\n#endif\n/* end */\n": ("M_PI",),
    'const char* all = "/*";\n#ifdef M_PI\n#endif\n/* end */\n': ("M_PI",),
    'const char* all = R"(a " /* )";\n#ifdef M_PI\n#endif\n/* end */\n': ("M_PI",),
    'const char* all = u8R"x(\n)" /*\n)x";\n#ifdef M_PI\n#endif\n/* " */\n': ("M_PI",),
    '#include "own.hpp"\n#include "own.hpp"\n': ("OWN_HPP", "REAL"),
    '#include "sub/own.hpp"\n': ("SUB", "OWN_HPP", "REAL"),
    "#include <sub/own.hpp>\n": ("SUB", "OWN_HPP", "REAL"),
}
OTHERS = ["#include <constants.h>\n", '#include "missing.hpp"\n', "#include OWN\n", "#pragma pack(1)\n", "#error no\n", "#line 3\n",
          '#include "odd.hpp"\n', "#if WITH\n#include <ops.hpp>\n#endif\n", '#if WITH\n#include "with.hpp"\n#endif\n']


@pytest.fixture
def own_headers(tmp_path: Path) -> Path:
    (tmp_path / "sub").mkdir()
    (tmp_path / "own.hpp").write_text("#ifndef OWN_HPP\n#define OWN_HPP\n#include <cmath>\n#ifndef REAL\n#define REAL double\n#endif\n#endif\n")
    (tmp_path / "sub/own.hpp").write_text('#pragma once\n#define SUB\n#include "../own.hpp"\n')
    (tmp_path / "odd.hpp").write_text("#pragma STDC FENV_ACCESS ON\n")
    (tmp_path / "with.hpp").write_text("// all of it\n#ifndef WITH_HPP\n#define WITH_HPP\n#include <ops_seq_v2.h>\n#endif\n")
    return tmp_path


@pytest.mark.parametrize("before", NAMES)
def test_what_stands_before_the_headers_may_say_names(own_headers: Path, before: str) -> None:
    assert names_before(before + PROGRAM, own_headers, (f"-I{own_headers}",)) == {"OPS_2D", *NAMES[before]}


@pytest.mark.parametrize("before", OTHERS)
def test_what_could_tell_which_headers_are_read_is_met(own_headers: Path, before: str) -> None:
    assert names_before(before + PROGRAM, own_headers, (f"-I{own_headers}",)) is None


def test_headers_of_ops_may_be_included_by_one_of_the_program(own_headers: Path) -> None:
    assert names_before('#include "with.hpp"\n#pragma pack(1)\n', own_headers, ()) == {"WITH_HPP"}
    assert names_before('#include "own.hpp"\n', own_headers, ()) is None
    assert names_before('#define WITH_HPP\n#include "with.hpp"\n', own_headers, ()) is None
    assert names_before('#include <with.hpp>\n', own_headers, ("-I", str(own_headers))) is None
    assert names_before('#include <with.hpp>\n', own_headers, (f"-iquote{own_headers}", f"-I{own_headers}")) is None


@pytest.mark.parametrize(("own", "together"), [("#define MINE 1\n", True), ("#ifndef REAL\n#define REAL double\n#endif\n", True), ("#ifndef M_PI\n#define M_PI 3\n#endif\n", False), ("#define EOF 3\n", False)])
def test_names_of_standard_headers_are_not_used_before_them(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own: str, together: bool) -> None:
    """Neither to ask whether they are there, nor to change what these headers read."""
    (tmp_path / "first.hpp").write_text(own + '#include "ops_seq_v2.h"\n')
    (tmp_path / "program.cpp").write_text('#define OPS_2D\n#include "first.hpp"\n' + PROGRAM.split("\n", 2)[2])
    source = (str(tmp_path / "program.cpp"),)
    quickly = [parse(source, FLAGS) for _ in range(3)]
    words = (*FLAGS, "-DOPS_TRANSLATING")
    assert [bool(precompiled(words, source[0], Path(source[0]).read_text())) for _ in range(2)] == [False, together]
    monkeypatch.delenv("OPSGRAD_PRECOMPILED")
    slowly = parse(source, FLAGS)
    assert slowly.program.loops
    for one in quickly:
        assert (one.program, one.diagnostics) == (slowly.program, slowly.diagnostics)


def test_a_macro_of_a_program_has_the_value_that_the_compiler_gives_it(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "program.cpp").write_text("#ifdef M_PI\n#define AT 1\n#else\n#define AT 0\n#endif\n" + PROGRAM.replace("u(1, 0)", "u(AT, 0)"))
    programs = [parse((str(tmp_path / "program.cpp"),), FLAGS).program for _ in range(3)]
    assert programs[0] == programs[1] == programs[2]


def test_every_header_is_read_by_those_of_ops() -> None:
    (text,) = [subprocess.run(["g++", *FLAGS, "-M", "-x", "c++", ROOT / "include/ops.hpp"], capture_output=True, text=True, check=True).stdout]
    read_ = {Path(word).name for word in text.split()}
    assert [name for name in HEADERS if name not in read_] == []


@pytest.mark.parametrize("damage", drawn([b"", b"no such thing"], 1))
def test_a_damaged_file_is_not_used(folder: Path, tmp_path: Path, damage: bytes) -> None:
    source = (str(tmp_path / "program.cpp"),)
    expected = [parse(source, FLAGS) for _ in range(2)][1]
    (made,) = files(folder)
    made.write_bytes(damage)
    found = parse(source, FLAGS)
    assert (found.program, found.diagnostics) == (expected.program, expected.diagnostics)


def test_flags_that_bring_other_headers_have_files_of_their_own(folder: Path, tmp_path: Path) -> None:
    one = met_twice("-std=c++20", f"-I{ROOT}")
    assert one == precompiled(("-std=c++20", f"-I{ROOT}"), "program.cpp", PROGRAM) and one[0] == "-include-pch"
    assert met_twice("-std=c++20", f"-I{ROOT}", "-DNDEBUG") != one
    assert precompiled(("-std=c++20", f"-I{ROOT}", "-include", "/some/cmake_pch.hxx"), "program.cpp", PROGRAM) == one
    assert precompiled(("-std=c++20", f"-I{ROOT}", "-include", "/some/own.hpp"), "program.cpp", PROGRAM) == ()
    assert met_twice("-std=c++20", "-nostdinc") == ()


def test_headers_that_the_command_includes_first_are_read_once_for_all_sources(folder: Path, tmp_path: Path) -> None:
    header = tmp_path / "cmake_pch.hxx"
    forced = ("-std=c++20", f"-I{ROOT}", "-include", str(header))
    odd = '#include "own.hpp"\n' + PROGRAM
    header.write_text("#pragma GCC system_header\n#include <vector>\n#include <cmath>\n")
    assert precompiled(forced, str(tmp_path / "odd.cpp"), odd) == () and precompiled(forced, str(tmp_path / "odd.cpp"), odd)[0] == "-include-pch"
    header.write_text('#include <vector>\n#include "own.hpp"\n')
    assert precompiled(forced, str(tmp_path / "odd.cpp"), odd) == ()


def test_no_folder_no_file(folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("OPSGRAD_PRECOMPILED")
    assert met_twice("-std=c++20") == ()
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("OPSGRAD_PRECOMPILED", str(tmp_path / "file"))
    assert met_twice("-std=c++20", os.fspath(tmp_path)) == ()


@pytest.mark.parametrize("prepared", [".pch", ".gch"])
def test_what_a_compiler_has_precompiled_is_not_used(tmp_path: Path, prepared: str) -> None:
    """It lies beside a header that is included first, where CMake puts it, and is of that compiler and its flags."""
    header, program = tmp_path / "cmake_pch.hxx", tmp_path / "program.cpp"
    header.write_text("#define FIRST 1\n")
    (tmp_path / f"cmake_pch.hxx{prepared}").write_bytes(b"CPCH of another version")
    program.write_text("int first = FIRST;\n")
    assert read(Source(str(program), ("-std=c++20", "-include", str(header))))[1] == ()
