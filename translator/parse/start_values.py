"""Start values of constants: C++ computes them once, from what other variables are at that time.

Test:    tests/translator/parse/start_values_test.py
"""

from __future__ import annotations

from translator.parse.libclang import Cursor, CursorKind, Type, TypeKind, is_real, pointee, scalar_type

_NAMES = (CursorKind.DECL_REF_EXPR, CursorKind.MEMBER_REF_EXPR)


def is_constant(type_: Type) -> bool:
    """Whether a type, or the element type of an array type, is const."""
    inner = pointee(type_)
    while inner.kind == TypeKind.CONSTANTARRAY:
        if inner.is_const_qualified():
            return True
        inner = inner.element_type.get_canonical()
    return bool(type_.is_const_qualified() or inner.is_const_qualified())


def names_constants_only(value: Cursor) -> bool:
    """Whether an expression is the same at any time, as far as one sees without looking into functions."""
    found = list(value.walk_preorder())
    variables = (c.referenced for c in found if c.kind in _NAMES and c.referenced is not None and c.referenced.kind == CursorKind.VAR_DECL)
    return all(is_constant(v.type) for v in variables) and not any(c.kind == CursorKind.CALL_EXPR for c in found)


def depends(made: Cursor, used: Cursor) -> bool:
    """Whether a constant, whose start value names a variable, is not what that makes of it later. A pointer may be to where the variable is."""
    is_place = pointee(made.type).kind == TypeKind.POINTER and (not scalar_type(used.type) or is_real(scalar_type(used.type)))
    return not is_constant(used.type) and not is_place
