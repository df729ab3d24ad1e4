"""Virtual functions of the classes that a program makes objects of: nothing need name them, as they are called through a base class.

Clang shows the functions of an instance of a class template where something refers to them: lines at the end of a source do.

Test:    tests/translator/parse/objects_test.py
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Union

from translator.parse.libclang import Cursor, CursorKind, Identity, Type, TypeKind, children, identity, overloads, pointee, specialised
from translator.parse.units import Unit

_MAKING = (CursorKind.VAR_DECL, CursorKind.FIELD_DECL, CursorKind.CALL_EXPR, CursorKind.CXX_NEW_EXPR, CursorKind.CXX_BASE_SPECIFIER)
_ARRAYS = (TypeKind.CONSTANTARRAY, TypeKind.INCOMPLETEARRAY, TypeKind.VARIABLEARRAY)
_OVERRIDING = (CursorKind.CXX_OVERRIDE_ATTR, CursorKind.CXX_FINAL_ATTR)
_NAMING = "ops_members_named_"


def virtual_members(cursor: Cursor, unit: Unit, lines: dict[str, None], seen: set[Identity]) -> Iterator[Cursor]:
    """Those of the classes that a declaration or expression makes objects of, as far as clang shows them; `lines` gets what names the others.

    seen: classes that are known, and of others
    """
    if cursor.kind not in _MAKING:
        return
    for record in _classes(cursor.type, unit, seen):
        yield from (m for member in children(record) if (m := _shown(member)) is not None)
        template = specialised(record)
        if template is not None and record.get_definition() is not None and not children(record):
            whole = "::" + record.type.get_canonical().spelling.replace("(anonymous namespace)::", "")
            lines.update((f"template <class T> void {_NAMING}@() {{ T::of(&{name}); }}", None) for name in _names(whole, template, unit, ()))


def named(template: Cursor) -> list[Cursor]:
    """The virtual functions that one of these lines names; none for other templates."""
    if not template.spelling.startswith(_NAMING):
        return []
    found = [f for c in template.walk_preorder() for f in (overloads(c) or [c.referenced]) if f is not None]
    return [shown for f in found if (shown := _shown(f)) is not None]


def _shown(member: Cursor) -> Union[Cursor, None]:
    """A virtual function with its body."""
    if member.kind != CursorKind.CXX_METHOD or not member.is_virtual_method():
        return None
    definition = member.get_definition()
    return definition if definition is not None and any(c.kind == CursorKind.COMPOUND_STMT for c in children(definition)) else None


def _classes(type_: Type, unit: Unit, seen: set[Identity]) -> Iterator[Cursor]:
    """Classes of the user that such a type is, points to, consists of, or has as template arguments; each once."""
    inner = pointee(type_)
    while inner.kind in (TypeKind.POINTER, *_ARRAYS):
        inner = (inner.get_pointee() if inner.kind == TypeKind.POINTER else inner.element_type).get_canonical()
    record = inner.get_declaration()
    if inner.kind != TypeKind.RECORD or identity(record) in seen:
        return
    seen.add(identity(record))
    for k in range(inner.get_num_template_arguments()):
        yield from _classes(inner.get_template_argument_type(k), unit, seen)
    if unit.is_user(record):
        yield record
        for part in (*inner.get_fields(), *(c for c in children(record) if c.kind == CursorKind.CXX_BASE_SPECIFIER)):
            yield from _classes(part.type, unit, seen)


def _names(whole: str, template: Cursor, unit: Unit, below: tuple[Identity, ...]) -> Iterator[str]:
    """Qualified names of the virtual functions of a class and of its bases, which are members of it by their own names."""
    yield from dict.fromkeys(f"{whole}::{m.spelling}" for m in template.get_children() if _is_virtual(m))
    for base in template.get_children():
        if base.kind == CursorKind.CXX_BASE_SPECIFIER:
            of = next((c.referenced for c in base.get_children() if c.kind == CursorKind.TEMPLATE_REF), None)
            if of is not None and unit.is_user(of) and identity(of) not in below:
                yield from _names(f"{whole}::{of.spelling}", of, unit, (*below, identity(template)))


def _is_virtual(member: Cursor) -> bool:
    """In a template the base may be unknown; then only the word shows it."""
    return member.kind == CursorKind.CXX_METHOD and (member.is_virtual_method() or any(c.kind in _OVERRIDING for c in member.get_children()))
