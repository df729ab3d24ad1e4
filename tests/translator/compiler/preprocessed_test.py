"""What a preprocessor's text says of the user's files."""

from __future__ import annotations

from pathlib import Path

from translator.compiler.preprocessed import preprocessed

TEXT = """\
# 0 "a.cpp"
# 0 "<built-in>"
#define BUILT_IN 1
# 0 "<command-line>"
# 1 "a.cpp"
int a;
#pragma omp parallel

# 1 "b.hpp" 1
#define B BUILT_IN

# 5 "b.hpp"
int b;
# 1 "sys/c.h" 1 3
#define C 1
# 6 "b.hpp" 2
int more;
# 5 "a.cpp" 2
# 1 "ops/data/types.hpp" 1
int product;
# 1 "d.hpp" 1
# 2 "d.hpp" 3
# 6 "a.cpp" 2
# 1 "b.hpp" 1
# 7 "a.cpp" 2
int c; int
# 7 "a.cpp"
  d;
# 8 "a.cpp" 3 4
void* e = __null
# 8 "a.cpp"
 ;
"""


def test_lines_of_the_users_files_by_reading(tmp_path: Path) -> None:
    """Where a macro of the system is called, GCC gives the line the flags of the system; the file is the user's."""
    (tmp_path / "d.hpp").write_text("#pragma GCC system_header\n")
    found = preprocessed(TEXT, str(tmp_path), str(tmp_path / "a.cpp"))
    assert found.files == {str(tmp_path / "a.cpp"): [{1: "int a;", 7: "int c; int d;", 8: "void* e = __null ;"}],
                           str(tmp_path / "b.hpp"): [{1: "#define B BUILT_IN", 5: "int b;", 6: "int more;"}, {}]}
    assert found.system == {str(tmp_path / "sys" / "c.h"), str(tmp_path / "d.hpp")}


def test_definitions_by_whose_they_are(tmp_path: Path) -> None:
    found = preprocessed(TEXT, str(tmp_path), str(tmp_path / "a.cpp")).definitions(["B", "C", "BUILT_IN"])
    assert {(d.name, tuple(d.body), d.system) for d in found} == {("B", ("BUILT_IN",), False), ("C", (), True)}


def test_installed_files_are_the_systems_unless_the_program_is_installed_too(tmp_path: Path) -> None:
    text = '# 1 "/usr/share/p/a.cpp"\nint a;\n# 1 "/opt/h.hpp" 1\nint b;\n'
    assert preprocessed(text, "/", str(tmp_path / "a.cpp")).files == {}
    assert len(preprocessed(text, "/", "/usr/share/p/a.cpp").files) == 2
