"""Pass `simplify`: constants folded and propagated, counted loops unrolled, constant-indexed arrays made scalar, dead code dropped.

Input:   a Kernel as parsed.      Output:  the same kernel, bit for bit the same results.
Floating-point arithmetic is never reassociated; only literal expressions, x*1 and 1*x fold.
Test:    tests/translator/passes/simplify_test.py
"""

from __future__ import annotations

from dataclasses import replace

from translator.ir import Assign, Binary, Cast, Const, Declare, Expr, For, If, Kernel, Select, Stmt, Unary, Var, While
from translator.passes import dead_code, jumps, scalar_arrays
from translator.passes.numeric import fold_binary, fold_unary, is_integer, literal
from translator.passes.walk import Body, Names, assigned, count, map_statement, names_of, rename, statements, transform

UNROLLED_STATEMENTS = 512  # a loop whose unrolled body would be longer stays a loop
_ROUNDS = 4  # arrays made scalar may hold loop bounds, and so on


def run(kernel: Kernel) -> Kernel:
    """The kernel simplified, its user adjoint too."""
    body = jumps.run(kernel.body)
    for _ in range(_ROUNDS):
        before = body
        body = dead_code.run(scalar_arrays.run(_Folder(body).block(body)))
        if body == before:
            break
    adjoint = None if kernel.user_adjoint is None else run(kernel.user_adjoint)
    return replace(kernel, body=body, user_adjoint=adjoint)


def fold(e: Expr) -> Expr:
    """`e` with literal subexpressions evaluated."""
    return transform(e, _fold_node)


def _fold_node(e: Expr) -> Expr:
    if isinstance(e, Unary) and isinstance(e.operand, Const):
        return fold_unary(e.op, e.operand, e.type) or e
    if isinstance(e, Cast):
        return _fold_cast(e)
    if isinstance(e, Select) and isinstance(e.condition, Const):
        return as_type(e.then if e.condition.value else e.other, e.type)
    if isinstance(e, Binary):
        return _fold_binary(e)
    return e


def as_type(e: Expr, type: str) -> Expr:
    """`e` converted to `type`, by a cast only where the types differ."""
    return e if e.type == type else _fold_cast(Cast(e, type))


def _fold_cast(e: Cast) -> Expr:
    if e.operand.type == e.type:
        return e.operand
    if isinstance(e.operand, Const):
        return literal(e.operand.value, e.type) or e
    return e


def _fold_binary(e: Binary) -> Expr:
    left, right = e.left, e.right
    if isinstance(left, Const) and isinstance(right, Const):
        return fold_binary(e.op, left, right, e.type) or e
    if e.op in ("&&", "||"):
        return _fold_logic(e)
    if e.op == "*" and isinstance(right, Const) and right.value == 1:
        return as_type(left, e.type)
    if e.op == "*" and isinstance(left, Const) and left.value == 1:
        return as_type(right, e.type)
    return e


def _fold_logic(e: Binary) -> Expr:
    """A known side decides, or leaves the other side's truth. What C would not evaluate is not evaluated."""
    decides = e.op == "||"
    if isinstance(e.left, Const):
        return Const(decides, "bool") if bool(e.left.value) == decides else as_type(e.right, "bool")
    if isinstance(e.right, Const) and bool(e.right.value) != decides:
        return as_type(e.left, "bool")
    return e


class _Folder:
    """Folds a body from top to bottom; `_known` holds the scalar locals whose present value is a literal."""

    def __init__(self, body: Body) -> None:
        self._names = Names(names_of(body))
        self._known: dict[str, Const] = {}
        self._declared: dict[str, str] = {}

    def block(self, body: Body) -> Body:
        return tuple(new for s in body for new in self._statement(s))

    def _expression(self, e: Expr) -> Expr:
        return transform(e, self._node)

    def _node(self, e: Expr) -> Expr:
        if isinstance(e, Var) and e.name in self._known:
            known = self._known[e.name]
            return known if known.type == e.type else literal(known.value, e.type) or e
        return _fold_node(e)

    def _statement(self, s: Stmt) -> Body:
        if isinstance(s, Declare):
            return (self._declare(s),)
        if isinstance(s, If):
            return self._if(s)
        if isinstance(s, For):
            return self._for(s)
        if isinstance(s, While):
            self._forget(s.body)
            new = map_statement(replace(s, body=()), self._expression)
            assert isinstance(new, While)
            new = replace(new, body=self._isolated(s.body))
            return () if isinstance(new.condition, Const) and not new.condition.value else (new,)
        new = map_statement(s, self._expression)
        if isinstance(new, Assign) and isinstance(new.target, Var):
            self._note(new.target.name, new.value, new.target.type)
        return (new,)

    def _declare(self, s: Declare) -> Declare:
        if not s.extents:
            self._declared[s.name] = s.type
        if s.value is None:
            return s
        s = replace(s, value=self._expression(s.value))
        assert s.value is not None
        self._note(s.name, s.value, s.type)
        return s

    def _note(self, name: str, value: Expr, type: str) -> None:
        self._known.pop(name, None)
        if isinstance(value, Const):
            known = value if value.type == type else literal(value.value, type)
            if known is not None:
                self._known[name] = known

    def _forget(self, body: Body) -> None:
        for name in assigned(body):
            self._known.pop(name, None)

    def _isolated(self, body: Body) -> Body:
        """A block that may run any number of times: what it assigns is unknown before and after."""
        new = self.block(body)
        self._forget(body)
        return new

    def _if(self, s: If) -> Body:
        condition = self._expression(s.condition)
        if isinstance(condition, Const):
            return self.block(s.then if condition.value else s.other)
        before = dict(self._known)
        then = self.block(s.then)
        after_then, self._known = self._known, dict(before)
        other = self.block(s.other)
        self._known = {name: value for name, value in self._known.items() if after_then.get(name) == value}
        return (replace(s, condition=condition, then=then, other=other),) if then or other else ()

    def _for(self, s: For) -> Body:
        start, stop = self._expression(s.start), self._expression(s.stop)
        if isinstance(start, Const) and isinstance(stop, Const) and is_integer(start.type) and is_integer(stop.type):
            unrolled = self._unroll(s, range(int(start.value), int(stop.value), s.step))
            if unrolled is not None:
                return unrolled
        self._known.pop(s.var, None)
        self._forget(s.body)
        return (replace(s, start=start, stop=stop, body=self._isolated(s.body)),)

    def _unroll(self, s: For, rounds: range) -> Body | None:
        """All rounds in a row, each with locals of its own; None if that is too long."""
        if len(rounds) > 4 * UNROLLED_STATEMENTS:
            return None
        before = dict(self._known)
        out: list[Stmt] = []
        for i in rounds:
            self._known[s.var] = Const(i, "int")
            out += self.block(self._own_locals(s.body))
            if count(out) > UNROLLED_STATEMENTS:
                self._known = before
                return None
        last = rounds[-1] + s.step if rounds else rounds.start
        self._known.pop(s.var, None)
        if s.var in self._declared:
            type = self._declared[s.var]
            self._note(s.var, Const(last, type), type)
            out.append(Assign(Var(s.var, type), Const(last, type), s.span))
        return tuple(out)

    def _own_locals(self, body: Body) -> Body:
        mine = [s.name for s in _declarations(body)]
        return rename(body, {name: self._names.fresh(name) for name in mine})


def _declarations(body: Body) -> list[Declare]:
    return [s for s in statements(body) if isinstance(s, Declare)]

