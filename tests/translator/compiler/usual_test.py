"""The command that is taken where no build gives one."""

from __future__ import annotations

from pathlib import Path

from translator.compiler.usual import usual


def test_nothing_is_written_where_the_flags_say_what_to_make(tmp_path: Path) -> None:
    """Who checks a program may give all flags of its build; the object that they name is left as it is."""
    (tmp_path / "a.cpp").write_text("int a;\n")
    (tmp_path / "a.o").write_text("object")
    command = usual(("-DA=1", "-c", "-o", str(tmp_path / "a.o"), "-MD", "-MF", str(tmp_path / "a.d")))
    assert command is not None and "-DA=1" in command.words
    assert "int a;" in command.preprocessed(str(tmp_path / "a.cpp"))
    assert (tmp_path / "a.o").read_text() == "object" and not (tmp_path / "a.d").exists()
