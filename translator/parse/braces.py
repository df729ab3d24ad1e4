"""Which value of a list in braces is given to which member of a struct, or to which element of an array.

Members that are named, as in {.low = 1}, get their values by their names; a list that names anything else than one member for
each value is refused.

Test:    tests/translator/parse/constructs_test.py, tests/translator/parse/braces_test.py
"""

from __future__ import annotations

from typing import Union

from translator.parse.libclang import Cursor, CursorKind, Type, TypeKind, base_types, children, pointee, source, span, strip
from translator.parse.places import Unhandled


def of_members(values: Cursor) -> list[tuple[Cursor, Union[Cursor, None]]]:
    """The members of a struct that are not inherited, each with what the list gives it; None for what the list leaves out."""
    fields, given = list(pointee(values.type).get_fields()), children(values)
    if any(_is_named(v) for v in given):
        by_name = _by_name(given, {f.spelling for f in fields})
        return [(f, by_name.get(f.spelling)) for f in fields]
    given = given[len(base_types(values.type)):]
    if len(given) > len(fields):
        raise Unhandled("the kernel initialises the members of a nested struct without inner braces", span(values),
                            "write the inner braces, or assign the members one by one")
    return [(f, given[i] if i < len(given) else None) for i, f in enumerate(fields)]


def of_bases(values: Cursor) -> list[tuple[Type, Union[Cursor, None]]]:
    """The base classes of a struct, each with what the list gives it."""
    bases, given = base_types(values.type), [] if any(map(_is_named, children(values))) else children(values)
    for base, value in zip(bases, given):
        if pointee(strip(value).type).get_declaration() != base.get_declaration():
            raise Unhandled("the kernel initialises the members of a base class without inner braces", span(values),
                            "write the inner braces, or assign the members one by one")
    return [(base, given[i] if i < len(given) else None) for i, base in enumerate(bases)]


def of_elements(values: Cursor) -> list[Cursor]:
    """What a list gives to the elements of an array, or to the one scalar there is, in order."""
    given = children(values)
    for value in given:
        if _is_named(value):
            raise Unhandled(f"the designated element '{source(value)}'", span(value), "initialise all elements in order, or assign them one by one")
    return given


def _is_named(value: Cursor) -> bool:
    """Whether a value of a list says where it belongs. Clang shows the name, if it is one of a member, and the value, below an expression without type."""
    without_type = value.kind == CursorKind.UNEXPOSED_EXPR and value.type.get_canonical().kind == TypeKind.VOID
    return without_type or any(c.kind == CursorKind.MEMBER_REF for c in children(value))


def _by_name(given: list[Cursor], names: set[str]) -> dict[str, Cursor]:
    found: dict[str, Cursor] = {}
    for value in given:
        parts = children(value)
        name = parts[0].spelling if len(parts) == 2 and parts[0].kind == CursorKind.MEMBER_REF and _is_named(value) else ""
        if name not in names or name in found or not parts[1].kind.is_expression():
            raise Unhandled(f"the designated initialiser '{source(value)}'", span(value),
                            "write '.member = value' for each value, and initialise each member only once")
        found[name] = parts[1]
    return found
