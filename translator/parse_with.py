"""Which libclang the translator parses with, and whether it can be relied on. Imports nothing that another version of it may lack.

Test:    tests/translator/parse/versions_test.py
"""

from __future__ import annotations

import ctypes
import functools
import re
from pathlib import Path

from clang.cindex import LibclangError, conf

VERSIONS = range(19, 21)
_REMEDY = ("run pip install 'libclang-ng>=19.1.7,<21' (on Debian: apt-get install python3-clang-19), or point -DOPSGRAD_PYTHON= at an interpreter "
           "that has one of them")


class _Text(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("flags", ctypes.c_uint)]


@functools.cache
def release() -> str:
    """Of libclang, as 19.1.7; "0" where it does not say."""
    lib = ctypes.CDLL(conf.get_filename())
    lib.clang_getClangVersion.restype, lib.clang_getCString.argtypes = _Text, [_Text]
    lib.clang_getCString.restype, lib.clang_disposeString.argtypes = ctypes.c_char_p, [_Text]
    text = lib.clang_getClangVersion()
    match = re.search(rb"version (\d+(?:\.\d+)*)", lib.clang_getCString(text) or b"")
    lib.clang_disposeString(text)
    return match[1].decode() if match else "0"


def version() -> int:
    """Of libclang: 19 of 19.1.7; 0 where it does not say."""
    return int(release().partition(".")[0])


def path() -> str:
    """Of the library that is loaded."""
    maps = Path("/proc/self/maps")
    found = re.search(r"(/\S*libclang[-.\d]*\.so\S*)", maps.read_text()) if maps.is_file() else None
    return found[1] if found else str(conf.get_filename())


def unfit() -> str:
    """Why this libclang cannot be used; "" if it can. Before 19 it does not show operators; from 21 on its bindings fail on structs with bases."""
    known = " and ".join(map(str, VERSIONS))
    try:
        found = release()
        if int(found.partition(".")[0]) not in VERSIONS:
            return f"libclang {found} in {path()} cannot be used, as it fails on some programs: the translator works with libclang {known}; {_REMEDY}"
        conf.lib  # noqa: B018  looks for functions that the bindings want
    except (OSError, LibclangError) as problem:
        return f"the library libclang cannot be loaded: {str(problem).partition('. To provide a path')[0]}; the translator works with libclang {known}; {_REMEDY}"
    return ""
