"""Declared constants: the `ops_decl_const` calls of a program."""

from __future__ import annotations

from dataclasses import dataclass

from translator.diagnostics import Diagnostic, warning
from translator.element_types import canonical
from translator.ir import ConstantDecl
from translator.parse.libclang import TypeKind, source, span
from translator.parse.values import Values
from translator.parse.world import World


@dataclass(frozen=True, slots=True)
class Constants:
    """What was found, each name once."""

    constants: tuple[ConstantDecl, ...]
    diagnostics: tuple[Diagnostic, ...]


def constants(world: World) -> Constants:
    """Every constant the program declares or updates."""
    values = Values(world)
    found: dict[str, ConstantDecl] = {}
    complaints: list[Diagnostic] = []
    for site in world.constants:
        arguments = list(site.call.get_arguments())
        names, dim, type_name = values.texts(arguments[0]), values.number(arguments[1]), values.text(arguments[2])
        known = [name for name in names if name is not None]
        if len(known) < max(1, len(names)):
            complaints.append(warning(
                "unresolved-constant", f"cannot tell which constant '{source(site.call)}' declares", span(site.call),
                hint="pass the name of the constant as a string literal, or as an element of an array of string literals"))
            continue
        pointer = arguments[3].type.get_canonical()
        element = pointer.get_pointee() if pointer.kind == TypeKind.POINTER else pointer.element_type
        size = (dim or 0) * max(0, int(element.get_size()))
        for name in known:
            found.setdefault(name, ConstantDecl(name, canonical(type_name or ""), dim or 0, size, span(site.call)))
    return Constants(tuple(found.values()), tuple(complaints))
