"""What stands in a source, and in the headers of its program, before the first header of OPS.

Headers of OPS include many of the standard library. A source may be read with these in front of it where nothing that it has before could tell: it has
code, other standard headers, further headers of the program, and directives with names that do not occur in standard headers.

Test:    tests/translator/parse/precompiled_test.py
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from translator.parse.libclang import text_of

# What opsgrad/opsgrad.hpp includes.
HEADERS = ("array", "cfloat", "climits", "cmath", "complex", "concepts", "cstddef", "cstdint", "cstdio", "cstdlib", "cstring", "deque", "functional",
           "iostream", "map", "memory", "optional", "random", "ranges", "source_location", "span", "sstream", "string", "string_view", "type_traits",
           "unordered_map", "utility", "vector")
STANDARD = frozenset((
    *HEADERS, "algorithm", "any", "atomic", "bit", "bitset", "cassert", "cctype", "charconv", "chrono", "compare", "ctime", "exception", "filesystem",
    "fstream", "initializer_list", "iomanip", "ios", "iosfwd", "istream", "iterator", "limits", "list", "mutex", "new", "numbers", "numeric", "ostream",
    "queue", "set", "stack", "stdexcept", "system_error", "thread", "tuple", "typeinfo", "unordered_set", "variant",
    "assert.h", "ctype.h", "float.h", "limits.h", "math.h", "stddef.h", "stdint.h", "stdio.h", "stdlib.h", "string.h", "time.h"))
_OF_OPS = re.compile(r"ops\.hpp|opsgrad/opsgrad\.hpp|ops_(seq_v2|seq|lib_core)\.h")
_TEXT = re.compile(r'''\b(?:u8|[uUL])?R"([^()\\\s]*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+'|//[^\n]*|/\*.*?\*/|\\\n''', re.DOTALL)
_GUARD = re.compile(r"\s*#\s*ifndef\s+(\w+)\s*\n\s*#\s*define\s+\1[ \t]*\n")
_DIRECTIVE = re.compile(r"\s*(?:#|%:)\s*(\w*)(.*)")
_INCLUDED = re.compile(r'\s*(?:<([^>]+)>|"([^"]+)")\s*')
WORD = re.compile(r"\b[A-Za-z_]\w*")


class _CouldTell(Exception):
    """There is something else, or no header of OPS is sure to follow."""


def names_before(text: str, folder: Path, arguments: Sequence[str]) -> frozenset[str] | None:
    """Names of macros that a source defines or asks about before a header of OPS; None where that could tell, or no header of OPS follows.

    folder: where the source lies
    """
    if any(word == "-I" or word.startswith("-iquote") for word in arguments):
        return None
    reader = _Reader(tuple(Path(word[2:]) for word in arguments if word.startswith("-I")))
    try:
        return frozenset(reader.names) if reader.reaches(text, folder) else None
    except _CouldTell:
        return None


class _Reader:
    def __init__(self, folders: tuple[Path, ...]) -> None:
        self.folders = folders
        self.names: set[str] = set()
        self.seen: set[Path] = set()

    def reaches(self, text: str, folder: Path) -> bool:
        """Whether this text includes a header of OPS; it may be of a header, too."""
        plain = _TEXT.sub(lambda found: found.group() if found.group()[0] in "\"'" else " ", text)
        guard = _GUARD.match(plain)  # what it surrounds is read whenever the header is, the first time
        if guard and guard[1] in self.names:  # of another header: this one is not read
            raise _CouldTell
        self.names.update(guard.groups() if guard else ())
        conditions = 0
        for what, rest in _directives(plain[guard.end() if guard else 0:]):
            if what == "include":
                if self._included(rest, folder):
                    if conditions > 0:
                        raise _CouldTell
                    return True
            elif what.startswith(("if", "el", "endif")) or what in ("define", "undef"):
                conditions += what.startswith("if") - (what == "endif")
                self.names.update(WORD.findall(rest)[:1 if what in ("define", "undef") else None])
            elif (what, rest.strip()) != ("pragma", "once"):
                raise _CouldTell
        return False

    def _included(self, rest: str, folder: Path) -> bool:
        """Whether this is a header of OPS, or leads to one."""
        found = _INCLUDED.fullmatch(rest)
        if found is None:
            raise _CouldTell
        angled, quoted = found.groups()
        if _OF_OPS.fullmatch(angled or quoted):
            return True
        if angled in STANDARD:
            return False
        places = (*((folder,) if quoted else ()), *self.folders)
        file = next((place / (angled or quoted) for place in places if (place / (angled or quoted)).is_file()), None)
        if file is None:
            raise _CouldTell
        if file in self.seen:
            return False
        self.seen.add(file)
        return self.reaches(text_of(str(file)), file.parent)


def _directives(text: str) -> Iterator[tuple[str, str]]:
    for line in text.splitlines():
        if found := _DIRECTIVE.fullmatch(line):
            yield found.group(1), found.group(2)
