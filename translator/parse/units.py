"""Translation units: reading sources with the project's own flags, and telling the user's files from libraries."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from clang.cindex import Diagnostic as ClangDiagnostic
from clang.cindex import File, Index, SourceLocation, TranslationUnit, TranslationUnitLoadError

from translator.compiler.command import included_as_text
from translator.diagnostics import Diagnostic, Note, error
from translator.ir import NOWHERE, Span
from translator.parse.libclang import Cursor, CursorKind, evaluate, file_of, initialiser, text_of
from translator.parse.precompiled import precompiled

_EXTRA_FLAGS = ("-DOPS_TRANSLATING", "-ferror-limit=0", "-Wno-everything", "-Xclang", "-fnative-half-arguments-and-returns")
# What GCC knows and clang refuses; none of it changes the meaning of a program.
_GCC_ONLY = ("-fopenmp", "-fno-math-errno=", "-Werror", "-W", "-fdiagnostics", "-fconcepts", "-g", "-M", "-fsanitize", "-O")
_ENTRY_POINTS = ("ops_par_loop", "ops_par_loop_passive")
_SYSTEM = ("/usr/", "/opt/")
KERNEL_HINT = "write the kernel as a function, and pass the values that it needs as arguments (ops_arg_gbl, ops_arg_scalar)"
_NO_FUNCTION = re.compile(r"candidate template ignored: (?:could not match) 'void \(\*\)\(Params\.\.\.\)' against '(.*)'")
_NAMED_HALF = "redefinition of 'half' as different kind of symbol"  # of programs that have a variable of this name (ops/data/half.hpp)
_SHOWN_NOTES = 4


class UnreadableSource(Exception):
    """A source that is not there or cannot be parsed at all."""


@dataclass(frozen=True, slots=True)
class Unit:
    """One parsed source file. `library` are directories (ending in /) or files whose code is not the user's."""

    path: str
    tu: TranslationUnit
    library: tuple[str, ...]
    flags: tuple[str, ...] = ()

    def is_user_file(self, name: str) -> bool:
        """Whether a file belongs to the application."""
        return name != "" and not os.path.abspath(name).startswith(self.library)

    def is_user(self, cursor: Cursor) -> bool:
        """Whether a declaration stands in a file of the application."""
        location = cursor.location
        return self.is_user_file(file_of(location)) and not location.is_in_system_header

    def top_level(self) -> Iterator[Cursor]:
        """Declarations of the user's files, namespaces and linkage blocks opened."""
        yield from self._opened(self.tu.cursor)

    def _opened(self, parent: Cursor) -> Iterator[Cursor]:
        for cursor in parent.get_children():
            if not self.is_user(cursor):
                continue
            if cursor.kind in (CursorKind.NAMESPACE, CursorKind.LINKAGE_SPEC, CursorKind.UNEXPOSED_DECL):
                yield from self._opened(cursor)
            else:
                yield cursor

    def soa_requested(self) -> bool:
        """Whether OPS_SOA is defined where the OPS headers are included, as these headers saw it."""
        flags = (variable for space in self.tu.cursor.get_children() if space.kind == CursorKind.NAMESPACE and space.spelling == "ops"
                 for variable in space.get_children() if variable.spelling == "soa_requested")
        return any(evaluate(initialiser(variable)) for variable in flags)

    def macros(self) -> Iterator[bytes]:
        """Names that the user's files and the flags define."""
        for flag in self.flags:
            if flag.startswith("-D"):
                yield re.split(r"[=(]", flag[2:])[0].encode()
        for file in self.files():
            yield from re.findall(rb"^[ \t]*#[ \t]*define[ \t]+(\w+)", Path(file).read_bytes(), re.M)

    def files(self) -> tuple[str, ...]:
        """The source and every file of the user it includes."""
        included = {str(i.include.name): i.include for i in self.tu.get_includes()}
        return (self.path, *sorted(name for name, file in included.items() if self.is_user_file(name) and not self._is_system(file)))

    def _is_system(self, file: File) -> bool:
        of_system: bool = SourceLocation.from_position(self.tu, file, 1, 1).is_in_system_header
        return of_system or os.path.realpath(str(file.name)).startswith(_SYSTEM)


@dataclass(frozen=True, slots=True)
class Source:
    """A file to be read, with clang's flags. `texts`: files, by path, that are read as if they held these."""

    path: str
    flags: tuple[str, ...]
    texts: tuple[tuple[str, str], ...] = ()


