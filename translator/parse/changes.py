"""Whether code changes a variable.  Knows cursors; knows no IR."""

from __future__ import annotations

from translator.parse.libclang import Cursor, CursorKind, children, key, strip, unary_operator


def is_name(expression: Cursor, variable: Cursor) -> bool:
    """Whether an expression is the name of a variable."""
    inner = strip(expression)
    return bool(inner.kind == CursorKind.DECL_REF_EXPR and inner.referenced is not None and key(inner.referenced) == key(variable))


def assigned(body: Cursor, variable: Cursor) -> bool:
    """Whether a body assigns a variable or takes its address."""
    for c in body.walk_preorder():
        changes = c.kind == CursorKind.COMPOUND_ASSIGNMENT_OPERATOR or (c.kind == CursorKind.BINARY_OPERATOR and c.spelling == "=")
        changes = changes or (c.kind == CursorKind.UNARY_OPERATOR and unary_operator(c).removeprefix("post") in ("++", "--", "&"))
        if changes and is_name(children(c)[0], variable):
            return True
        if c.kind == CursorKind.CALL_EXPR and c.referenced is not None:
            for parameter, argument in zip(c.referenced.get_arguments(), c.get_arguments()):
                if "&" in parameter.type.spelling and "const" not in parameter.type.spelling and is_name(argument, variable):
                    return True
    return False
