"""What IR expressions read and statements assign.  Knows IR; knows no clang."""

from __future__ import annotations

from typing import Union

from translator.ir import Assign, Declare, Element, For, Global, If, Load, Stmt, Var, While


def mentions(statement: object, name: str) -> bool:
    """Whether a local of that name, scalar or array, occurs anywhere in a statement or expression."""
    if isinstance(statement, (Var, Element)) and statement.name == name:
        return True
    if isinstance(statement, tuple):
        return any(mentions(s, name) for s in statement)
    return any(mentions(getattr(statement, f), name) for f in getattr(statement, "__dataclass_fields__", ()))


def changed_by(value: object, body: tuple[Stmt, ...]) -> bool:
    """Whether a value, or a statement, depends on something from outside of a body that may be assigned there."""
    targets = [s.target for s in walked(body) if isinstance(s, Assign)]
    declared = {s.name for s in walked(body) if isinstance(s, Declare)}
    for target in targets:
        if isinstance(target, (Var, Element)) and target.name not in declared and mentions(value, target.name):
            return True
        if isinstance(target, (Load, Global)) and _mentions_param(value, target.param):
            return True
    return False


def _mentions_param(expression: object, param: int) -> bool:
    if isinstance(expression, (Load, Global)) and expression.param == param:
        return True
    if isinstance(expression, tuple):
        return any(_mentions_param(e, param) for e in expression)
    return any(_mentions_param(getattr(expression, f), param) for f in getattr(expression, "__dataclass_fields__", ()))


def walked(statements: tuple[Stmt, ...]) -> list[Stmt]:
    """Statements and those inside them."""
    found: list[Stmt] = []
    for s in statements:
        found.append(s)
        if isinstance(s, If):
            found += walked(s.then) + walked(s.other)
        elif isinstance(s, (For, While)):
            found += walked(s.body)
    return found


def without_declarations(statements: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
    """Statements whose variables are declared elsewhere."""
    def one(s: Stmt) -> Union[Stmt, None]:
        if not isinstance(s, Declare):
            return s
        return None if s.value is None else Assign(Var(s.name, s.type), s.value, s.span)

    return tuple(kept for s in statements if (kept := one(s)) is not None)
