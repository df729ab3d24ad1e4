"""Pass `jumps`: `break` and `continue` become conditions, so that every loop's body runs from top to bottom.

Input:   a kernel's body.      Output:  the same without Jump statements; flags hold what has been left.
Test:    tests/translator/passes/jumps_test.py
"""

from __future__ import annotations

from dataclasses import replace

from translator.ir import Assign, Binary, Const, Declare, Expr, For, If, Jump, Stmt, Unary, Var, While
from translator.passes.walk import Body, Names, names_of, statements

_FALSE, _TRUE = Const(False, "bool"), Const(True, "bool")


def run(body: Body) -> Body:
    """`body` without jumps. A jump sets a flag that guards what follows; code after `if (c) break;` moves into its else."""
    if not any(isinstance(s, Jump) for s in statements(body)):
        return body
    return _block(body, {}, Names(names_of(body)))[0]


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
            lowered, kinds, tail = _loop(s, names), frozenset(), None
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


def _loop(s: For | While, names: Names) -> Body:
    flags = {"break": names.fresh("broken"), "continue": names.fresh("continued")}
    body, kinds = _block(s.body, flags, names)
    if not kinds:
        return (s if body == s.body else replace(s, body=body),)
    if "continue" in kinds:
        body = (Declare(flags["continue"], "bool", (), _FALSE), *body)
    if "break" not in kinds:
        return (replace(s, body=body),)
    going_on = _none_of(frozenset({"break"}), flags)
    if isinstance(s, While):
        s = replace(s, condition=Binary("&&", going_on, s.condition, "bool"))
    else:
        body = (If(going_on, body, (), s.span),)
    return (Declare(flags["break"], "bool", (), _FALSE), replace(s, body=body))


def _none_of(kinds: frozenset[str], flags: dict[str, str]) -> Expr:
    tests: list[Expr] = [Unary("!", Var(flags[kind], "bool"), "bool") for kind in sorted(kinds)]
    result = tests[0]
    for test in tests[1:]:
        result = Binary("&&", result, test, "bool")
    return result
