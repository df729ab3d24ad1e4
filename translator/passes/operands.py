"""Pass `operands`: every value that a derivative rule reads gets a local of its own.

Input:   a renamed body and its activity.
Output:  the same values; in active statements the operands of products, quotients and functions are leaves, functions and
         quotients by active values stand alone, and an active ?: with operands to evaluate is an If. A read at a computed
         place is a choice between the places that the loop declares, or has leaves for indices if these are many.
Test:    tests/translator/passes/operands_test.py
"""

from __future__ import annotations

from dataclasses import replace

from translator.ir import Assign, Binary, Call, Cast, Const, Declare, Expr, For, If, Load, Loop, Select, Stmt, Unary, Var, While
from translator.passes import computed_places, declared_places
from translator.passes.activity import Activity
from translator.passes.build import choose, is_leaf
from translator.passes.numeric import COMPARISONS
from translator.passes.simplify import as_type
from translator.passes.walk import Body, Names, nodes

_INTEGER_SECOND = ("ldexp", "scalbn")


def run(loop: Loop, body: Body, activity: Activity, names: Names) -> Body:
    """`body` with operands made explicit; `activity` learns the new locals."""
    return _Operands(loop, activity, names).block(body)


class _Operands:
    def __init__(self, loop: Loop, activity: Activity, names: Names) -> None:
        self._loop = loop
        self._activity = activity
        self._names = names

    def block(self, body: Body) -> Body:
        out: list[Stmt] = []
        for s in body:
            if isinstance(s, If):
                s = replace(s, then=self.block(s.then), other=self.block(s.other))
            elif isinstance(s, (For, While)):
                s = replace(s, body=self.block(s.body))
            elif isinstance(s, (Declare, Assign)) and s.value is not None and self._activity.active(s.value):
                s = replace(s, value=self._value(s.value, out, True))
            out.append(s)
        return tuple(out)

    def _value(self, e: Expr, out: list[Stmt], alone: bool = False) -> Expr:
        """`e` as the reverse sweep wants it. `alone`: it is the whole value of a statement."""
        if not self._activity.active(e) or is_leaf(e):
            return e
        if isinstance(e, Unary):
            return replace(e, operand=self._value(e.operand, out))
        if isinstance(e, Cast):
            return replace(e, operand=self._value(e.operand, out))
        if isinstance(e, Select):
            return self._select(e, out)
        if isinstance(e, Call):
            types = [a.type if e.name in _INTEGER_SECOND and i else e.type for i, a in enumerate(e.args)]
            e = replace(e, args=tuple(self._leaf(as_type(a, t), out) for a, t in zip(e.args, types)))
            return e if alone else self._name(e, out)
        if isinstance(e, Binary):
            return self._binary(e, out, alone)
        return self._read(e, out) if isinstance(e, Load) else e

    def _read(self, e: Load, out: list[Stmt]) -> Expr:
        if computed_places.box(self._loop.args[e.param], e):
            return replace(e, offset=tuple(self._leaf(x, out) for x in e.offset), component=self._leaf(e.component, out))
        if computed_places.too_many(self._loop.args[e.param], e):
            return e  # the reverse sweep says so
        choice = self._among_declared(e, out)
        return e if choice is e else self._value(choice, out)

    def _among_declared(self, e: Load, out: list[Stmt]) -> Expr:
        """A read at a place computed from data, chosen among the declared points and components; as it is if they are unknown."""
        places = declared_places.places(self._loop.args[e.param], e)
        wanted = [self._leaf(x, out) for x in (*e.offset, e.component)] if places else []
        choice: Expr = e
        for here in places:
            choice = here if choice is e else choose(declared_places.is_at(wanted, here), here, choice)
        return choice

    def _binary(self, e: Binary, out: list[Stmt], alone: bool) -> Expr:
        active = self._activity.active
        left, right = as_type(e.left, e.type), as_type(e.right, e.type)
        if e.op in "+-":
            return replace(e, left=self._value(left, out), right=self._value(right, out))
        if e.op == "/":
            left, right = self._value(left, out), self._leaf(right, out)
        elif active(left) and active(right):
            left, right = self._leaf(left, out), self._leaf(right, out)
        elif active(left):
            left, right = self._value(left, out), self._leaf(right, out)
        else:
            left, right = self._leaf(left, out), self._value(right, out)
        e = replace(e, left=left, right=right)
        return self._name(e, out) if e.op == "/" and active(right) and not alone else e

    def _leaf(self, e: Expr, out: list[Stmt]) -> Expr:
        if is_leaf(e):
            return e
        e = self._value(e, out, True)
        return e if is_leaf(e) else self._name(e, out)

    def _name(self, e: Expr, out: list[Stmt]) -> Var:
        declare = Declare(self._names.fresh("t"), e.type, (), e)
        out.append(declare)
        self._activity.note((declare,))
        return Var(declare.name, e.type)

    def _select(self, e: Select, out: list[Stmt]) -> Expr:
        condition = self._leaf(as_type(e.condition, "bool"), out)
        then, other = as_type(e.then, e.type), as_type(e.other, e.type)
        if is_leaf(then) and (is_leaf(other) or _of_locals(other)):
            return replace(e, condition=condition, then=then, other=self._leaf(other, out))
        chosen = Var(self._names.fresh("chosen"), e.type)
        branches = self.block((Assign(chosen, then),)), self.block((Assign(chosen, other),))
        statement = If(condition, *branches)
        out += [Declare(chosen.name, chosen.type), statement]
        self._activity.note((statement,))
        return chosen


def _of_locals(e: Expr) -> bool:
    """A choice between locals, which may be evaluated whether it is wanted or not."""
    return isinstance(e, Select) and all(isinstance(n, (Var, Const, Select)) or _is_comparison(n) for n in nodes(e))


def _is_comparison(e: Expr) -> bool:
    return isinstance(e, Binary) and (e.op in COMPARISONS or e.op in ("&&", "+", "-"))
