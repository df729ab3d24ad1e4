"""Flags by which lowered code leaves early: only those that something tests stay.  Knows IR; knows no clang."""

from __future__ import annotations

from dataclasses import replace

from translator.ir import Assign, For, If, Stmt, Var, While
from translator.parse.dependence import mentions


def tested(statements: tuple[Stmt, ...], flag: Var) -> bool:
    """Whether some branch depends on a flag."""
    for s in statements:
        if isinstance(s, If) and (mentions(s.condition, flag.name) or tested((*s.then, *s.other), flag)):
            return True
        if isinstance(s, (For, While)) and tested(s.body, flag):
            return True
    return False


def without(statements: tuple[Stmt, ...], flag: Var) -> tuple[Stmt, ...]:
    """The statements without assignments to a flag that nothing tests."""
    kept: list[Stmt] = []
    for s in statements:
        if isinstance(s, Assign) and s.target == flag:
            continue
        if isinstance(s, If):
            s = replace(s, then=without(s.then, flag), other=without(s.other, flag))
        elif isinstance(s, (For, While)):
            s = replace(s, body=without(s.body, flag))
        kept.append(s)
    return tuple(kept)
