"""Sources and flags -> `Program`. The only package that imports clang."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

from translator.compiler.command import Command
from translator.diagnostics import Diagnostic
from translator.ir import Program
from translator.parse.added_lines import AddedLines
from translator.parse.as_compiled import Read, read_as_compiled
from translator.parse.constants import constants
from translator.parse.leftovers import leftovers
from translator.parse.loops import LoopReader
from translator.parse.members_read import reads_members
from translator.parse.units import Source, UnreadableSource, read
from translator.parse.world import explore
from translator.parse_with import unfit

__all__ = ["Parsed", "UnreadableSource", "parse"]

_Given = TypeVar("_Given")
_Found = TypeVar("_Found")
_DEEP = 20000  # expressions of thousands of terms nest as deeply


@dataclass(frozen=True, slots=True)
class Parsed:
    """A program and what parsing found wrong with it."""

    program: Program
    diagnostics: tuple[Diagnostic, ...]


def parse(paths: tuple[str, ...], flags: tuple[str, ...] = ("-std=c++20",), name: str = "app", commands: Mapping[str, Command] | None = None) -> Parsed:
    """Reads all sources of one program, by libclang's flags, or as the compiler reads them that is called by `commands`.

    Raises:
        UnreadableSource: a source is missing, clang gives up, or this libclang is not one to rely on.
    """
    if problem := unfit():
        raise UnreadableSource(problem)
    sys.setrecursionlimit(max(_DEEP, sys.getrecursionlimit()))
    sources = _each(lambda path: read_as_compiled(path, commands[path]) if commands else _read(Source(path, flags)), paths)
    units = [(one.unit, one.complaints) for one in sources]
    complaints = [d for _, found in units for d in found]
    world = explore(tuple(unit for unit, _ in units))
    collected = LoopReader(world).read()
    added = AddedLines()
    while added.add(world.wanted):
        again = _each(lambda one: added.read(one.source), sources)
        if [d for _, found in again for d in found] != complaints:
            break
        units, world = again, explore(tuple(unit for unit, _ in again))
        collected = LoopReader(world).read()
    declared = constants(world)
    unused = leftovers(world, collected.loops)
    files = tuple(dict.fromkeys(f for unit, _ in units for f in unit.files()))
    program = Program(name, tuple(collected.loops), declared.constants, world.derivatives, world.soa, files,
                      world.second_derivatives, tuple(dict.fromkeys(collected.refused)), reads_members(tuple(unit for unit, _ in units)))
    return Parsed(program, (*complaints, *collected.diagnostics, *declared.diagnostics, *unused))


def _each(reader: Callable[[_Given], _Found], given: Sequence[_Given]) -> list[_Found]:
    """Reads at the same time: libclang and the compiler do not hold Python's lock."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(reader, given))


def _read(source: Source) -> Read:
    return Read(source, *read(source))
