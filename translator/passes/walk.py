"""Walking and rebuilding IR values.

Test:    tests/translator/passes/walk_test.py
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, cast

from translator.ir import (
    Assign,
    Binary,
    Call,
    Cast,
    Const,
    Constant,
    Contribute,
    Declare,
    Element,
    Expr,
    For,
    Global,
    If,
    Load,
    LValue,
    Select,
    Stmt,
    Unary,
    Var,
    While,
)

Body = tuple[Stmt, ...]
Map = Callable[[Expr], Expr]


_CHILDREN: dict[type, Callable[[Any], tuple[Expr, ...]]] = {  # by type, as this is the innermost call of every pass
    Binary: lambda e: (e.left, e.right),
    Unary: lambda e: (e.operand,),
    Cast: lambda e: (e.operand,),
    Call: lambda e: e.args,
    Select: lambda e: (e.condition, e.then, e.other),
    Load: lambda e: (*e.offset, e.component),
    Element: lambda e: e.index,
    Global: lambda e: (e.index,),
    Constant: lambda e: () if e.index is None else (e.index,),
}


def children(e: Expr) -> tuple[Expr, ...]:
    """Operands, in order of evaluation."""
    of = _CHILDREN.get(type(e))
    return () if of is None else of(e)


def rebuild(e: Expr, f: Map) -> Expr:
    """`e` with every operand replaced by f(operand); `e` itself where nothing changed."""
    old = children(e)
    new = tuple(f(child) for child in old)
    if all(a is b for a, b in zip(old, new)):
        return e
    if isinstance(e, Binary):
        return replace(e, left=new[0], right=new[1])
    if isinstance(e, (Unary, Cast)):
        return replace(e, operand=new[0])
    if isinstance(e, Call):
        return replace(e, args=new)
    if isinstance(e, Select):
        return replace(e, condition=new[0], then=new[1], other=new[2])
    if isinstance(e, Load):
        return replace(e, offset=new[:-1], component=new[-1])
    if isinstance(e, Element):
        return replace(e, index=new)
    return replace(cast(Global, e), index=new[0])  # or Constant, which has the same field


def transform(e: Expr, f: Map) -> Expr:
    """`e` rebuilt from the leaves up, f applied to every node."""
    return f(rebuild(e, lambda child: transform(child, f)))


def nodes(e: Expr) -> Iterator[Expr]:
    """`e` and everything below it, operators before operands. Iterative: expressions may be thousands of terms deep."""
    pending = [e]
    while pending:
        e = pending.pop()
        yield e
        of = _CHILDREN.get(type(e))
        if of is not None:
            pending.extend(reversed(of(e)))


def variables(e: Expr) -> frozenset[str]:
    """Names of the locals (scalars and arrays) that `e` reads."""
    return frozenset(n.name for n in nodes(e) if isinstance(n, (Var, Element)))


def reads(s: Stmt) -> tuple[Expr, ...]:
    """Expressions that `s` itself evaluates, nested statements not included."""
    if isinstance(s, Declare):
        return () if s.value is None else (s.value,)
    if isinstance(s, Assign):
        return (*children(s.target), s.value)
    if isinstance(s, (If, While)):
        return (s.condition,)
    if isinstance(s, For):
        return (s.start, s.stop)
    if isinstance(s, Contribute):
        return (s.value,)
    return ()


def blocks(s: Stmt) -> tuple[Body, ...]:
    """Nested statement lists of `s`."""
    if isinstance(s, If):
        return (s.then, s.other)
    if isinstance(s, (For, While)):
        return (s.body,)
    return ()


def statements(body: Iterable[Stmt]) -> Iterator[Stmt]:
    """Every statement of `body`, nested ones included, in textual order."""
    for s in body:
        yield s
        for block in blocks(s):
            yield from statements(block)


def body_nodes(body: Iterable[Stmt]) -> Iterator[Expr]:
    """Every expression node that `body` evaluates."""
    for s in statements(body):
        for e in reads(s):
            yield from nodes(e)


def count(body: Iterable[Stmt]) -> int:
    return sum(1 for _ in statements(body))


def assigned(body: Iterable[Stmt]) -> frozenset[str]:
    """Names of the locals that `body` assigns or declares, loop variables included."""
    names = set()
    for s in statements(body):
        if isinstance(s, Assign) and isinstance(s.target, (Var, Element)):
            names.add(s.target.name)
        elif isinstance(s, Declare):
            names.add(s.name)
        elif isinstance(s, For):
            names.add(s.var)
    return frozenset(names)


def map_statement(s: Stmt, f: Map) -> Stmt:
    """`s` with f applied to every expression in it, nested statements included. An assigned target keeps its identity:
    f is applied to its operands, and to a scalar target only through `rename`."""
    if isinstance(s, Declare):
        return s if s.value is None else replace(s, value=f(s.value))
    if isinstance(s, Assign):
        return replace(s, target=cast(LValue, rebuild(s.target, f)), value=f(s.value))
    if isinstance(s, If):
        return replace(s, condition=f(s.condition), then=map_body(s.then, f), other=map_body(s.other, f))
    if isinstance(s, For):
        return replace(s, start=f(s.start), stop=f(s.stop), body=map_body(s.body, f))
    if isinstance(s, While):
        return replace(s, condition=f(s.condition), body=map_body(s.body, f))
    if isinstance(s, Contribute):
        return replace(s, value=f(s.value))
    return s


def map_body(body: Iterable[Stmt], f: Map) -> Body:
    return tuple(map_statement(s, f) for s in body)


def rename(body: Iterable[Stmt], names: dict[str, str]) -> Body:
    """`body` with locals renamed, in declarations, targets and uses."""

    def leaf(e: Expr) -> Expr:
        if isinstance(e, (Var, Element)):
            return replace(e, name=names.get(e.name, e.name))
        return e

    def statement(s: Stmt) -> Stmt:
        if isinstance(s, Declare):
            return replace(s, name=names.get(s.name, s.name))
        if isinstance(s, Assign) and isinstance(s.target, (Var, Element)):
            return replace(s, target=replace(s.target, name=names.get(s.target.name, s.target.name)))
        if isinstance(s, If):
            return replace(s, then=tuple(map(statement, s.then)), other=tuple(map(statement, s.other)))
        if isinstance(s, For):
            return replace(s, var=names.get(s.var, s.var), body=tuple(map(statement, s.body)))
        if isinstance(s, While):
            return replace(s, body=tuple(map(statement, s.body)))
        return s

    return tuple(statement(s) for s in map_body(body, lambda e: transform(e, leaf)))


def component(e: Expr) -> int | None:
    """The value of a constant index, None if it is computed."""
    return int(e.value) if isinstance(e, Const) else None


def constant_offset(load: Load) -> tuple[int, ...] | None:
    """The offset of a load where it is constant."""
    values = tuple(component(o) for o in load.offset)
    return None if any(v is None for v in values) else tuple(v for v in values if v is not None)


class Names:
    """Hands out names not used yet."""

    def __init__(self, used: Iterable[str]) -> None:
        self._used = set(used)

    def fresh(self, stem: str) -> str:
        name, n = stem, 0
        while name in self._used:
            n += 1
            name = f"{stem}_{n}"
        self._used.add(name)
        return name


def names_of(body: Iterable[Stmt]) -> set[str]:
    """Every local's name that occurs in `body`."""
    body = tuple(body)
    return set(assigned(body)) | {n.name for n in body_nodes(body) if isinstance(n, (Var, Element))}
