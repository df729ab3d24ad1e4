"""Standard headers that libclang has read before, as reading them is most of the time that a program takes.

They are used for sources that read them first anyway, so that macros have the same values: those of CMake's precompiled header, which the command
includes before the source, or those that the headers of OPS include.
They lie in the folder that the environment variable OPSGRAD_PRECOMPILED names; without it nothing is precompiled. They are made once the same flags
have been met a few times. A header that has changed since makes libclang complain, and the source is then read without them.

Test:    tests/translator/parse/precompiled_test.py
"""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from clang.cindex import Diagnostic, Index, TranslationUnit, TranslationUnitLoadError, TranslationUnitSaveError

from translator.parse.before_ops import HEADERS, STANDARD, WORD, names_before
from translator.parse.libclang import text_of
from translator.parse_with import version

MEETINGS = 2  # before they are made
_NAME = "standard.hpp"
_OF_CMAKE = "cmake_pch.hxx"  # the only forced header that may come after these
_RELATIVE = re.compile("-(I|isystem|iquote|idirafter)(?!/)")
_FOR_SERIALIZATION = 16  # CXTranslationUnit_ForSerialization


def precompiled(arguments: Sequence[str], path: str, text: str) -> tuple[str, ...]:
    """More arguments for a source with this text; none where there is no folder, or it cannot be written, or other headers are to come first."""
    folder = os.environ.get("OPSGRAD_PRECOMPILED", "")
    forced = [n for n, word in enumerate(arguments) if word.startswith(("-include", "-imacros"))]
    if not folder or any(arguments[n] != "-include" or Path(arguments[n + 1]).name != _OF_CMAKE for n in forced):
        return ()
    headers = _standard_alone(Path(arguments[forced[0] + 1])) if forced else ()
    names = frozenset() if headers else names_before(text, Path(path).parent, arguments)
    if names is None:
        return ()
    file = _file(folder, tuple(word for n, word in enumerate(arguments) if n not in forced and n - 1 not in forced), headers or HEADERS)
    return ("-include-pch", str(file)) if file is not None and names.isdisjoint(_words(file)) else ()


def _standard_alone(header: Path) -> tuple[str, ...]:
    """The headers that a precompiled header of CMake includes, if all of them are standard ones."""
    found = re.findall(r"^\s*#\s*include\s*(.*?)\s*$", header.read_text(), re.MULTILINE) if header.is_file() else []
    names = tuple(word[1:-1] for word in found)
    return names if all(word.startswith("<") for word in found) and set(names) <= STANDARD else ()


def _file(folder: str, arguments: tuple[str, ...], headers: tuple[str, ...]) -> Path | None:
    """None where there is none yet, or it cannot be made."""
    here = os.getcwd() if any(_RELATIVE.match(word) for word in arguments) else ""
    key = hashlib.sha256(repr((version(), headers, here, arguments)).encode()).hexdigest()[:24]
    file = Path(folder, f"{key}.pch")
    if file.is_file() and _words_file(file).is_file():
        return file
    text = "".join(f"#include <{name}>\n" for name in headers)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.with_suffix(".met").open("ab") as met:  # a byte each time
            if met.tell() < MEETINGS:
                met.write(b".")
                return None
        tu = Index.create().parse(_NAME, args=["-xc++-header", *arguments], unsaved_files=[(_NAME, text)],
                                  options=TranslationUnit.PARSE_INCOMPLETE | _FOR_SERIALIZATION)
        if any(d.severity >= Diagnostic.Error for d in tu.diagnostics):
            return None
        with tempfile.TemporaryDirectory(dir=folder) as own:  # others may make the same file now
            tu.save(os.path.join(own, file.name))
            Path(own, "words").write_text("\n".join({word for header in tu.get_includes() for word in WORD.findall(text_of(header.include.name))}))
            os.replace(os.path.join(own, "words"), _words_file(file))
            os.replace(os.path.join(own, file.name), file)
    except (TranslationUnitLoadError, TranslationUnitSaveError, OSError):
        return None
    return file


def _words_file(file: Path) -> Path:
    return file.with_suffix(".words")


def _words(file: Path) -> Iterator[str]:
    """All that occur in the headers."""
    return iter(_words_file(file).read_text().split())
