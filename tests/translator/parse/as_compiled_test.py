"""A program read as its compiler reads it: every way in which a macro comes to have another value, and what of it cannot be followed.

Each program is small and includes nothing of the product: only what the two preprocessors make of it counts.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from translator.compiler.command import Command
from translator.diagnostics import render
from translator.parse.as_compiled import Read, read_as_compiled
from translator.parse.libclang import CursorKind, evaluate, initialiser, source

COMPILERS = [name for name in ("g++", "clang++") if shutil.which(name)]


@pytest.fixture(params=COMPILERS)
def compiler(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def as_read(folder: Path, text: str, compiler: str, *flags: str, same_with: tuple[str, ...] = ()) -> Read:
    (folder / "a.cpp").write_text(text)
    return read_as_compiled(str(folder / "a.cpp"), Command((compiler, *flags), str(folder), same_with))


def value(read: Read, name: str = "value") -> object:
    """Of a variable that the program defines."""
    assert not read.complaints, "\n".join(map(render, read.complaints))
    (variable,) = [c for c in read.unit.tu.cursor.get_children() if c.kind == CursorKind.VAR_DECL and c.spelling == name]
    return evaluate(initialiser(variable))


def otherwise(condition: str) -> str:
    return f"#if {condition}\nconst int value = 1;\n#else\nconst int value = 2;\n#endif\n"


@pytest.mark.parametrize("compiler", ["g++", "clang++-19"])
def test_a_header_that_has_been_precompiled(compiler: str, tmp_path: Path) -> None:
    """As CMake does it: from a source that includes the header, beside which the result lies."""
    header, source_ = tmp_path / "cmake_pch.hxx", tmp_path / "cmake_pch.hxx.cxx"
    header.write_text("const int first = 3;\n")
    source_.write_text("")
    made = header.with_suffix(".hxx.gch" if compiler == "g++" else ".hxx.pch")
    how = ("-x", "c++-header", "-include", str(header))
    subprocess.run([compiler, "-O2", *(how[:2] if compiler == "g++" else ("-Xclang", "-emit-pch", *how)), "-o", made,
                    str(header if compiler == "g++" else source_)], check=True, cwd=tmp_path)
    assert made.is_file()
    assert value(as_read(tmp_path, "const int value = first;\n", compiler, "-O2", "-include", str(header))) == 3


# Condition, flags, and the value for GCC and for clang.
DECIDED = [
    ("defined(__clang__)", (), 2, 1),
    ("__has_attribute(diagnose_if)", (), 2, 1),
    ("defined(_OPENMP)", ("-fopenmp",), 1, 1),
    ("defined(_OPENMP)", (), 2, 2),
    ("defined(__OPTIMIZE__)", ("-O2",), 1, 1),
    ("defined(__FAST_MATH__)", ("-ffast-math",), 1, 1),
    ("defined(__AVX512F__)", ("-mavx512f",), 1, 1),
    ("defined(__PIC__)", ("-fPIC",), 1, 1),
    ("defined(__EXCEPTIONS)", ("-fno-exceptions",), 2, 2),
    ("defined(__STRICT_ANSI__)", ("-std=c++20",), 1, 1),
    ("defined(linux)", ("-std=gnu++20",), 1, 1),
    ("__cplusplus > 202002L", ("-std=c++2b",), 1, 1),
    ("COEF == 3", ("-DCOEF=3",), 1, 1),
    ("defined(COEF)", ("-DCOEF=3", "-UCOEF"), 2, 2),
    ("NEXT == 4", ("-DCOEF=4", "-DNEXT=COEF"), 1, 1),
    ("TWICE(2) == 4", ("-DTWICE(x)=(2*x)",), 1, 1),
]


@pytest.mark.parametrize("condition, flags, for_gcc, for_clang", DECIDED)
def test_a_condition_is_decided_as_the_compiler_decides_it(condition: str, flags: tuple[str, ...], for_gcc: int, for_clang: int, compiler: str, tmp_path: Path) -> None:
    assert value(as_read(tmp_path, otherwise(condition), compiler, *flags)) == (for_gcc if compiler == "g++" else for_clang)


@pytest.mark.parametrize("text, flags, expected", [
    ("const int value = COEF;", ("-DCOEF=3",), 3),
    ("#define ONE_MORE (COEF + 1)\nconst int value = ONE_MORE;", ("-DCOEF=3",), 4),
    ("const int value = _OPENMP > 200000;", ("-fopenmp",), 1),
    ("const int value = sizeof(__VERSION__) > 1;", (), 1),
    ("const long value = __cplusplus;", ("-std=c++20",), 202002),
    ("const int value = __LINE__;", (), 1),
])
def test_a_macro_in_the_text_has_the_compilers_value(text: str, flags: tuple[str, ...], expected: int, compiler: str, tmp_path: Path) -> None:
    assert value(as_read(tmp_path, text, compiler, *flags)) == expected


def test_a_header_that_is_included_first_counts(compiler: str, tmp_path: Path) -> None:
    (tmp_path / "first.hpp").write_text("#define FIRST\n")
    assert value(as_read(tmp_path, otherwise("defined(FIRST)"), compiler, "-include", "first.hpp")) == 1


@pytest.mark.parametrize("variable", ["CPATH", "CPLUS_INCLUDE_PATH"])
def test_folders_of_the_environment_count(variable: str, compiler: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "there.hpp").write_text("#define THERE 5\n")
    monkeypatch.setenv(variable, str(tmp_path / "there"))
    assert value(as_read(tmp_path, "#include <there.hpp>\nconst int value = THERE;\n", compiler)) == 5


def test_folders_are_searched_in_the_compilers_order(compiler: str, tmp_path: Path) -> None:
    for number, name in enumerate(("system", "plain", "quoted")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "same.hpp").write_text(f"const int value = {number};\n")
    folders = ("-isystem", "system", "-Iplain", "-iquote", "quoted")
    assert value(as_read(tmp_path, "#include <same.hpp>\n", compiler, *folders)) == 1
    assert value(as_read(tmp_path, '#include "same.hpp"\n', compiler, *folders)) == 2


def test_headers_of_the_language_and_of_the_processor_are_found(compiler: str, tmp_path: Path) -> None:
    text = "#include <cassert>\n#include <cmath>\n#include <cfloat>\n#include <cstddef>\n#include <immintrin.h>\nvoid f(int n) { assert(n); }\n"
    assert value(as_read(tmp_path, f"{text}const bool value = DBL_MAX < INFINITY && NULL == nullptr;\n", compiler, "-std=c++20")) == 1


def test_conditions_on_the_systems_macros_follow_the_compiler(compiler: str, tmp_path: Path) -> None:
    text = "#include <version>\n#include <cmath>\n#ifndef M_PI\n#define M_PI 3\n#endif\n" + otherwise("defined(__GLIBCXX__) && M_PI_4 <= 0")
    assert value(as_read(tmp_path, text.replace(" && M_PI_4 <= 0", ""), compiler, "-std=c++20")) == 1


NESTED = """\
#ifndef GUARD
#define GUARD
#define COMPILER 1
#ifdef __clang__
#define COMPILER_NAME 1
# if COMPILER
const int value = 1;
# endif
#else
# if !COMPILER
# elif __GNUC__ >= 9
const int value = 2;
# else
const int value = 3;
# endif
#endif
#endif
"""


@pytest.mark.parametrize("call", ["void* p = NULL;", "void f(int x) { assert(x); }", "double d = HUGE_VAL;"])
def test_files_that_call_macros_of_the_system_are_followed(call: str, compiler: str, tmp_path: Path) -> None:
    text = "#include <cassert>\n#include <cmath>\n#include <cstddef>\n" + otherwise("defined(__clang__)") + call + "\n"
    assert value(as_read(tmp_path, text, compiler)) == (1 if compiler == "clang++" else 2)


def test_conditions_within_conditions_and_in_headers_that_are_read_twice(compiler: str, tmp_path: Path) -> None:
    (tmp_path / "nested.hpp").write_text(NESTED)
    assert value(as_read(tmp_path, '#include "nested.hpp"\n#include "nested.hpp"\n', compiler)) == (2 if compiler == "g++" else 1)


def test_a_branch_of_which_nothing_is_left(compiler: str, tmp_path: Path) -> None:
    text = "#define NOTHING\n#ifdef __clang__\nNOTHING\n#endif\n#ifdef __clang__\n#pragma clang diagnostic push\n#else\n#endif\nconst int value = 4;\n"
    assert value(as_read(tmp_path, text, compiler)) == 4


def test_branches_that_leave_nothing_are_no_reason_to_refuse(compiler: str, tmp_path: Path) -> None:
    """Of nothing but empty macros, pragmas, or conditions that do not hold; the first condition makes both sides be compared."""
    text = f"{otherwise('__has_attribute(hot)')}#define NOTHING(x)\n#define PRAGMA(x) _Pragma(x)\n#ifndef MINE\nNOTHING(1)\nPRAGMA(\"pack()\")\n#endif\n#ifndef MINE\n# ifdef MINE\nint a;\n# endif\n#endif\n"
    assert value(as_read(tmp_path, text, compiler)) == 1


def test_code_kept_from_the_translator_is_kept_from_the_comparison(compiler: str, tmp_path: Path) -> None:
    assert value(as_read(tmp_path, otherwise("!defined(OPS_TRANSLATING)"), compiler)) == 2


WITHIN_A_CALL = """\
#define TWICE(x) (2 * (x))
const int value = TWICE(
#ifdef __clang__
  1
#else
  2
#endif
);
"""


def test_what_does_not_show_is_refused_with_the_line_and_the_macro(tmp_path: Path) -> None:
    """A choice within the arguments of a macro: the preprocessor joins their lines."""
    (complaint,) = as_read(tmp_path, WITHIN_A_CALL, "g++").complaints
    assert (complaint.code, complaint.span.line, complaint.label) == ("unlike-compiler", 3, "depends on '__clang__'")
    assert value(as_read(tmp_path, WITHIN_A_CALL.replace("__clang__", "MINE"), "g++", "-DMINE")) == 2


def test_a_choice_among_the_arguments_of_a_function_shows(compiler: str, tmp_path: Path) -> None:
    text = "constexpr int twice(int x) { return 2 * x; }\n" + WITHIN_A_CALL.split("\n", 1)[1].replace("TWICE", "twice").replace("const int", "constexpr int")
    assert value(as_read(tmp_path, text, compiler)) == (4 if compiler == "g++" else 2)


def test_a_value_that_the_systems_headers_do_not_bear_stands_in_the_text(tmp_path: Path) -> None:
    """They take a libclang that says it is GCC 12 for GCC 12."""
    text = "#include <cstdlib>\n#if __GNUC__ >= 9\n#define VERSION (__GNUC__ * 100)\n#endif\nconst int value = VERSION + __GNUC__; /* __GNUC__ */ const int after = 1;\n"
    compiler = Command(("g++",), str(tmp_path)).asked().macros["__GNUC__"]
    found = as_read(tmp_path, text, "g++")
    assert value(found) == 101 * int(compiler)
    (after,) = [c for c in found.unit.tu.cursor.get_children() if c.spelling == "after"]
    assert after.location.column == text.splitlines()[-1].index("after") + 1


def test_one_program_for_all_targets_has_to_be_the_same(compiler: str, tmp_path: Path) -> None:
    text = "int a;\n#ifdef OPS_MPI\nint b;\n#endif\nint c;\n"
    assert not as_read(tmp_path, text.replace("OPS_MPI", "OTHER"), compiler, same_with=("-DOPS_MPI",)).complaints
    (complaint,) = as_read(tmp_path, text, compiler, same_with=("-DOPS_MPI",)).complaints
    assert (complaint.code, complaint.span.line) == ("unlike-compiler", 3)
    assert "run cmake again" in complaint.hint


@pytest.mark.parametrize(("end", "comment"), [(b"\r\n", b""), (b"\n", b"// \xe4\xf6\xfc")])
def test_text_that_the_translator_reads_has_the_places_of_the_file(end: bytes, comment: bytes, tmp_path: Path) -> None:
    """Other ends of lines, and comments that are no UTF-8, move nothing."""
    lines = [comment, *otherwise("defined(__clang__)").encode().splitlines(), b""]
    (tmp_path / "a.cpp").write_bytes(end.join(lines))
    read = read_as_compiled(str(tmp_path / "a.cpp"), Command(("g++",), str(tmp_path)))
    (variable,) = [c for c in read.unit.tu.cursor.get_children() if c.spelling == "value"]
    assert source(variable) == "const int value = 2"


def test_numbered_lines_are_no_reason_to_refuse(compiler: str, tmp_path: Path) -> None:
    assert value(as_read(tmp_path, '#line 100 "grammar.y"\n#ifdef MINE\nint a;\n#endif\nconst int value = 3;\n', compiler, "-DMINE")) == 3
    assert [c.code for c in as_read(tmp_path, f'#line 100 "grammar.y"\n{otherwise("defined(_OPENMP)")}', compiler, "-fopenmp").complaints] == ["unlike-compiler"]
