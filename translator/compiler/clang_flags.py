"""The flags by which libclang reads a source as a command's compiler does: the same folders in the same order, the same language.

What is left out changes macros alone, which are compared by name (agreement.py), or how code is generated.
Test:    tests/translator/parse/as_compiled_test.py
"""

from __future__ import annotations

import re
from pathlib import Path

from translator.compiler.command import Command

_LANGUAGE = re.compile(r"-f(no-)?(exceptions|rtti|char8_t|signed-char|unsigned-char|short-enums|wchar|ms-extensions|declspec|coroutines(-ts)?|concepts-ts)$")
_KEPT = ("-std=", "-m32", "-m64", "-ansi", "--target=", "-pthread", "-D", "-U")
_STANDARDS = ((201703, "17"), (202002, "20"), (202302, "23"))


def clang_flags(command: Command, own_headers: str) -> tuple[str, ...]:
    """`own_headers`: the folder of headers that belong to libclang; "" if there is none."""
    kept, rest = [_standard(command)], iter(command.words[1:])
    for word in rest:
        if word in ("-D", "-U", "-target"):
            kept += [word, next(rest, "")]
        elif word.startswith(_KEPT) or _LANGUAGE.match(word):
            kept.append(word)
    return (*filter(None, kept), *command.included_first(), *_folders(command, own_headers))


def _standard(command: Command) -> str:
    """For a compiler whose standard no flag says."""
    if command.beginning_with("-std=", "--std=", "-ansi"):
        return "".join(f"-std={word.partition('=')[2]}" for word in command.beginning_with("--std="))
    macros = command.asked().macros
    number = int(macros.get("__cplusplus", "0").rstrip("L"))
    later = [name for least, name in _STANDARDS if number <= least]
    return f"-std={'c' if '__STRICT_ANSI__' in macros else 'gnu'}++{later[0] if later else '2c'}"


def _folders(command: Command, own_headers: str) -> list[str]:
    asked, standard = command.asked(), command.standard_folders()
    flags = ["-nostdinc", "-nostdinc++", *(f"-iquote{folder}" for folder in asked.quoted)]
    for folder in asked.folders:
        if own_headers and _is_of_a_compiler(folder):
            flags.append(f"-isystem{own_headers}")
        else:
            flags.append(f"-isystem{folder}" if folder in standard else f"-I{folder}")
    return flags


def _is_of_a_compiler(folder: str) -> bool:
    """Whether its own headers lie there, which another compiler may not understand."""
    return (Path(folder) / "stddef.h").is_file() and (Path(folder) / "stdarg.h").is_file() and not (Path(folder) / "stdio.h").is_file()
