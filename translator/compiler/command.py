"""The command by which a compiler makes an object of a source, and what the compiler says when it is asked by that command.

Test:    tests/translator/compiler/command_test.py
"""

from __future__ import annotations

import functools
import json
import os
import re
import shlex
import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_TRANSLATING = "-DOPS_TRANSLATING"
_ALONE = ("-c", "-MD", "-MMD", "-MP", "-MG", "-M", "-MM", "-S", "-E", "-Werror")
_WITH_A_FILE = ("-o", "-MF", "-MT", "-MQ")
_INCLUDED_FIRST = ("-include", "-imacros")
_WITH_A_WORD = (*_INCLUDED_FIRST, "-I", "-isystem", "-iquote", "-idirafter", "-D", "-U", "-x", "-isysroot", "--sysroot", "-target", "--gcc-toolchain", "-Xclang", "-arch")
_DEFINED = re.compile(r"#define (\w+)((?:\([^)]*\))?)(?: (.*))?$", re.MULTILINE)
_ENDS_OF_LISTS = re.compile(r"#include (<|\").*? search starts here:|End of search list", re.DOTALL)


class CommandFailed(Exception):
    """The compiler, called by the command, has no answer."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a compiler knows before it reads a source: its macros, with those of the command, and the parameters of those that have any; and where it
    looks for files in <> and in quotes."""

    macros: Mapping[str, str]
    parameters: Mapping[str, str]
    folders: tuple[str, ...]
    quoted: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Command:
    """`words`: the compiler and its flags, without the source and what is written."""

    words: tuple[str, ...]
    folder: str
    same_with: tuple[str, ...] = ()  # flags with which it has to read the same

    def preprocessed(self, source: str) -> str:
        """The source after the preprocessor, with line markers, definitions and names of included files.

        Raises:
            CommandFailed: it cannot be preprocessed.
        """
        words = included_as_text(self.words) if "__clang__" in self.asked().macros else self.words
        return _run((*words, _TRANSLATING, "-w", "-E", "-dD", "-dI", os.path.abspath(source)), self.folder).stdout

    def asked(self) -> Asked:
        """What the compiler knows before it reads a source."""
        return _asked(self)

    def standard_folders(self) -> tuple[str, ...]:
        """Where it looks without flags that name folders, and without those of the environment."""
        plain = Command(tuple(_without_folders(self.words)), self.folder)
        return _asked(plain, frozenset(("CPATH", "CPLUS_INCLUDE_PATH"))).folders

    def included_first(self) -> tuple[str, ...]:
        """The flags that name files to read before the source."""
        return tuple(w for pair in zip(self.words, self.words[1:]) if pair[0] in _INCLUDED_FIRST for w in (pair[0], _from(self.folder, pair[1])))

    def beginning_with(self, *starts: str) -> tuple[str, ...]:
        """The flags of one word that begin so."""
        return tuple(w for w in self.words if w.startswith(starts))


def included_as_text(words: Iterable[str]) -> tuple[str, ...]:
    """Flags with which clang reads the files that -include names. With -include, its driver uses a precompiled header beside a file instead."""
    changed, rest = [], iter(words)
    for word in rest:
        changed += ["-Xclang", word, "-Xclang", next(rest, "")] if word == "-include" else [word]
    return tuple(changed)


def of_line(words: Iterable[str], folder: str, source: str) -> Command:
    """The command of a line that compiles `source`."""
    kept, rest = [], iter(_without_prepared(_opened(words, folder)))
    for word in rest:
        if word in _WITH_A_FILE:
            next(rest, None)
        elif word in _WITH_A_WORD:
            kept += [word, next(rest, "")]
        elif word not in _ALONE and not word.startswith(("-MF", "-MT")) and (word.startswith("-") or not _same(_from(folder, word), source)):
            kept.append(word)
    return Command(tuple(kept), folder)