def read(source: Source, more: str = "", recorded: bool = False) -> tuple[Unit, tuple[Diagnostic, ...]]:
    """Parses one source. `more`: lines to add at its end; `recorded`: what the preprocessor left out is known afterwards.

    Raises:
        UnreadableSource: no such file, or clang gives up.
    """
    if not Path(source.path).is_file():
        raise UnreadableSource(f"no such source file: {source.path}")
    arguments = [f for f in source.flags if not f.startswith(_GCC_ONLY)]
    texts = dict(source.texts)
    if more:
        texts[source.path] = f"{texts.get(source.path, text_of(source.path))}\n{more}"
    words = [*arguments, *_EXTRA_FLAGS]
    try:
        tu = _parsed(source.path, words, texts, recorded)
        if any(d.spelling.startswith(_NAMED_HALF) for d in _errors(tu)):
            tu = _parsed(source.path, [*words, "-DOPS_HALF_IS_A_VARIABLE"], texts, recorded)
    except TranslationUnitLoadError as failure:  # it carries no reason
        raise UnreadableSource(f"clang cannot parse {source.path} with flags: {' '.join(arguments)}") from failure
    unit = Unit(source.path, tu, _library(tu), source.flags)
    return unit, tuple(_complaint(unit, d) for d in _errors(tu))


def _parsed(path: str, words: list[str], texts: dict[str, str], recorded: bool) -> TranslationUnit:
    tu = None if recorded else _quickly_read(path, words, texts)
    if tu is not None:
        return tu
    options = TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD if recorded else TranslationUnit.PARSE_NONE
    return Index.create().parse(path, args=included_as_text(words), unsaved_files=list(texts.items()) or None, options=options)


def _quickly_read(path: str, words: list[str], texts: dict[str, str]) -> TranslationUnit | None:
    """With precompiled headers; none where there are none, or libclang complains of anything."""
    more = precompiled(words, path, texts.get(path) or text_of(path))
    try:
        tu = Index.create().parse(path, args=[*more, *included_as_text(words)], unsaved_files=list(texts.items()) or None) if more else None
    except TranslationUnitLoadError:
        return None
    return None if tu is None or _errors(tu) else tu


def _errors(tu: TranslationUnit) -> list[ClangDiagnostic]:
    return [d for d in tu.diagnostics if d.severity >= ClangDiagnostic.Error]


def _library(tu: TranslationUnit) -> tuple[str, ...]:
    """Where the OPS headers of this unit lie: the `ops` directory above the file that declares ops_par_loop, and `include` beside it."""
    for cursor in tu.cursor.get_children():
        if cursor.spelling in _ENTRY_POINTS:
            file = Path(os.path.abspath(file_of(cursor.location)))
            above = [p for p in file.parents if p.name == "ops"]
            return (f"{above[0]}/", f"{above[0].parent}/include/") if above else (str(file),)
    return ()


def _complaint(unit: Unit, diagnostic: ClangDiagnostic) -> Diagnostic:
    """What clang complains about, at the user's line that led there."""
    notes = [n for n in diagnostic.children if n.location.file is not None and not n.spelling.startswith("in file included")]
    given = next((found[1] for n in diagnostic.children if (found := _NO_FUNCTION.fullmatch(n.spelling))), "")
    if given:
        what = "a lambda" if given.startswith("(lambda at") else f"an object of class '{given}'"
        return error("compile-error", f"the kernel of this loop is {what}, but a kernel must be a named function", _place(diagnostic), "this loop", hint=KERNEL_HINT)
    if unit.is_user_file(file_of(diagnostic.location)):
        return error("compile-error", diagnostic.spelling, _place(diagnostic),
                     notes=tuple(Note(n.spelling, _place(n)) for n in notes[:_SHOWN_NOTES]))
    asserted = diagnostic.spelling.partition("static assertion failed")[2]
    message = asserted.partition(": ")[2] or diagnostic.spelling
    place = next((_place(n) for n in notes if unit.is_user_file(file_of(n.location))), _place(diagnostic))
    return error("api-misuse" if asserted else "compile-error", message, place, "required here")


def _place(diagnostic: ClangDiagnostic) -> Span:
    location = diagnostic.location
    name = file_of(location)
    if not name:
        return NOWHERE
    for extent in diagnostic.ranges:
        if extent.start.line == location.line == extent.end.line and extent.start.column <= location.column < extent.end.column:
            return Span(name, location.line, location.column, location.line, extent.end.column)
    return Span(name, location.line, location.column, location.line, location.column + 1)
