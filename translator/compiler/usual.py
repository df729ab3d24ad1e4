"""The command of a source that no build describes: the compiler that is here, the flags that are given, and the product's own headers.

Test:    tests/translator/compiler/usual_test.py
"""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Iterable
from pathlib import Path

from translator.compiler.command import Command, CommandFailed

_COMPILERS = ("c++", "g++", "clang++")
_HEADER = "ops/core/types.hpp"
_SHARE = Path(__file__).absolute().parents[2]


def usual(flags: Iterable[str]) -> Command | None:
    """None where no compiler is, or where the one that is here does not take the flags."""
    given = tuple(flags)
    compiler = shlex.split(os.environ.get("CXX", "")) or [name for name in _COMPILERS if shutil.which(name)][:1]
    standard = () if any(f.startswith(("-std=", "--std=")) for f in given) else ("-std=c++20",)
    command = Command((*compiler, *standard, *given), os.getcwd())
    if not compiler:
        return None
    try:
        found = any((Path(folder) / _HEADER).is_file() for folder in command.asked().folders)
    except CommandFailed:
        return None
    return command if found else Command((*command.words, *_own_headers()), command.folder)


def _own_headers() -> tuple[str, ...]:
    """Those of the product: in its tree, or where it is installed."""
    folders = [f for f in (_SHARE / "include", _SHARE, _SHARE / "ops" / "include") if (f / _HEADER).is_file() or (f / "ops.hpp").is_file()]
    return tuple(word for folder in folders for word in ("-isystem", str(folder)))
