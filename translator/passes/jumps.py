"""Pass `jumps`: `return`, `break` and `continue` become conditions, so that every body runs from top to bottom.

Input:   a kernel's body.      Output:  the same without Jump statements; flags hold what has been left.
Test:    tests/translator/passes/jumps_test.py
"""

from __future__ import annotations

from dataclasses import replace

from translator.ir import Assign, Binary, Const, Declare, Expr, For, If, Jump, Stmt, Unary, Var, While
from translator.passes.walk import Body, Names, names_of, statements

_FALSE, _TRUE = Const(False, "bool"), Const(True, "bool")


def run(body: Body) -> Body:
    """`body` without jumps. Code after `if (c) return;` moves into its else; other jumps set a flag that guards what follows."""
    if not any(isinstance(s, Jump) for s in statements(body)):
        return body
    names = Names(names_of(body))
    flag = names.fresh("returned")
    lowered, _ = _block(body, {"return": flag}, names)
    return (Declare(flag, "bool", (), _FALSE), *lowered)


def _block(body: Body, flags: dict[str, str], names: Names) -> tuple[Body, frozenset[str]]:
    """The lowered block and the kinds of jump that may leave it."""
    out: list[Stmt] = []
    for i, s in enumerate(body):
        if isinstance(s, Jump):
            out.append(Assign(Var(flags[s.kind], "bool"), _TRUE, s.span))
            return tuple(out), frozenset({s.kind})
        if isinstance(s, If):
            lowered, kinds, tail = _branches(s, body[i + 1 :], flags, names)
        elif isinstance(s, (For, While)):
            lowered, kinds = _loop(s, flags, names)
            tail = None
        else:
            lowered, kinds, tail = (s,), frozenset(), None
        out += lowered
        if tail is not None:
            return tuple(out), kinds | tail
        if kinds:
            rest, more = _block(body[i + 1 :], flags, names)
            if rest:
                out.append(If(_none_of(kinds, flags), rest))
            return tuple(out), kinds | more
    return tuple(out), frozenset()


def _branches(s: If, rest: Body, flags: dict[str, str], names: Names) -> tuple[Body, frozenset[str], frozenset[str] | None]:
    """The If; the kinds that may leave it; and, if `rest` moved into the branch that goes on, the kinds that leave `rest`."""
    then, left = _block(s.then, flags, names)
    other, right = _block(s.other, flags, names)
    if _always_leaves(s.then) and not right:
        moved, kinds = _block(rest, flags, names)
        return (replace(s, then=then, other=(*other, *moved)),), left, kinds
    if _always_leaves(s.other) and not left:
        moved, kinds = _block(rest, flags, names)
        return (replace(s, then=(*then, *moved), other=other),), right, kinds
    return (replace(s, then=then, other=other),), left | right, None


def _always_leaves(body: Body) -> bool:
    if not body:
        return False
    last = body[-1]
    if isinstance(last, If):
        return _always_leaves(last.then) and _always_leaves(last.other)
    return isinstance(last, Jump)


def _loop(s: For | While, flags: dict[str, str], names: Names) -> tuple[Body, frozenset[str]]:
    own = {"break": names.fresh("broken"), "continue": names.fresh("continued")}
    body, kinds = _block(s.body, {**flags, **own}, names)
    if not kinds:
        return (s if body == s.body else replace(s, body=body),), kinds
    if "continue" in kinds:
        body = (Declare(own["continue"], "bool", (), _FALSE), *body)
    leaving = kinds - {"continue"}
    before: Body = (Declare(own["break"], "bool", (), _FALSE),) if "break" in kinds else ()
    if leaving:
        alive = _none_of(leaving, {**flags, **own})
        if isinstance(s, While):
            s = replace(s, condition=Binary("&&", alive, s.condition, "bool"))
        else:
            body = (If(alive, body, (), s.span),)
    return (*before, replace(s, body=body)), kinds & {"return"}


def _none_of(kinds: frozenset[str], flags: dict[str, str]) -> Expr:
    tests: list[Expr] = [Unary("!", Var(flags[kind], "bool"), "bool") for kind in sorted(kinds)]
    result = tests[0]
    for test in tests[1:]:
        result = Binary("&&", result, test, "bool")
    return result
