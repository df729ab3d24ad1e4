"""Standard headers that libclang has read before change nothing but the time."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.tier import drawn

from translator.parse import parse
from translator.parse.precompiled import HEADERS, ops_first, precompiled
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


FIRST = [
    "", "// a comment? yes\n", "/* one\n * more **/\n", "#include <cmath>\n#include <stdio.h>\n\n", "#define OPS_SOA\n#define OPS_WORDS 3  // more\n",
    "// DOS\r\n#include <cmath>\r\n", "#pragma once\n#ifdef __cplusplus\n#include <vector>\n#endif\n",
]
# What could mean something else once standard headers have been read, or could be read in another way than it looks.
NOT_FIRST = [
    "constexpr int n = 3;\n", "template <class T> T fabs(T x) { return x * x; }\ninline double magnitude(double x) { return fabs(x); }\n#define MAGNITUDE magnitude\n", "#define M_PI 3.0\n", "#ifdef INT_MAX\n#endif\n", "#undef EOF\n", "#pragma pack(1)\n",
    '_Pragma("push_macro(\\"M_PI\\")")\n', "#include <stack>\n", "#include <macros.hpp>\n", '#include "macros.hpp"\n', '#include "missing.hpp"\n', "#include OWN\n", "#line 3\n",
    '#include "ops.hpp"\n', "#include <ops.hpp>\n", '#include "code.hpp"\n',
    "\ufeff#include <cmath>\n", "#define \\\r\nM_PI 3.0\n", "#define OPS_SOA \\ \n#define M_PI 3.0\n", "// C:\\\n#define M_PI 3.0\n", "/* *\\\n/\n#define M_PI 3.0\n/* */\n",
    "// what??/\n#define M_PI 3.0\n", "/* *??/\n/\n#define M_PI 3.0\n/* */\n", "// one\r#define M_PI 3.0\n", "\0#define M_PI 3.0\n", "??=define M_PI 3.0\n", "%:define M_PI 3.0\n",
    '1\'000; /* don\'t\n', "#if 0\n", "#ifndef M_PI\n#define M_PI 3\n",
]


@pytest.fixture
def own_headers(tmp_path: Path) -> tuple[str, ...]:
    """The command that finds them."""
    files = {"macros.hpp": "#pragma once\n#define M_PI 3\n", "stack": "#define M_PI 3\n", "ops.hpp": '#define M_PI 3\n#include "opsgrad/opsgrad.hpp"\n',
             "code.hpp": "inline double fabs(int);\n#include <ops_seq_v2.h>\n"}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    return (*FLAGS, f"-I{tmp_path}")


@pytest.mark.parametrize("before", FIRST)
def test_headers_of_ops_come_first(own_headers: tuple[str, ...], tmp_path: Path, before: str) -> None:
    assert ops_first(before + PROGRAM, str(tmp_path), own_headers)


@pytest.mark.parametrize("before", NOT_FIRST)
def test_where_something_else_comes_first_nothing_is_precompiled(own_headers: tuple[str, ...], tmp_path: Path, before: str) -> None:
    assert not ops_first(before + PROGRAM, str(tmp_path), own_headers)


@pytest.mark.parametrize("before", drawn([*FIRST, *NOT_FIRST], 3))
def test_what_comes_first_is_read_alike(folder: Path, own_headers: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: str) -> None:
    """An offset shows the value of a macro, and a call shows which function was chosen."""
    tell = "#ifdef M_PI\n#define AT (M_PI > 3.1)\n#else\n#define AT 0\n#endif\n#ifndef MAGNITUDE\n#define MAGNITUDE fabs\n#endif\n"
    program = PROGRAM.replace("void smooth", tell + "void smooth").replace("u(1, 0)", "MAGNITUDE(u(AT, 0))")
    (tmp_path / "program.cpp").write_bytes((before + program).encode())
    quickly = [parse((str(tmp_path / "program.cpp"),), own_headers) for _ in range(3)]
    monkeypatch.delenv("OPSGRAD_PRECOMPILED")
    slowly = parse((str(tmp_path / "program.cpp"),), own_headers)
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
    one = met_twice(*FLAGS)
    assert one == precompiled(FLAGS, "program.cpp", PROGRAM) and one[0] == "-include-pch"
    assert met_twice(*FLAGS, "-DNDEBUG") != one
    for more in (("-include", "/some/own.hpp"), ("--include", "/some/own.hpp"), ("-imacros", "/some/own.hpp"), ("-cxx-isystem", "/some")):
        assert met_twice(*FLAGS, *more) == ()
    (tmp_path / "climits").write_text("#define M_PI 3\n#include_next <climits>\n")
    for more in ((f"-I{tmp_path}",), ("-isystem", str(tmp_path))):
        assert met_twice(*FLAGS, *more) == ()
    assert met_twice(*FLAGS, "-nostdinc") == ()


def test_headers_that_the_command_includes_first_are_read_once_for_all_sources(folder: Path, tmp_path: Path) -> None:
    header = tmp_path / "cmake_pch.hxx"
    forced = ("-std=c++20", f"-I{ROOT}", "-include", str(header))
    odd = '#include "own.hpp"\n' + PROGRAM
    header.write_text("#pragma GCC system_header\n#include <vector>\n#include <cmath>\n")
    assert precompiled(forced, str(tmp_path / "odd.cpp"), odd) == () and precompiled(forced, str(tmp_path / "odd.cpp"), odd)[0] == "-include-pch"
    for more in ('#include "own.hpp"\n', "#define M_PI 3\n"):
        header.write_text("#include <vector>\n" + more)
        assert [precompiled(forced, str(tmp_path / "odd.cpp"), text) for text in (odd, PROGRAM) for _ in range(3)] == [()] * 6


def test_no_folder_no_file(folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("OPSGRAD_PRECOMPILED")
    assert met_twice(*FLAGS) == ()
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("OPSGRAD_PRECOMPILED", str(tmp_path / "file"))
    assert met_twice(*FLAGS, os.fspath(tmp_path)) == ()


@pytest.mark.parametrize("prepared", [".pch", ".gch"])
def test_what_a_compiler_has_precompiled_is_not_used(tmp_path: Path, prepared: str) -> None:
    """It lies beside a header that is included first, where CMake puts it, and is of that compiler and its flags."""
    header, program = tmp_path / "cmake_pch.hxx", tmp_path / "program.cpp"
    header.write_text("#define FIRST 1\n")
    (tmp_path / f"cmake_pch.hxx{prepared}").write_bytes(b"CPCH of another version")
    program.write_text("int first = FIRST;\n")
    assert read(Source(str(program), ("-std=c++20", "-include", str(header))))[1] == ()
