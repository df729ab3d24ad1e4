"""What a compiler read of each file of the user: the lines that gave tokens, definitions or included files, each time the file was read.

Test:    tests/translator/compiler/preprocessed_test.py
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

_MARKER = re.compile(r'^# (\d+) "((?:[^"\\]|\\.)*)"((?: \d)*)[^\n]*\n?', re.MULTILINE)
_UNSEEN = ("#pragma", "#ident", "#warning")  # change no token, or are not printed by all
_PRODUCT = "/ops/data/types.hpp"  # a file of the product that every program reads, and its rooms
_INSTALLED = ("/usr/", "/opt/")
_ROOMS = ("ops", "backends", "tridsolver", "include")
_SAYS_SYSTEM = re.compile(r"system_header\b")


@dataclass(frozen=True, slots=True)
class Definition:
    """Of a macro. `system`: by a header that is not the user's; names of `body` are those that it mentions."""

    name: str
    body: frozenset[str]
    system: bool


@dataclass(slots=True)
class Preprocessed:
    """By real path: for each time that the compiler read a file of the user, its lines with their texts. `system`: other files."""

    files: dict[str, list[dict[int, str]]] = field(default_factory=dict)
    system: set[str] = field(default_factory=set)
    product: tuple[str, ...] = ()
    system_parts: list[str] = field(default_factory=list)
    own_parts: list[str] = field(default_factory=list)

    def definitions(self, names: Iterable[str]) -> list[Definition]:
        """Those of the named macros that the compiler met in files."""
        asked = re.compile(rf"^#define ({'|'.join(map(re.escape, sorted(names)))})\b(.*)", re.MULTILINE)
        return [Definition(m[1], frozenset(re.findall(r"[A-Za-z_]\w*", m[2])), system) for parts, system in ((self.system_parts, True), (self.own_parts, False))
                for part in parts for m in asked.finditer(part)]


def preprocessed(text: str, folder: str, source: str) -> Preprocessed:
    """What a text of the preprocessor, run in `folder`, says. What belongs to the system or to the product is not the user's."""
    installed = () if os.path.realpath(source).startswith(_INSTALLED) else _INSTALLED
    markers = list(_MARKER.finditer(text))
    places = {name: _place(name, folder) for name in dict.fromkeys(m[2] for m in markers)}
    found = Preprocessed(product=_product(places.values()))
    open_: list[tuple[str, dict[int, str]]] = []
    ends = [m.start() for m in markers[1:]] + [len(text)]
    for marker, end in zip(markers, ends):
        path, flags = places[marker[2]], marker[3].split()
        if not path:
            continue
        part = text[marker.end() : end]
        if path.startswith(installed) or "3" in flags and ("1" in flags or path in found.system or _says_system(path)):
            found.system.add(path)
            found.system_parts.append(part)
        elif not path.startswith(found.product):
            found.own_parts.append(part)
            _collect(_reading(found, open_, path, entered="1" in flags), int(marker[1]), part)
    for path in found.system & found.files.keys():  # a file that says in its text that it is the system's
        del found.files[path]
    return found


def _says_system(path: str) -> bool:
    """Whether a file of the user says in its text that it is the system's: else only macros of the system are called there."""
    return Path(path).is_file() and _SAYS_SYSTEM.search(Path(path).read_text(errors="replace")) is not None


def _reading(found: Preprocessed, open_: list[tuple[str, dict[int, str]]], path: str, entered: bool) -> dict[int, str]:
    """That to which the text after a marker belongs."""
    if not entered:
        for depth in range(len(open_) - 1, -1, -1):
            if open_[depth][0] == path:
                del open_[depth + 1 :]
                return open_[depth][1]
    reading: dict[int, str] = {}
    found.files.setdefault(path, []).append(reading)
    open_.append((path, reading))
    return reading


def _collect(reading: dict[int, str], first: int, text: str) -> None:
    for number, line in enumerate(text.split("\n"), first):
        words = line.strip()
        if words and not words.startswith(_UNSEEN):
            reading[number] = f"{reading[number]} {words}" if number in reading else words


def _place(name: str, folder: str) -> str:
    """The real path; "" for what is no file."""
    if name.startswith("<") or name.endswith("//"):
        return ""
    return os.path.realpath(os.path.join(folder, re.sub(r"\\(.)", r"\1", name)))


def _product(paths: Iterable[str]) -> tuple[str, ...]:
    return tuple(f"{path.removesuffix(_PRODUCT)}/{room}/" for path in paths if path.endswith(_PRODUCT) for room in _ROOMS)
