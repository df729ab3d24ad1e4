"""libclang's preprocessor: which macros it has, what it left out of a file, and where its own headers are.

Test:    tests/translator/parse/as_compiled_test.py
"""

from __future__ import annotations

import ctypes
import functools
import os
from collections.abc import Iterable
from pathlib import Path

from clang.cindex import Index, SourceRange, TranslationUnit

from translator.parse.libclang import CursorKind, library, string
from translator.parse_with import path, version

_NAME = "macros.cpp"


class _Ranges(ctypes.Structure):
    _fields_ = [("count", ctypes.c_uint), ("ranges", ctypes.POINTER(SourceRange))]


def skipped(tu: TranslationUnit) -> dict[str, list[tuple[int, int]]]:
    """By real path: first and last line of what was left out, a directive each; of a unit that was parsed with a record of preprocessing."""
    lib = library()
    lib.clang_getAllSkippedRanges.argtypes, lib.clang_getAllSkippedRanges.restype = [ctypes.c_void_p], ctypes.POINTER(_Ranges)
    lib.clang_disposeSourceRangeList.argtypes, lib.clang_disposeSourceRangeList.restype = [ctypes.POINTER(_Ranges)], None
    held = lib.clang_getAllSkippedRanges(tu)
    found: dict[str, list[tuple[int, int]]] = {}
    for number in range(held.contents.count):
        one = held.contents.ranges[number]
        if one.start.file is not None:
            found.setdefault(os.path.realpath(one.start.file.name), []).append((one.start.line, one.end.line))
    lib.clang_disposeSourceRangeList(held)
    return found


def macros(names: Iterable[str], flags: tuple[str, ...]) -> dict[str, str]:
    """Those of the named macros that there are before anything is read, with their values. Files that `flags` include first are not read."""
    asked = sorted(names)
    first = [n for n, word in enumerate(flags) if word in ("-include", "-imacros")]
    words = [word for n, word in enumerate(flags) if n not in first and n - 1 not in first]
    lines = ["#define OPS_TEXT(...) OPS_TEXT_OF(__VA_ARGS__)", "#define OPS_TEXT_OF(...) #__VA_ARGS__"]
    lines += [f"#ifdef {name}\nconst char* ops_macro_{n} = OPS_TEXT({name});\n#endif" for n, name in enumerate(asked)]
    tu = Index.create().parse(_NAME, args=[*words, "-Wno-everything"], unsaved_files=[(_NAME, "\n".join(lines) + "\n")])
    found = {}
    for variable in tu.cursor.get_children():
        if variable.kind == CursorKind.VAR_DECL and variable.spelling.startswith("ops_macro_"):
            texts = [string(c) for c in variable.walk_preorder() if c.kind == CursorKind.STRING_LITERAL]
            found[asked[int(variable.spelling.removeprefix("ops_macro_"))]] = (texts[0] or "") if texts else ""
    return found


@functools.cache
def own_headers() -> str:
    """The folder of the headers that belong to libclang, stddef.h and others; "" where only the library is installed."""
    number = version()
    lib = Path(os.path.realpath(path()))
    below = [lib.parent, lib.parent.parent / "lib", Path(f"/usr/lib/llvm-{number}/lib"), Path("/usr/lib"), Path("/usr/lib64")]
    folders = [lib.parent / "resource" / "include", *(f for b in below for f in sorted((b / "clang").glob(f"{number}*/include")))]
    return next((str(f) for f in folders if (f / "stddef.h").is_file()), "")
