"""The command of a source that no build describes: the compiler that is here, the flags that are given, and the product's own headers.

Test:    tests/translator/compiler/usual_test.py
"""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Iterable
from pathlib import Path

from translator.compiler.command import Command, CommandFailed, of_line

_COMPILERS = ("c++", "g++", "clang++")
_HEADERS = ("ops/data/types.hpp", "ops.hpp")
_SHARE = Path(__file__).absolute().parents[2]


def usual(flags: Iterable[str]) -> Command | None:
    """None where no compiler is, or where the one that is here does not take the flags. Flags that say what to make and where (`-c -o a.o`) do not count."""
    given = tuple(flags)
    compiler = shlex.split(os.environ.get("CXX", "")) or [name for name in _COMPILERS if shutil.which(name)][:1]
    standard = () if any(f.startswith(("-std=", "--std=")) for f in given) else ("-std=c++20",)
    if not compiler:
        return None
    command = of_line((*compiler, *standard, *given), os.getcwd(), "")
    try:
        folders = command.asked().folders
    except CommandFailed:
        return None
    return Command((*command.words, *(word for folder in _missing(folders) for word in ("-isystem", str(folder)))), command.folder)


def _missing(folders: Iterable[str]) -> list[Path]:
    """Folders of the product's headers, in its tree or where it is installed, without those whose headers are found."""
    here = [folder for folder in (_SHARE, _SHARE / "include", _SHARE.parent.parent / "include" / "opsgrad") if any((folder / header).is_file() for header in _HEADERS)]
    return [folder for folder in here if not any((Path(other) / header).is_file() for header in _HEADERS if (folder / header).is_file() for other in folders)]
