"""A source read as a compiler reads it, by the command that makes the object; or what is wrong where that is not possible.

Test:    tests/translator/parse/as_compiled_test.py
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from translator.compiler.agreement import Plan, Program, Unlike, plan, unlike
from translator.compiler.clang_flags import clang_flags
from translator.compiler.command import Command, CommandFailed
from translator.compiler.preprocessed import Preprocessed, preprocessed
from translator.compiler.source_lines import source_lines, steered, with_values
from translator.diagnostics import Diagnostic, error
from translator.ir import NOWHERE, Span
from translator.parse.libclang import text_of
from translator.parse.preprocessing import macros, own_headers, skipped
from translator.parse.units import Source, Unit, UnreadableSource, read

CODE = "unlike-compiler"
_HINT = "make the code independent of the compiler, or hide it from the translator with #ifndef OPS_TRANSLATING"
_SAID = {True: "the compiler takes this preprocessor branch, but the translator does not",
         False: "the translator takes this preprocessor branch, but the compiler does not",
         None: "the translator cannot determine which of these preprocessor branches the compiler takes"}
_APART = "add a comment that contains the word OPS_MPI to any source file, and run cmake again, so that the MPI targets are compiled and translated separately"


@dataclass(frozen=True, slots=True)
class Read:
    """A source, how it was read, and what is wrong with it."""

    source: Source
    unit: Unit
    complaints: tuple[Diagnostic, ...]


def read_as_compiled(path: str, command: Command) -> Read:
    """Reads a source.

    Raises:
        UnreadableSource: there is no such file, or the compiler cannot be asked.
    """
    try:
        source = Source(path, clang_flags(command, own_headers()))
    except CommandFailed as problem:
        raise UnreadableSource(f"the compiler {problem}") from problem
    try:
        program = _program(path, command)
    except CommandFailed as problem:
        unit, complaints = read(source)
        if not complaints:
            raise UnreadableSource(f"the compiler cannot preprocess {path}: {problem}") from problem
        return Read(source, unit, complaints)
    read_ = _agreed(source, program)
    return replace(read_, complaints=(*read_.complaints, *_not_the_same(path, command, program.read))) if command.same_with else read_


def _not_the_same(path: str, command: Command, seen: Preprocessed) -> list[Diagnostic]:
    """Where the compiler reads another program with the flags of `same_with`: the first line of each file."""
    flags, found = " ".join(command.same_with), []
    other = _preprocessed(path, replace(command, words=(*command.words, *command.same_with)))
    for file in sorted(seen.files.keys() | other.files.keys()):
        readings = [dict(enumerate(of.files.get(file, ()))) for of in (seen, other)]
        times = range(max(map(len, readings)))
        pairs = [(readings[0].get(n, {}), readings[1].get(n, {})) for n in times]
        lines = [line for one, two in pairs for line in one.keys() | two.keys() if one.get(line) != two.get(line)]
        if lines:
            found.append(error(CODE, "for some targets, the compiler reads different code on this line", Span(file, min(lines), 1, min(lines), 2),
                               f"with {flags}", hint=_APART))
    return found


def _preprocessed(path: str, command: Command) -> Preprocessed:
    return preprocessed(command.preprocessed(path), command.folder, path)


def _program(path: str, command: Command) -> Program:
    seen = _preprocessed(path, command)
    files = {file: source_lines(text_of(file)) for file in seen.files if Path(file).is_file()}
    return Program(seen, files, command.asked().macros, command.asked().parameters)


def _agreed(source: Source, program: Program) -> Read:
    expanded, others = program.expanded(), _others(program, source.flags)
    odd = sorted(expanded.keys() & others)
    short = {name: program.given[name] for name in odd if name not in program.parameters and len(program.given.get(name, name + "_")) <= len(name)}
    given = tuple(program.flag(name) for name in odd if name not in short)
    made = plan(program, others)
    fitted = replace(source, flags=(*source.flags, *given), texts=_texts(source.path, program, made, short))
    unit, complaints = read(fitted, recorded=bool(made.choices))
    if given and complaints and not read(source)[1]:
        return Read(fitted, unit, tuple(_other_value(name, program, expanded[name]) for name in odd if name not in short))
    found = list(made.unlike)
    if made.choices and not complaints:
        times = Counter(os.path.realpath(str(i.include.name)) for i in unit.tu.get_includes())
        found += unlike(program, skipped(unit.tu), times)
    disagreed = [_complaint(one) for one in found] or _other_files(unit, program)
    return Read(fitted, unit, (*complaints, *disagreed))


def _others(program: Program, flags: tuple[str, ...]) -> set[str]:
    """Macros that the compiler and libclang have with other values before they read anything."""
    asked = {name for name in program.mentioned() if name in program.given or name.startswith("_") or name.islower()}
    here = macros(asked, flags)
    return {name for name in asked if _plain(program.value(name)) != _plain(here.get(name))}


def _plain(value: str | None) -> str | None:
    return None if value is None else "".join(value.split())


def _texts(path: str, program: Program, made: Plan, values: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """The files that libclang is to read otherwise than they are; everything in them has its place."""
    texts = {file: with_values(steered(text_of(file), made.choices.get(file, ())), values) for file in program.files if values or file in made.choices}
    return tuple((path if os.path.realpath(path) == file else file, text) for file, text in texts.items() if text != text_of(file))


def _complaint(one: Unlike) -> Diagnostic:
    names = ", ".join(f"'{name}'" for name in one.macros)
    span = Span(one.file, one.branch.first, 1, one.branch.first, len(f"#{one.branch.word} {one.branch.text}") + 1)
    return error(CODE, _SAID[one.compiler_reads], span, f"depends on {names}" if names else "", hint=_HINT)


def _other_value(name: str, program: Program, place: tuple[str, int]) -> Diagnostic:
    value = "the compiler does not define it" if name not in program.given else f"the compiler uses '{program.given[name]}'"
    span = Span(place[0], place[1], 1, place[1], 2)
    return error(CODE, f"the translator and the compiler disagree about the value of the macro '{name}': {value}", span, "used here", hint=_HINT)


def _other_files(unit: Unit, program: Program) -> list[Diagnostic]:
    """Files of the user that only one of them read."""
    if any(lines.renumbered for lines in program.files.values()):
        return []
    here = {file for file in map(os.path.realpath, unit.files()) if not file.startswith(program.read.product)}
    compiled, read_ = program.read.files.keys(), {os.path.realpath(str(i.include.name)) for i in unit.tu.get_includes()} | {os.path.realpath(unit.path)}
    found = [error(CODE, f"the compiler reads this file, but the translator does not: {file}", NOWHERE) for file in sorted(compiled - read_)]
    return found + [error(CODE, f"the translator reads this file, but the compiler does not: {file}", NOWHERE)
                    for file in sorted(here - compiled - program.read.system)]
