"""What variables get without an assignment or a call that shows it: by functions of the standard library that make an object
of the user's, as make_unique and emplace_back do, by lists in braces, and by whoever has the address of a function.

Test:    tests/translator/parse/choices_test.py
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Union

from translator.parse.libclang import Cursor, CursorKind, Type, TypeKind, children, default_of, identity, strip

_FUNCTIONS = ("make_unique", "make_shared", "make_optional")
_WHOLE = (CursorKind.INIT_LIST_EXPR, CursorKind.CALL_EXPR, CursorKind.STRING_LITERAL, CursorKind.DECL_REF_EXPR, CursorKind.MEMBER_REF_EXPR,
          CursorKind.LAMBDA_EXPR, CursorKind.UNARY_OPERATOR, CursorKind.ARRAY_SUBSCRIPT_EXPR, CursorKind.CONDITIONAL_OPERATOR,
          CursorKind.UNEXPOSED_EXPR)  # what may give a whole array or class
_METHODS = ("emplace_back", "emplace_front", "emplace")


def made(call: Cursor) -> Iterator[tuple[Cursor, list[tuple[Cursor, Cursor]]]]:
    """Constructors that the call may run, each with its parameters and what they get."""
    callee, given = call.referenced, list(call.get_arguments())
    if callee is None or call.spelling not in (*_FUNCTIONS, *_METHODS):
        return
    owner = callee if call.spelling in _FUNCTIONS else callee.semantic_parent
    of = owner.get_template_argument_type(0) if owner.get_num_template_arguments() > 0 else owner.type
    for constructor in _constructors(of):
        parameters = list(constructor.get_arguments())
        needed = sum(default_of(p) is None for p in parameters)
        if needed <= len(given) <= len(parameters):
            yield constructor, list(zip(parameters, given))


def _constructors(type_: Type) -> Iterator[Cursor]:
    for member in type_.get_canonical().get_declaration().get_children():
        if member.kind == CursorKind.CONSTRUCTOR and not member.is_copy_constructor() and not member.is_move_constructor():
            yield member


def fields_given(values: Cursor) -> Iterator[tuple[Cursor, Union[Cursor, None]]]:
    """Fields of a class and what a list in braces gives them; None where nested braces are left out, so that it is not known."""
    canonical = values.type.get_canonical()
    if canonical.kind != TypeKind.RECORD:
        return
    fields = [f for f in canonical.get_declaration().get_children() if f.kind == CursorKind.FIELD_DECL]
    by_name = [[c.referenced for c in children(v) if c.kind == CursorKind.MEMBER_REF] for v in children(values)]
    if any(by_name) and all(len(names) == 1 and len(children(v)) == 2 for names, v in zip(by_name, children(values))):
        yield from ((names[0], children(v)[-1]) for names, v in zip(by_name, children(values)))
    elif any(by_name) or any(_is_many(f.type) and strip(v).kind not in _WHOLE for f, v in zip(fields, children(values))):
        # .outer.inner = x, .array[1] = x, names and values without names, or values of parts without braces
        yield from ((f, None) for f in _all_fields(canonical))
    else:
        yield from zip(fields, children(values))


def _is_many(type_: Type) -> bool:
    return type_.get_canonical().kind in (TypeKind.RECORD, TypeKind.CONSTANTARRAY)


def _all_fields(type_: Type) -> Iterator[Cursor]:
    for f in type_.get_canonical().get_fields():
        yield f
        yield from _all_fields(f.type) if f.type.get_canonical().kind == TypeKind.RECORD else ()


def called_elsewhere(cursor: Cursor, around: Sequence[Cursor]) -> Iterator[Cursor]:
    """Functions that somebody may call whom nobody sees, as their address is taken here; a lambda, as it is handed on or copied."""
    parent = next((p for p in reversed(around) if p.kind not in (CursorKind.UNEXPOSED_EXPR, CursorKind.PAREN_EXPR)), None)
    if parent is None:
        return
    if cursor.kind == CursorKind.DECL_REF_EXPR and cursor.referenced is not None:
        if cursor.referenced.kind in (CursorKind.FUNCTION_DECL, CursorKind.CXX_METHOD):
            if not (parent.kind == CursorKind.CALL_EXPR and _is_callee(cursor, parent)):
                yield cursor.referenced.get_definition() or cursor.referenced
        elif parent.kind != CursorKind.MEMBER_REF_EXPR and not _is_called(cursor, parent):
            yield from _operators(cursor.type)
    elif cursor.kind == CursorKind.LAMBDA_EXPR and parent.kind not in (CursorKind.VAR_DECL, CursorKind.LAMBDA_EXPR) and not _is_called(cursor, parent):
        yield from _operators(cursor.type)


def _is_callee(name: Cursor, call: Cursor) -> bool:
    return call.referenced is not None and identity(call.referenced) == identity(name.referenced) and all(
        identity(strip(a)) != identity(name) for a in call.get_arguments())


def _is_called(closure: Cursor, call: Cursor) -> bool:
    return bool(call.kind == CursorKind.CALL_EXPR and call.spelling == "operator()" and identity(strip(children(call)[0])) == identity(closure))


def _operators(closure: Type) -> list[Cursor]:
    """The function of a lambda's type; none for other types."""
    declaration = closure.get_canonical().get_declaration()
    if closure.get_canonical().kind != TypeKind.RECORD or not declaration.type.spelling.startswith("(lambda at"):
        return []
    return [c for c in declaration.get_children() if c.kind == CursorKind.CXX_METHOD and c.spelling == "operator()"]
