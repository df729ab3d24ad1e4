"""Where a translator's own preprocessor may read another program than the compiler, what makes it read the same, and whether it did.

A condition may be decided otherwise if it depends on a macro that the two have with other values, or that headers of the system define; the compiler's
choice then shows in the lines that it read, and is written into the text that the translator reads.
Test:    tests/translator/parse/as_compiled_test.py
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from translator.compiler.preprocessed import Preprocessed
from translator.compiler.source_lines import Branch, SourceLines

_OF_A_PLACE = {"__LINE__", "__FILE__", "__FILE_NAME__", "__COUNTER__", "__DATE__", "__TIME__", "__TIMESTAMP__", "__INCLUDE_LEVEL__", "__BASE_FILE__", "_Pragma"}
_ASKS = ("__has_", "__is_identifier", "__building_module")
_NAME_OR_TEXT = re.compile(r'"(?:\\.|[^"\\])*"|[A-Za-z_]\w*')
_NONE = -1

Skipped = Mapping[str, list[tuple[int, int]]]  # by real path: first and last line of what a preprocessor left out


@dataclass(frozen=True, slots=True)
class Unlike:
    """A place that the two read otherwise, and which macros it depends on. `compiler_reads`: None where that does not show."""

    file: str
    branch: Branch
    macros: tuple[str, ...]
    compiler_reads: bool | None


@dataclass(slots=True)
class Plan:
    """`choices`: by file, conditions that get the compiler's decision; `unlike`: those whose decision does not show."""

    choices: dict[str, list[tuple[list[Branch], int]]] = field(default_factory=dict)
    unlike: list[Unlike] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Program:
    """What the compiler read, and the files themselves."""

    read: Preprocessed
    files: Mapping[str, SourceLines]
    given: Mapping[str, str]  # macros that the compiler has before it reads anything
    parameters: Mapping[str, str] = field(default_factory=dict)  # of those that have any

    def value(self, name: str, within: frozenset[str] = frozenset()) -> str | None:
        """Of such a macro, with those that it mentions; the name where it has parameters; None if there is none."""
        if name not in self.given or name in self.parameters:
            return name if name in self.parameters else None
        inner = within | {name}
        return _NAME_OR_TEXT.sub(lambda m: m[0] if m[0] in inner or m[0] not in self.given else str(self.value(m[0], inner)), self.given[name])

    def flag(self, name: str) -> str:
        """By which another compiler has the macro as this one has it."""
        return f"-D{name}{self.parameters.get(name, '')}={self.given[name]}" if name in self.given else f"-U{name}"

    def mentioned(self) -> set[str]:
        """All names that can be macros which matter."""
        names = {name for lines in self.files.values() for name in (*lines.names, *(n for body in lines.bodies.values() for n in body))}
        return self._with_bodies(names | {name for lines in self.files.values() for chain in lines.chains for name in names_of(chain)})

    def expanded(self) -> dict[str, tuple[str, int]]:
        """Names in the text proper, or in macros that are named there: with file and line."""
        found: dict[str, tuple[str, int]] = {}
        for file, lines in self.files.items():
            pending = list(lines.names.items())
            for name, line in pending:
                if name not in found and name not in _OF_A_PLACE and not name.startswith(_ASKS):
                    found[name] = (file, line)
                    pending += [(n, line) for other in self.files.values() for n in other.bodies.get(name, ())]
                    pending += [(n, line) for n in names_in(self.given.get(name, ""))]
        return found

    def _with_bodies(self, names: set[str]) -> set[str]:
        """With what the macros of the command mention."""
        pending, found = list(names), set(names)
        for name in pending:
            new = names_in(self.given.get(name, "")) - found
            pending += new
            found |= new
        return found


def names_in(text: str) -> set[str]:
    """The identifiers of a text."""
    return set(re.findall(r"[A-Za-z_]\w*", text))


def names_of(chain: list[Branch]) -> set[str]:
    """The names that the conditions of a chain mention."""
    return {name for branch in chain for name in names_in(branch.text)} - {"defined"}


