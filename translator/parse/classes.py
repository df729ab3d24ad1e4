"""Objects as objects of their base classes, and back; and which function a virtual call means.

Test:    tests/translator/parse/constructs_test.py, tests/translator/parse/refusals_test.py
"""

from __future__ import annotations

from typing import Union

from translator.ir import NOWHERE, Span
from translator.parse.libclang import Cursor, CursorKind, Type, TypeKind, base_types, pointee, struct_fields
from translator.parse.places import AddressOf, Closure, Place, Struct, Unhandled


def base_part(whole: Struct, base: Type) -> Struct:
    """The part of an object that is its base class, by itself, as it is while it is constructed."""
    members = dict(whole.members)
    return Struct(tuple((f.spelling, members[f.spelling]) for f in struct_fields(base) or ()), pointee(base))


def as_class(place: Place, type_: Type, where: Span) -> Place:
    """An object, or a pointer to one, as one of a base class of its own, or of a class that has it as its base."""
    wanted = type_.get_canonical()
    if wanted.kind == TypeKind.POINTER and isinstance(place, AddressOf):
        return AddressOf(as_class(place.place, wanted.get_pointee(), where))
    wanted = pointee(wanted)
    if not isinstance(place, Struct) or place.type is None or wanted.kind != TypeKind.RECORD or _same(place.type, wanted):
        return place
    whole = place.whole or place
    assert whole.type is not None
    if _same(whole.type, wanted):
        return whole
    if struct_fields(wanted) == []:
        return Struct((), wanted, whole)
    if not _derives(whole.type, wanted):
        raise Unhandled(f"the kernel treats an object of class '{whole.type.spelling}' as an object of class '{wanted.spelling}', which is not its base class",
                        where, "use its own class")
    members = dict(whole.members)
    return Struct(tuple((f.spelling, members[f.spelling]) for f in struct_fields(wanted) or ()), wanted, whole)


def overrider(place: Place, method: Cursor) -> Union[tuple[Cursor, Place], None]:
    """The function that a virtual call means, and the object that it is called on; None where the class of the object is not known."""
    if not isinstance(place, Struct):
        return None
    whole = place.whole or place
    found = [] if whole.type is None else _overriders(whole.type, method)
    if len(found) != 1 or whole.type is None:
        return None
    return found[0], as_class(whole, found[0].semantic_parent.type, NOWHERE)


def call_operator(closure: Closure) -> Union[Cursor, None]:
    """What a lambda runs; None if it is a template."""
    members = () if closure.record is None else closure.record.get_children()
    return next((m.get_definition() for m in members if m.kind == CursorKind.CXX_METHOD and m.spelling == "operator()"), None)


def _overriders(record: Type, method: Cursor) -> list[Cursor]:
    """Of this class, or else of its bases."""
    for m in pointee(record).get_declaration().get_children():
        if m.kind == CursorKind.CXX_METHOD and m.displayname == method.displayname and m.is_const_method() == method.is_const_method():
            return [m]
    return [m for base in base_types(record) for m in _overriders(base, method)]


def _derives(record: Type, base: Type) -> bool:
    return any(_same(b, base) or _derives(b, base) for b in base_types(record))


def _same(a: Type, b: Type) -> bool:
    return bool(pointee(a).get_declaration() == pointee(b).get_declaration())
