"""The text that cursors stand for, and what macros write of it.  Knows cursors and files; knows nothing of OPS.

Test:    tests/translator/parse/consumed_test.py
"""

from __future__ import annotations

import ctypes
from typing import Union

from clang.cindex import File, SourceLocation, c_object_p

from translator.ir import Span
from translator.parse.libclang import Cursor, bytes_of, file_of, library

_IN_MACRO = 1 << 31  # of a location


def text_of(file: str, start: int, end: Union[int, None] = None) -> bytes:
    """A piece of a file; nothing of files that cannot be read."""
    return bytes_of(file)[start:end]


def written(location: SourceLocation) -> tuple[str, int, bool]:
    """File and offset where a location is spelled: of text that a macro produces, in the definition of the macro; and whether one does."""
    file, offset = c_object_p(), ctypes.c_uint()
    library().clang_getSpellingLocation(location, ctypes.byref(file), None, None, ctypes.byref(offset))
    return str(File(file).name) if file else "", int(offset.value), bool(location.int_data & _IN_MACRO)


def by_macro(cursor: Cursor) -> bool:
    """Whether a macro produces where a cursor begins, or ends."""
    return bool((cursor.extent.begin_int_data | cursor.extent.end_int_data) & _IN_MACRO)


def expanded(cursor: Cursor) -> tuple[str, int, int]:
    """File and offsets where a cursor begins and ends, text of macros where they are used."""
    extent = cursor.extent
    return file_of(extent.start), int(extent.start.offset), int(extent.end.offset)


def span_in(file: str, offset: int, length: int) -> Span:
    """A piece of one line of a file."""
    before = bytes_of(file)[:offset]
    line, column = before.count(b"\n") + 1, offset - before.rfind(b"\n")
    return Span(file, line, column, line, column + length)
