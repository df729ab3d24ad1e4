"""Commands out of a compile_commands.json, and what compilers say that are asked by them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from translator.compiler.command import Command, CommandFailed, of_database, of_line, of_text, to_text

COMPILERS = [name for name in ("g++", "clang++") if shutil.which(name)]


def test_a_command_is_the_line_without_what_it_writes(tmp_path: Path) -> None:
    (tmp_path / "a.cpp").write_text("")
    line = ["ccache", "c++", "-Dx=1 2", "-D", "y", "-I", "a", "-MD", "-MT", "a.o", "-MF", "a.d", "-Werror", "-o", "a.o", "-c", "a.cpp"]
    assert of_line(line, str(tmp_path), str(tmp_path / "a.cpp")).words == ("ccache", "c++", "-Dx=1 2", "-D", "y", "-I", "a")


def test_what_a_file_of_flags_holds_counts(tmp_path: Path) -> None:
    (tmp_path / "flags").write_text("-DA -DB='1 2'")
    assert of_line(["c++", "@flags", "-c", "a.cpp"], str(tmp_path), str(tmp_path / "a.cpp")).words == ("c++", "-DA", "-DB=1 2")


def test_what_is_prepared_later_is_left_out(tmp_path: Path) -> None:
    """Headers that clang has precompiled, and what modules need, may not be there when a source is translated."""
    line = ["c++", "-Winvalid-pch", "-Xclang", "-include-pch", "-Xclang", "h.pch", "-Xclang", "-include", "-Xclang", "h.hxx", "@a.o.modmap", "-c", "a.cpp"]
    assert of_line(line, str(tmp_path), str(tmp_path / "a.cpp")).words == ("c++", "-Winvalid-pch", "-include", "h.hxx")


def test_commands_are_those_that_write_below_the_folder(tmp_path: Path) -> None:
    """A source may be compiled for several libraries; each has its flags."""
    (tmp_path / "db.json").write_text(json.dumps([
        {"directory": str(tmp_path), "file": "a.cpp", "command": "c++ -DONE -o sub/one.dir/a.o -c a.cpp"},
        {"directory": str(tmp_path), "file": "a.cpp", "arguments": ["c++", "-DTWO", "-o", "sub/two.dir/a.o", "-c", "a.cpp"]},
        {"directory": str(tmp_path), "file": "a.cpp", "command": "c++ -DTHREE -o sub/two.directory/a.o -c a.cpp"}]))
    found = of_database(tmp_path / "db.json", str(tmp_path / "sub" / "two.dir"))
    assert found == {str((tmp_path / "a.cpp").resolve()): Command(("c++", "-DTWO"), str(tmp_path))}
    assert of_text(to_text(found)) == found


@pytest.mark.parametrize("compiler", COMPILERS)
def test_macros_and_folders_of_a_compiler(compiler: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("a", "b", "c", "first.hpp"):
        (tmp_path / name).mkdir() if "." not in name else (tmp_path / name).write_text("#define FIRST\n")
    monkeypatch.setenv("CPATH", str(tmp_path / "c"))
    command = Command((compiler, "-std=c++20", "-DA=1", "-DF(x)=x", "-UFIRST", "-include", "first.hpp", "-isystem", "b", "-I", "a"), str(tmp_path))
    asked = command.asked()
    assert asked.macros["A"] == "1" and asked.macros["__cplusplus"] == "202002L" and "FIRST" not in asked.macros
    assert (asked.macros["F"], asked.parameters["F"]) == ("x", "(x)")
    assert [str(Path(f).relative_to(tmp_path)) for f in asked.folders if f not in command.standard_folders()] == ["a", "c", "b"]
    assert command.included_first() == ("-include", str(tmp_path / "first.hpp"))


def test_a_compiler_that_has_no_answer_says_why(tmp_path: Path) -> None:
    with pytest.raises(CommandFailed, match="no-such-compiler"):
        Command(("no-such-compiler",), str(tmp_path)).asked()
    (tmp_path / "a.cpp").write_text('#include "gone.hpp"\n')
    with pytest.raises(CommandFailed, match=r"gone\.hpp"):
        Command((COMPILERS[0],), str(tmp_path)).preprocessed(str(tmp_path / "a.cpp"))