def plan(program: Program, other_values: Iterable[str]) -> Plan:
    """What the translator is to read. `other_values`: macros that it has with other values than the compiler, or alone, or not at all."""
    doubtful = _doubtful(program, set(other_values))
    made = Plan()
    for file, lines in program.files.items():
        left_out: list[tuple[int, int]] = []
        for chain in lines.chains:
            macros = tuple(sorted(doubtful & names_of(chain)))
            if not macros or any(first <= chain[0].first and chain[-1].last <= last for first, last in left_out):
                continue
            readings = _readings_of(lines, chain, program.read.files[file])
            taken = _taken(lines, chain, readings) if not lines.renumbered else None
            if taken is None and readings:
                made.unlike.append(Unlike(file, chain[0], macros, None))
            elif taken is not None:
                made.choices.setdefault(file, []).append((chain, taken))
                left_out += [(b.first, b.last) for n, b in enumerate(chain) if n != taken]
    return made


def unlike(program: Program, skipped: Skipped, times_read: Mapping[str, int]) -> list[Unlike]:
    """Branches that only one of them read, where all of `skipped` is what the translator left out of files that it read so many times."""
    found = []
    macros = {name for lines in program.files.values() for name in lines.bodies}
    for file, lines in program.files.items():
        readings, left_out = program.read.files[file], skipped.get(file, [])
        for chain in lines.chains if not lines.renumbered else ():
            for branch in chain:
                within = lines.within(branch)
                times = sum(any(line in reading for line in within) for reading in readings)
                left = sum(first <= branch.first and branch.last <= last for first, last in left_out)
                if times and left >= times_read.get(file, 1):
                    found.append(Unlike(file, branch, tuple(sorted(names_of(chain))), True))
                elif not times and not left and _shows(lines, branch, macros) and not _within_a_call(lines, chain, readings):
                    found.append(Unlike(file, branch, tuple(sorted(names_of(chain))), False))
    return found


def _shows(lines: SourceLines, branch: Branch, macros: set[str]) -> bool:
    """Whether a branch leaves something, if it is read: not, where there is nothing but macros, which may be empty."""
    return any(lines.first.get(line) not in macros for line in lines.own(branch))


def _doubtful(program: Program, other_values: set[str]) -> set[str]:
    """Names on which the two may decide otherwise: of macros with other values, of those that headers define, and of what mentions such."""
    asked = {name for lines in program.files.values() for chain in lines.chains for name in names_of(chain)}
    found = {name for name in asked if name in other_values or name.startswith(_ASKS)}
    known: set[str] = set()
    mentions: dict[str, set[str]] = {}
    while new := asked - known:
        known |= new
        for definition in program.read.definitions(new):
            mentions.setdefault(definition.name, set()).update(definition.body)
            if definition.system:
                found.add(definition.name)
        for name in new:
            mentions.setdefault(name, set()).update(names_in(program.given.get(name, "")))
            asked |= set() if name in found else mentions[name]
        found |= {name for name in asked if name in other_values or name.startswith(_ASKS)}
    while grown := {name for name, body in mentions.items() if name not in found and body & found}:
        found |= grown
    return found


def _readings_of(lines: SourceLines, chain: list[Branch], readings: list[dict[int, str]]) -> list[dict[int, str]]:
    """Those in which the compiler read what stands around a chain."""
    around = max((b for other in lines.chains for b in other if b.first < chain[0].first and chain[-1].last < b.last), key=lambda b: b.first, default=None)
    return [r for r in readings if around is None or any(line in r for line in lines.within(around))]


def _taken(lines: SourceLines, chain: list[Branch], readings: list[dict[int, str]]) -> int | None:
    """Which branch the compiler read, each time; _NONE for none; None where its lines do not say."""
    taken = {_taken_once(lines, chain, reading) for reading in readings}
    return taken.pop() if len(taken) == 1 else None


def _taken_once(lines: SourceLines, chain: list[Branch], reading: dict[int, str]) -> int | None:
    for number, branch in enumerate(chain):
        if any(line in reading for line in lines.within(branch)):
            return number
    if _within_a_call(lines, chain, [reading]):
        return None
    empty = [number for number, branch in enumerate(chain) if not lines.within(branch)]
    if chain[-1].word != "else":
        return _NONE
    return empty[0] if empty else None


def _within_a_call(lines: SourceLines, chain: list[Branch], readings: list[dict[int, str]]) -> bool:
    """Whether a macro may have been called around a chain: then all of its tokens stand on the first line."""
    if not chain[0].inside:
        return False
    others = [(other[0].first, other[-1].last) for other in lines.chains if other[-1].last <= chain[0].first or other[0].first >= chain[-1].last]
    beside = [line for line in lines.tokens if not any(first < line < last for first, last in others)]
    before, after = [line for line in beside if line < chain[0].first][-1:], [line for line in beside if line > chain[-1].last][:1]
    return not all(line in reading for reading in readings for line in (*before, *after))
