"""The heads of statements: what stands between the parentheses after `if`, `switch` and `for`.

Clang shows neither the statement before the condition of a switch nor that before the values of a `for`, and shows that of an `if` like a
condition: the text tells. Knows cursors and text; knows no IR.

Test:    tests/translator/parse/consumed_test.py
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Union

from translator.parse.libclang import Cursor, CursorKind, children, key, span
from translator.parse.places import Unhandled
from translator.parse.texts import expanded, text_of, written

TOKEN = re.compile(rb"""//[^\n]*|/\*.*?\*/|R"([^\s()\\]*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+'|[A-Za-z_]\w*|\.?\d(?:[eEpP][+-]|'\w|[\w.])*|\\\n|\s+|.""", re.S)
_OPEN, _CLOSE = (b"(", b"[", b"{"), (b")", b"]", b"}")


@dataclass(frozen=True, slots=True)
class Head:
    """Positions in the file that a statement begins in [bytes]; `semicolon` is that of a `for`, a switch or an if with something before the rest."""

    file: str
    opened: int
    semicolon: Union[int, None]
    closed: int
    text: bytes  # from the parenthesis on


def head(cursor: Cursor) -> Head:
    """The head of a statement, of its macro if one begins it.

    Raises:
        Unhandled: a macro writes it in part.
    """
    file, start, by_macro = written(cursor.extent.start)
    depth, opened, semicolon, at = 0, -1, None, start
    text = text_of(file, start)
    for token in TOKEN.finditer(text):
        word, at = token[0], start + token.start()
        depth += (word in _OPEN) - (word in _CLOSE)
        if depth == 1 and opened < 0:
            opened = at
        if word == b";" and depth == 1 and semicolon is None:
            semicolon = at
        if depth == 0 and opened >= 0:
            if by_macro and _parted(cursor):
                break
            return Head(file, opened, semicolon, at, text[opened - start : at - start])
        if depth < 0 or (by_macro and depth == 0 and word == b"\n"):
            break
    raise Unhandled("the kernel contains a statement that begins inside a macro and ends outside it", span(cursor), "write it without the macro")


def _parted(cursor: Cursor) -> bool:
    """Whether what is given to a macro may have semicolons between the parentheses of a head."""
    file, start, _ = expanded(cursor)
    words = (token[0] for token in TOKEN.finditer(text_of(file, start)) if not token[0].isspace())
    depth = 0
    for position, word in enumerate(words):
        depth += (word in _OPEN) - (word in _CLOSE)
        if word == b";" and depth == 1:
            return True
        if position > 0 and (depth == 0 or (position == 1 and word != b"(")):
            return False
    return False


def begins_with_statement(cursor: Cursor) -> bool:
    """Whether an if, a switch, or a for over values, has a statement before the rest of its head."""
    return head(cursor).semicolon is not None


def parts_of_if(cursor: Cursor) -> tuple[list[Cursor], list[Cursor]]:
    """What an if declares and does before its condition; and the condition with what follows it."""
    parts = children(cursor)
    before = 1 if _has_first_part(cursor, parts) else 0
    while parts[before].kind in (CursorKind.DECL_STMT, CursorKind.VAR_DECL):
        before += 1
    return parts[:before], parts[before:]


def _has_first_part(cursor: Cursor, parts: list[Cursor]) -> bool:
    """Whether an if has one. Where a macro without a text has written it, three parts may be either."""
    if len(parts) == 2 or parts[0].kind in (CursorKind.DECL_STMT, CursorKind.VAR_DECL):
        return bool(parts[0].kind == CursorKind.DECL_STMT)
    return len(parts) == 4 or begins_with_statement(cursor)


def hidden(cursor: Cursor) -> list[Cursor]:
    """The variables of a statement that clang does not show, in order: those of a switch, or of a for over values.

    Raises:
        Unhandled: it does anything else.
    """
    at = head(cursor)
    if at.semicolon is None:
        return []
    named = {key(c.referenced): c.referenced for c in cursor.walk_preorder()
             if c.kind == CursorKind.DECL_REF_EXPR and c.referenced is not None and c.referenced.kind == CursorKind.VAR_DECL}
    inside = [v for v in named.values() if (place := written(v.location))[0] == at.file and at.opened < place[1] < at.semicolon]
    variables = sorted(inside, key=lambda v: written(v.location)[1])
    end = at.opened + 1
    for variable in variables:
        between = text_of(at.file, end, written(variable.location)[1])
        if re.search(rb"[=({\[;]", between) or (variable is not variables[0] and between.count(b",") != 1):
            break
        end = written(variable.extent.end)[1]
    else:
        if not text_of(at.file, end, at.semicolon).strip() and variables:
            return variables
    raise Unhandled("a statement before " + ("the condition of a switch" if cursor.kind == CursorKind.SWITCH_STMT else "the values of a for"),
                    span(cursor), "write it before the " + ("switch" if cursor.kind == CursorKind.SWITCH_STMT else "loop"))
