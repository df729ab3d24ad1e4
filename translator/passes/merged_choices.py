"""Pass `merged-choices`: derivatives that one condition decides share its choice.

Input:   a body in one straight line, whose locals have unique names.
Output:  the same derivatives; where one is zero its sign may differ, which no cell keeps, as a cell is a sum that starts from +0. Neighbours in a
         sum that are chosen by the same condition become one choice between sums, so that (c ? a : 0) - (c ? 0 : b) + (c ? d : 0) is
         c ? a + d : -b. A choice within arithmetic becomes a local, as compilers would multiply or negate both of its sides; the
         minus sign of a product goes to a factor that is the same at all points; the derivative of |x| becomes one function of x's sign.
         Bodies that are not straight stay as they are, and so does what does not depend on a Seed.
Test:    tests/translator/passes/merged_choices_test.py
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import groupby
from typing import Union

from translator.ir import Assign, Binary, Call, Const, Contribute, Declare, Expr, Seed, Select, Stmt, Unary, Var
from translator.passes import dead_code, straight
from translator.passes.build import is_leaf, negative, number
from translator.passes.numeric import REAL
from translator.passes.walk import Body, Names, assigned, names_of, nodes, rebuild

SIGNED = "signed_like"  # signed_like(v, x): v where x is above 0, -v where it is below, 0 elsewhere
Signed = tuple[bool, Expr]  # a term of a sum, and whether it is subtracted


def run(body: Body, uniform: Callable[[Expr], bool]) -> Body:
    """`uniform`: whether a leaf has one value at all points."""
    return dead_code.run(_Merging(body, uniform).body(body)) if straight.is_straight(body) else body


class _Merging:
    def __init__(self, body: Body, uniform: Callable[[Expr], bool]) -> None:
        self._names = Names(names_of(body))
        self._changing = assigned(s for s in body if isinstance(s, Assign))
        self._leaf_is_uniform = uniform
        self._present: dict[str, Union[Expr, None]] = {}  # of locals that are assigned, and of copies
        self._values: dict[str, Expr] = {}  # of locals in the result, which have one value each
        self._derivatives: set[str] = set()
        self._holders: dict[str, Var] = {}  # of conditions and choices, by their texts, in which 0.0 and -0.0 differ
        self._out: list[Stmt] = []

    def body(self, body: Body) -> Body:
        for s in body:
            if isinstance(s, Contribute):
                self._out.append(replace(s, value=self._value(s.value)))
            elif isinstance(s, Assign) and isinstance(s.target, Var):
                self._give(s.target.name, s.target.type, self._value(s.value))
            elif isinstance(s, Declare):
                self._declare(s)
        return tuple(self._out)

    # --- locals -----------------------------------------------------------------------------------
    def _declare(self, s: Declare) -> None:
        if s.value is None:
            self._present[s.name] = None
        else:
            self._give(s.name, s.type, self._value(s.value))

    def _give(self, name: str, type: str, value: Expr) -> None:
        if value.type == type and (isinstance(value, Const) or isinstance(value, Var) and value.name not in self._changing):
            self._present[name] = value
            return
        self._present[name] = self._local(name if name not in self._changing else self._names.fresh(name), type, value)

    def _local(self, name: str, type: str, value: Expr) -> Var:
        """A local of this name, or one that holds the same already."""
        same = value.type == type
        shared = same and (type == "bool" or isinstance(value, Select))
        if shared and repr(value) in self._holders:
            return self._holders[repr(value)]
        local = Var(name, type)
        self._out.append(Declare(name, type, (), value))
        if same:
            self._values[name] = value
        if shared:
            self._holders[repr(value)] = local
        if type in REAL and self._is_derivative(value):
            self._derivatives.add(name)
        return local

    def _named(self, e: Expr, stem: str) -> Expr:
        return e if is_leaf(e) else self._local(self._names.fresh(stem), e.type, e)

    def _is_derivative(self, e: Expr) -> bool:
        return any(isinstance(n, Seed) or isinstance(n, Var) and n.name in self._derivatives for n in nodes(e))

    def _seen(self, e: Expr) -> Expr:
        """The value of a local, where it has a choice."""
        value = self._values.get(e.name) if isinstance(e, Var) else None
        return value if isinstance(value, Select) else e

    # --- expressions ------------------------------------------------------------------------------
    def _value(self, e: Expr) -> Expr:
        e = self._replaced(e)
        return self._merged(e) if e.type in REAL and self._is_derivative(e) else e

    def _replaced(self, e: Expr) -> Expr:
        if isinstance(e, Var):
            return self._present.get(e.name) or e
        e = rebuild(e, self._replaced)
        return self._holders.get(repr(e), e) if e.type == "bool" else e

    def _merged(self, e: Expr) -> Expr:
        if isinstance(e, Select):
            return self._select(e)
        if isinstance(e, Binary) and e.op in "+-" and e.left.type == e.type == e.right.type:
            return self._sum(e)
        if isinstance(e, Unary) and e.op == "-":
            return self._opposite(self._merged(e.operand))
        if isinstance(e, Binary) and e.op in "*/":
            return replace(e, left=self._factor(e.left), right=self._factor(e.right))
        return e

    def _factor(self, e: Expr) -> Expr:
        """An operand; a choice within arithmetic is a local."""
        merged = self._merged(e) if self._is_derivative(e) else e
        return self._named(merged, "kept") if isinstance(merged, Select) and merged.type in REAL else merged

    def _select(self, e: Select) -> Expr:
        then, other = (self._merged(self._side(e.condition, side, taken)) for side, taken in ((e.then, True), (e.other, False)))
        if then == other:
            return then
        return self._by_sign(replace(e, then=self._named(then, "one"), other=self._named(other, "other")))

    def _side(self, condition: Expr, e: Expr, taken: bool) -> Expr:
        """What `e` is where `condition` holds, or where it does not."""
        seen = self._seen(e)
        while isinstance(seen, Select) and seen.condition == condition:
            e = seen.then if taken else seen.other
            seen = self._seen(e)
        return e

    def _by_sign(self, e: Select) -> Expr:
        below = self._seen(e.other)
        x = self._compared(e.condition, ">")
        if x is None or not isinstance(below, Select) or self._compared(below.condition, "<") != x or not _is_zero(below.other):
            return e
        opposite = self._values.get(below.then.name) if isinstance(below.then, Var) else below.then
        known = x.type == e.type and e.type in ("double", "float") and opposite == Unary("-", e.then, e.type)
        return Call(SIGNED, (e.then, x), e.type) if known else e

    def _compared(self, e: Expr, op: str) -> Expr | None:
        """What `e` compares with 0 by `op`."""
        e = self._values.get(e.name, e) if isinstance(e, Var) else e
        return e.left if isinstance(e, Binary) and e.op == op and _is_zero(e.right) else None

    def _opposite(self, e: Expr) -> Expr:
        """-e; of a product, with a factor that is the same at all points changed instead."""
        if isinstance(e, Binary) and e.op == "*":
            if self._uniform(e.left):
                return replace(e, left=_minus(e.left))
            if isinstance(e.left, Binary) and e.left.op == "*" and self._uniform(e.left.left):
                return replace(e, left=self._opposite(e.left))
        return negative(self._named(e, "kept") if isinstance(e, Select) else e)

    def _uniform(self, e: Expr) -> bool:
        if isinstance(e, Var):
            return e.name in self._values and self._uniform(self._values[e.name])
        if isinstance(e, Binary):
            return self._uniform(e.left) and self._uniform(e.right)
        return isinstance(e, Const) or is_leaf(e) and self._leaf_is_uniform(e)

    # --- sums -------------------------------------------------------------------------------------
    def _sum(self, e: Binary) -> Expr:
        total: Expr | None = None
        for condition, neighbours in groupby(self._terms(e), lambda term: self._condition(term[1])):
            terms = list(neighbours)
            total = self._added(total, terms) if condition is None or len(terms) == 1 else self._chosen(total, condition, terms)
        return total or number(0.0, e.type)

    def _terms(self, e: Expr) -> list[Signed]:
        """Of a sum that is evaluated from left to right."""
        rest: list[Signed] = []
        while isinstance(e, Binary) and e.op in "+-" and e.type in REAL and e.left.type == e.type == e.right.type:
            rest.append(_signed(self._merged(e.right) if self._is_derivative(e.right) else e.right, e.op == "-"))
            e = e.left
        return [_signed(self._merged(e) if self._is_derivative(e) else e, False), *reversed(rest)]

    def _condition(self, e: Expr) -> Expr | None:
        seen = self._seen(e)
        return seen.condition if isinstance(seen, Select) else None

    def _added(self, total: Expr | None, terms: Iterable[Signed]) -> Expr | None:
        summands = [(minus, self._named(term, "kept") if isinstance(term, Select) else term) for minus, term in terms if not _is_zero(term)]
        if total is None and len(summands) > 1 and summands[0][0] and not summands[1][0]:
            summands[:2] = reversed(summands[:2])  # -a + b is b - a
        for minus, term in summands:
            if total is None:
                total = self._opposite(term) if minus else term
            else:
                total = Binary("-" if minus else "+", self._named(total, "kept") if isinstance(total, Select) else total, term, term.type)
        return total

    def _chosen(self, total: Expr | None, condition: Expr, terms: list[Signed]) -> Expr:
        """`total` and `terms`, all of which are chosen by `condition`."""
        sides = [[_signed(self._side(condition, term, taken), minus) for minus, term in terms] for taken in (True, False)]
        sides = [[term for term in side if not _is_zero(term[1])] for side in sides]
        type = terms[0][1].type
        short = total is not None and all(len(side) <= 1 for side in sides)
        minus = short and all(minus for side in sides for minus, _ in side)
        if minus:
            sides = [[(False, term) for _, term in side] for side in sides]
        then, other = (self._named(self._added(None if short else total, side) or number(0.0, type), "part") for side in sides)
        choice = then if then == other else self._select(Select(condition, then, other, type))
        return self._added(total, [(minus, choice)]) or choice if short else choice


def _signed(e: Expr, minus: bool) -> Signed:
    while isinstance(e, Unary) and e.op == "-":
        e, minus = e.operand, not minus
    return minus, e


def _minus(e: Expr) -> Expr:
    exact = isinstance(e, Const) and e.type in ("double", "float")  # a long double has more digits than a number of Python
    return number(-float(e.value), e.type) if isinstance(e, Const) and exact else negative(e)


def _is_zero(e: Expr) -> bool:
    return isinstance(e, Const) and e.value == 0