def of_database(database: Path, objects: str) -> dict[str, Command]:
    """By source: the commands of a compile_commands.json that write below the folder `objects`."""
    found: dict[str, Command] = {}
    name = os.path.basename(objects.rstrip("/"))
    plain = name if re.fullmatch(r"[\w.+-]+", name) else ""  # as commands have it
    for entry in json.loads(database.read_text()):
        if plain not in entry.get("command", plain):
            continue  # splitting all commands would take most of the time
        words = list(entry.get("arguments") or shlex.split(entry["command"]))
        out = _from(entry["directory"], entry.get("output") or _written(words))
        if out.startswith(objects.rstrip("/") + "/"):
            source = os.path.realpath(_from(entry["directory"], entry["file"]))
            found[source] = of_line(words, entry["directory"], source)
    return found


def to_text(commands: Mapping[str, Command]) -> str:
    """As a file holds them."""
    return json.dumps({source: {"words": c.words, "folder": c.folder} for source, c in commands.items()}, indent=1) + "\n"


def of_text(text: str) -> dict[str, Command]:
    """What `to_text` wrote."""
    held: dict[str, Any] = json.loads(text)
    return {source: Command(tuple(c["words"]), c["folder"]) for source, c in held.items()}


def _written(words: list[str]) -> str:
    return words[words.index("-o") + 1] if "-o" in words[:-1] else ""


def _opened(words: Iterable[str], folder: str) -> list[str]:
    """With what the files named by @file hold."""
    opened: list[str] = []
    for word in words:
        file = Path(_from(folder, word[1:])) if word.startswith("@") else None
        if file is not None and file.is_file():
            opened += shlex.split(file.read_text())
        elif not word.endswith(".modmap"):  # of modules, which are found out when objects are made
            opened.append(word)
    return opened


def _without_prepared(words: list[str]) -> list[str]:
    """With the header that is read first as text, where clang has it prepared in a file that may not be there yet."""
    text = "\n".join(words)
    text = re.sub(r"-Xclang\n-include-pch\n-Xclang\n[^\n]*(\n|$)", "", text)
    return re.sub(r"-Xclang\n-include\n-Xclang\n", "-include\n", text).split("\n")


def _without_folders(words: tuple[str, ...]) -> list[str]:
    kept, rest = [], iter(words)
    for word in rest:
        if word in ("-I", "-isystem", "-iquote", "-idirafter"):
            next(rest, None)
        elif not word.startswith(("-I", "-isystem", "-iquote", "-idirafter")):
            kept.append(word)
    return kept


@functools.cache
def _asked(command: Command, without: frozenset[str] = frozenset()) -> Asked:
    words, rest = [], iter(command.words)
    for word in rest:
        if word in _INCLUDED_FIRST:
            next(rest, None)
        else:
            words.append(word)
    told = _run((*words, _TRANSLATING, "-w", "-v", "-E", "-dM", "-x", "c++", os.devnull), command.folder, without)
    defined = list(_DEFINED.finditer(told.stdout))
    parts = _ENDS_OF_LISTS.split(told.stderr)
    lists = {kind: tuple(_from(command.folder, line.strip()) for line in text.splitlines() if line.startswith(" ")) for kind, text in zip(parts[1::2], parts[2::2]) if kind}
    return Asked({m[1]: m[3] or "" for m in defined}, {m[1]: m[2] for m in defined if m[2]}, lists.get("<", ()), lists.get('"', ()))


def _run(words: tuple[str, ...], folder: str, without: frozenset[str] = frozenset()) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name not in without} | {"LC_ALL": "C"}
    try:
        result = subprocess.run(words, cwd=folder, capture_output=True, text=True, errors="replace", env=environment)
    except OSError as problem:
        raise CommandFailed(f"cannot be run: {problem}\n  {shlex.join(words)}") from problem
    if result.returncode != 0:
        raise CommandFailed(f"{result.stderr.strip()}\n  {shlex.join(words)}")
    return result


def _from(folder: str, path: str) -> str:
    return os.path.normpath(os.path.join(folder, path))


def _same(one: str, other: str) -> bool:
    return os.path.realpath(one) == os.path.realpath(other)
