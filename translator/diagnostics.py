"""Diagnostics as data; `render` is the only place that lays out text.

A diagnostic knows its place and its words. It does not know which pass made it or where it is printed.
"""

from __future__ import annotations

import linecache
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from translator.ir import NOWHERE, Span

ERROR, WARNING = "error", "warning"


@dataclass(frozen=True, slots=True)
class Note:
    """The other half of a quarrel, or how we got here."""

    message: str
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One thing wrong with a program: `label` stands under the caret, `hint` says what to do."""

    severity: str  # ERROR or WARNING
    code: str
    message: str
    span: Span = NOWHERE
    label: str = ""
    notes: tuple[Note, ...] = ()
    hint: str = ""


def error(code: str, message: str, span: Span, label: str = "", notes: tuple[Note, ...] = (), hint: str = "") -> Diagnostic:
    """A diagnostic that makes the translation fail."""
    return Diagnostic(ERROR, code, message, span, label, notes, hint)


def warning(code: str, message: str, span: Span, label: str = "", notes: tuple[Note, ...] = (), hint: str = "") -> Diagnostic:
    """A diagnostic that is only told."""
    return Diagnostic(WARNING, code, message, span, label, notes, hint)


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    """Whether any of them makes the translation fail."""
    return any(d.severity == ERROR for d in diagnostics)


def in_order(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Each once, by file and position: the order in which a reader meets them."""
    unique = dict.fromkeys(diagnostics)
    return tuple(sorted(unique, key=lambda d: (d.span.file, d.span.line, d.span.column, d.code, d.message)))


def render(diagnostic: Diagnostic) -> str:
    """The text a user sees, without a final newline."""
    title = f"{diagnostic.severity}[{diagnostic.code}]: {diagnostic.message}"
    parts = [_at(diagnostic.span, title, diagnostic.label)]
    parts += [_at(note.span, f"note: {note.message}") for note in diagnostic.notes]
    if diagnostic.hint:
        parts.append(f"hint: {diagnostic.hint}")
    return "\n".join(parts)


def render_all(diagnostics: Iterable[Diagnostic]) -> str:
    """All of them, separated by empty lines, and a last line with the count; empty if there are none."""
    ordered = in_order(diagnostics)
    if not ordered:
        return ""
    errors = sum(d.severity == ERROR for d in ordered)
    counts = (_count(errors, "error"), _count(len(ordered) - errors, "warning"))
    return "\n\n".join(map(render, ordered)) + "\n\n" + " and ".join(filter(None, counts)) + "\n"


def shown_path(file: str) -> str:
    """`file` relative to the current directory where it lies below it."""
    relative = os.path.relpath(file)
    return file if relative.startswith("..") else Path(relative).as_posix()


def where(span: Span) -> str:
    """`file:line:column` of a span, as diagnostics show it."""
    return f"{shown_path(span.file)}:{span.line}:{span.column}"


def _count(number: int, word: str) -> str:
    return "" if number == 0 else f"{number} {word}{'s' if number > 1 else ''}"


def _at(span: Span, text: str, label: str = "") -> str:
    if not span.file:
        return text
    source = linecache.getline(span.file, span.line).rstrip("\n")
    gutter = f"{span.line:>5}"
    indent = "".join("\t" if ch == "\t" else " " for ch in source[: span.column - 1])
    one_line = span.end_line == span.line and span.end_column > span.column
    width = span.end_column - span.column if one_line else len(source) - span.column + 1
    place = f"{where(span)}: {text}"
    if not source:
        return place
    return f"{place}\n{gutter} | {source}\n" + f"{' ' * len(gutter)} | {indent}{'^' * max(1, width)} {label}".rstrip()
