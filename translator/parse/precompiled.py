"""Standard headers that libclang has read before, as reading them is most of the time that a program takes.

They are used only where nothing but comments, other standard headers and macros of OPS comes before them, as the meaning of code and of macros depends on
the headers before: those of CMake's precompiled header, which the command includes first, or those that the headers of OPS include.
They lie in the folder that the environment variable OPSGRAD_PRECOMPILED names; without it nothing is precompiled. They are made once the same flags
have been met a few times. A header that has changed since makes libclang complain, and the source is then read without them.

Test:    tests/translator/parse/precompiled_test.py
"""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from clang.cindex import Diagnostic, Index, TranslationUnit, TranslationUnitLoadError, TranslationUnitSaveError

from translator.parse.libclang import text_of
from translator.parse_with import version

# What opsgrad/opsgrad.hpp includes.
HEADERS = ("array", "cfloat", "climits", "cmath", "complex", "concepts", "cstddef", "cstdint", "cstdio", "cstdlib", "cstring", "deque", "functional",
           "iostream", "map", "memory", "optional", "random", "ranges", "source_location", "span", "sstream", "string", "string_view", "type_traits",
           "unordered_map", "utility", "vector")
STANDARD = (*HEADERS, "algorithm", "bit", "chrono", "fstream", "iomanip", "limits", "list", "numbers", "numeric", "set", "stdexcept", "thread", "tuple",
            "float.h", "limits.h", "math.h", "stddef.h", "stdint.h", "stdio.h", "stdlib.h", "string.h", "time.h")
MEETINGS = 2  # before they are made
_NAME = "standard.hpp"
_OF_CMAKE = "cmake_pch.hxx"  # the only forced header that is looked into
_FOLDER = re.compile("-(I|isystem|iquote|idirafter)(.*)", re.DOTALL)
_OTHER_FOLDERS = re.compile("-(cxx-isystem|i(framework|with|prefix|sysroot)|F|-include-dir|-sysroot|stdlib)")
_FORCED = re.compile("--?(include|imacros)")
_OF_OPS = re.compile(r'[ \t]*#[ \t]*include[ \t]*(?P<how>["<])(?P<name>ops\.hpp|opsgrad/opsgrad\.hpp|ops_(?:seq_v2|seq|lib_core)\.h)[">]')
_TEXT = r"(?:[^\r\n\\?]|\?(?!\?/))*"  # of one line, and without a trigraph that goes on with the next
_BEFORE = re.compile(rf"""
    [ \t]*\n
  | [ \t]*//{_TEXT}\n
  | [ \t]*/\*(?:[^*\\?]|\*(?!/)|\?(?!\?/))*\*/
  | [ \t]*\#[ \t]*(?:include[ \t]*<(?P<standard>{'|'.join(map(re.escape, STANDARD))})>
                    |define[ \t]+OPS_\w+(?:[ \t]+\d+)?
                    |pragma[ \t]+(?:once|GCC[ \t]+system_header)|ifdef[ \t]+__cplusplus|endif)[ \t]*(?://{_TEXT})?\n
""", re.VERBOSE | re.ASCII)
_FOR_SERIALIZATION = 16  # CXTranslationUnit_ForSerialization


def precompiled(arguments: Sequence[str], path: str, text: str) -> tuple[str, ...]:
    """More arguments for a source with this text; none where there is no folder, or it cannot be written, or something else could come first."""
    folder = os.environ.get("OPSGRAD_PRECOMPILED", "")
    forced = [n for n, word in enumerate(arguments) if _FORCED.match(word)]
    if not folder or any(arguments[n] != "-include" or Path(arguments[n + 1]).name != _OF_CMAKE for n in forced):
        return ()
    headers = _standard_alone(Path(arguments[forced[0] + 1])) if forced else HEADERS if ops_first(text, os.path.dirname(path), arguments) else ()
    if not headers or any(map(_OTHER_FOLDERS.match, arguments)) or any(_found(name, _folders(arguments)) for name in headers):
        return ()
    file = _file(folder, tuple(word for n, word in enumerate(arguments) if n not in forced and n - 1 not in forced), headers)
    return ("-include-pch", file) if file else ()


def ops_first(text: str, own: str, arguments: Sequence[str]) -> bool:
    """Whether a header of OPS is the first that is not of the standard library, with no code before it, and surely this one.

    own: the folder in which the file with this text lies
    """
    headers, rest = _before(text.replace("\r\n", "\n"))
    ops, folders = _OF_OPS.match(rest), list(_folders(arguments))
    if ops is None or any(_found(name, folders) for name in headers):
        return False
    found = _found(ops["name"], [own, *folders] if ops["how"] == '"' else folders)
    return len(found) == 1 and all(_found("opsgrad/opsgrad.hpp", [folder]) for folder in found)


def _found(name: str, folders: Iterable[str]) -> set[str]:
    """Those of the folders that have a header of this name."""
    return {os.path.realpath(folder) for folder in folders if os.path.isfile(os.path.join(folder, name))}


def _standard_alone(header: Path) -> tuple[str, ...]:
    """The headers that a precompiled header of CMake includes, if all of them are standard ones and it has nothing else."""
    headers, rest = _before(text_of(str(header)))
    return () if rest.strip() else headers


def _before(text: str) -> tuple[tuple[str, ...], str]:
    """The standard headers that a text begins with, beside comments and macros of OPS; and what comes then."""
    headers, at = [], 0
    while found := _BEFORE.match(text, at):
        headers += [found["standard"]] if found["standard"] else []
        at = found.end()
    return tuple(headers), text[at:]


def _folders(arguments: Sequence[str]) -> Iterator[str]:
    """Where headers are looked for before those of the system."""
    for variable in ("CPATH", "CPLUS_INCLUDE_PATH"):
        yield from filter(None, os.environ.get(variable, "").split(os.pathsep))
    for n, word in enumerate(arguments):
        if found := _FOLDER.match(word):
            yield found[2] or "".join(arguments[n + 1:n + 2])


def _file(folder: str, arguments: tuple[str, ...], headers: tuple[str, ...]) -> str:
    """"" where there is none yet, or it cannot be made."""
    folders = list(_folders(arguments))
    here = os.getcwd() if not all(map(os.path.isabs, folders)) else ""
    key = hashlib.sha256(repr((version(), headers, here, folders, arguments)).encode()).hexdigest()[:24]
    file = Path(folder, f"{key}.pch")
    if file.is_file():
        return str(file)
    text = "".join(f"#include <{name}>\n" for name in headers)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.with_suffix(".met").open("ab") as met:  # a byte each time
            if met.tell() < MEETINGS:
                met.write(b".")
                return ""
        tu = Index.create().parse(_NAME, args=["-xc++-header", *arguments], unsaved_files=[(_NAME, text)],
                                  options=TranslationUnit.PARSE_INCOMPLETE | _FOR_SERIALIZATION)
        if any(d.severity >= Diagnostic.Error for d in tu.diagnostics):
            return ""
        with tempfile.TemporaryDirectory(dir=folder) as own:  # others may make the same file now
            tu.save(os.path.join(own, file.name))
            os.replace(os.path.join(own, file.name), file)
    except (TranslationUnitLoadError, TranslationUnitSaveError, OSError):
        return ""
    return str(file)
