"""Headers of OPS that libclang reads once for many programs: reading them is most of the time of a translation.

Not in the full tier. A program that clang complains of is read again with all its headers, as by users.
"""

from __future__ import annotations

import functools
import hashlib
import os
import re
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from clang.cindex import Index, TranslationUnit

from translator.compiler.command import included_as_text
from translator.parse import units

ROOT = Path(__file__).parents[2]
FIRST = re.compile(r'\s*((?:#define OPS_\w+[ \w]*\n)*#include "ops_seq_v2\.h"\n)')
FOR_SERIALIZATION = 16  # CXTranslationUnit_ForSerialization
MEETINGS = 2  # of flags, before headers are read for them
_met: Counter[str] = Counter()
_whole = units._quickly_read


def quickly_read(path: str, words: list[str], texts: dict[str, str]) -> TranslationUnit | None:
    """In place of translator.parse.units._quickly_read."""
    begin = first_lines(Path(path), texts)
    headers = precompiled(words, begin) if begin else None
    if headers is None:
        return _whole(path, words, texts)
    tu = Index.create().parse(path, args=["-include-pch", str(headers), *included_as_text(words)], unsaved_files=list(texts.items()) or None)
    return None if units._errors(tu) else tu


def first_lines(path: Path, texts: dict[str, str]) -> str:
    """What a program includes first, itself or by the header that is its first line; "" if that is something else."""
    text = texts.get(str(path)) or path.read_text()
    own = re.match(r'#include "(\w+\.hpp)"\n', text)
    if own and (path.parent / own[1]).is_file():
        text = re.sub(r"^(//.*|#pragma once)\n", "", (path.parent / own[1]).read_text(), flags=re.M)
    found = FIRST.match(text)
    return found[1] if found else ""


@functools.cache
def stamps() -> list[tuple[str, int]]:
    """When headers of OPS were changed."""
    return [(str(file), file.stat().st_mtime_ns) for folder in ("ops", "include", "backends") for file in sorted((ROOT / folder).rglob("*.h*"))]


def precompiled(words: list[str], begin: str) -> Path | None:
    """Kept where precompiled headers are; None where these flags are met for the first time."""
    here = os.getcwd() if any(re.match("-I(?!/)", word) for word in words) else ""
    key, now = (hashlib.sha256(repr(of).encode()).hexdigest()[:24] for of in ((words, begin, here), stamps()))
    folder = Path(os.environ.get("OPSGRAD_PRECOMPILED") or tempfile.gettempdir())
    file = folder / f"{key}_{now}.once"
    if file.is_file():
        return file
    _met[key] += 1
    if _met[key] < MEETINGS:
        return None
    options = TranslationUnit.PARSE_INCOMPLETE | FOR_SERIALIZATION
    tu = Index.create().parse("first.hpp", args=["-xc++-header", *words], unsaved_files=[("first.hpp", begin)], options=options)
    assert not units._errors(tu)
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as own:  # other tests may make the same now
        tu.save(str(Path(own, file.name)))
        for old in folder.glob(f"{key}_*.once"):
            old.unlink(missing_ok=True)
        os.replace(Path(own, file.name), file)
    return file


def use(monkeypatch: Any) -> None:
    monkeypatch.setattr(units, "_quickly_read", quickly_read)
