"""Pass `zero-seeds`: where a derivative that arrives is exactly zero nothing comes of it, also if it meets an infinity or NaN on its way.

Input:   a body that computes derivatives, linear in its sources: Seeds on the way back, directions on the way forth.
Output:  the same, where products with values that may be infinite or NaN, and quotients by them, are chosen to be 0 where what they carry
         started from 0: where they leave the body, are stored, or meet something else in a sum or a choice. One choice serves a
         whole chain of products. Values that differ from 0 keep their bits; zeros are +0. What is multiplied by constants and by values that are
         the same at all points needs no choice: linear kernels stay as they are.
Test:    tests/translator/passes/zero_seeds_test.py
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from translator.ir import (
    Assign, Binary, Call, Cast, Const, Contribute, Declare, Element, Expr, For, Global, If, Load, Loop, Seed, Select, Stmt, Unary, Var, While,
)
from translator.passes.activity import Activity
from translator.passes.build import both, choose, compare, is_leaf, number
from translator.passes.numeric import is_integer
from translator.passes.walk import Body, Names, names_of, statements, variables

_SCALING = frozenset({"ldexp", "scalbn"})
_BOUNDED = frozenset({"copysign"})  # as finite as their first argument


@dataclass(frozen=True, slots=True)
class _Carried:
    """What is known of a derivative. `alive`: where this does not hold it is zero; None: where it is zero itself. `spoilt`: it may be NaN there."""

    alive: Expr | None = None
    spoilt: bool = False


def run(loop: Loop, body: Body, directions: frozenset[int] = frozenset()) -> Body:
    """`directions`: arguments that hold directions."""
    return _Guard(loop, body, directions).block(body)


def _given(s: Stmt) -> Iterator[tuple[str, Expr]]:
    """What a local is given."""
    if isinstance(s, Declare) and s.value is not None:
        yield s.name, s.value
    elif isinstance(s, Assign) and isinstance(s.target, (Var, Element)):
        yield s.target.name, s.value


class _Guard:
    def __init__(self, loop: Loop, body: Body, directions: frozenset[int]) -> None:
        self._uniform = Activity(loop, body).uniform
        self._directions = directions
        self._changing = {s.target.name for s in statements(body) if isinstance(s, Assign) and isinstance(s.target, (Var, Element))}
        self._carried: dict[str, _Carried] = {}
        self._finite: set[str] = set()
        self._names = Names(names_of(body))
        self._out: list[Stmt] = []
        self._tests: dict[Expr, Var] = {}  # by condition: the local that holds it
        self._known: dict[int, tuple[Expr, bool]] = {}  # answers by identity
        self._find_carriers(body)

    def _find_carriers(self, body: Body) -> None:
        """All locals that hold nothing but derivatives and zeros: taken for all first, then without those that are given anything else."""
        given = [(name, value) for s in statements(body) for name, value in _given(s) if value.type in ("double", "float")]
        self._carried = {name: _Carried() for name, _ in given}
        before = -1
        while before != len(self._carried):
            before = len(self._carried)
            self._known.clear()
            for name, value in given:
                if name in self._carried and not self._is_linear(value):
                    del self._carried[name]

    def _is_linear(self, e: Expr) -> bool:
        return e == Const(0.0, e.type) or self._holds_derivative(e)

    def _holds_derivative(self, e: Expr) -> bool:
        """Whether `e` is linear in what is carried, as far as its form tells."""
        if id(e) not in self._known:
            self._known[id(e)] = (e, self._is_derivative(e))
        return self._known[id(e)][1]

    def _is_derivative(self, e: Expr) -> bool:
        if isinstance(e, (Var, Element)):
            return e.name in self._carried
        if isinstance(e, (Load, Global)):
            return e.param in self._directions
        if isinstance(e, Binary) and e.op in "*/":
            return self._holds_derivative(e.left) or e.op == "*" and self._holds_derivative(e.right)
        if isinstance(e, Binary):
            return e.op in "+-" and self._is_linear(e.left) and self._is_linear(e.right)
        if isinstance(e, (Unary, Cast)):
            return self._holds_derivative(e.operand)
        if isinstance(e, Select):
            return self._is_linear(e.then) and self._is_linear(e.other)
        return isinstance(e, Seed) or isinstance(e, Call) and e.name in _SCALING and self._holds_derivative(e.args[0])

    # --- statements -------------------------------------------------------------------------------
    def block(self, body: Body) -> Body:
        outer, self._out, tests = self._out, [], dict(self._tests)
        for s in body:
            new = self._statement(s)
            self._out.append(new)
        inner, self._out, self._tests = self._out, outer, tests
        return tuple(inner)

    def _statement(self, s: Stmt) -> Stmt:
        if isinstance(s, If):
            return replace(s, then=self.block(s.then), other=self.block(s.other))
        if isinstance(s, (For, While)):
            return replace(s, body=self.block(s.body))
        if isinstance(s, Declare) and s.value is not None:
            return self._declare(s, s.value)
        if isinstance(s, (Assign, Contribute)):
            return replace(s, value=self._kept(*self._derivative(s.value)))
        return s

    def _declare(self, s: Declare, value: Expr) -> Declare:
        value, carried = self._derivative(value)
        if carried is None:
            if s.name not in self._changing and self._is_finite(value):
                self._finite.add(s.name)
            return replace(s, value=value)
        lasting = carried.alive is None or not variables(carried.alive) & self._changing
        if s.name in self._changing or not lasting:
            value, carried = self._kept(value, carried), _Carried()
        self._carried[s.name] = carried
        return replace(s, value=value)

    # --- expressions ------------------------------------------------------------------------------
    def _derivative(self, e: Expr) -> tuple[Expr, _Carried | None]:
        """`e` with the choices that it needs inside, and what it carries; None if it is no derivative."""
        if not self._holds_derivative(e):
            return e, None
        if isinstance(e, Var):
            return e, self._carried[e.name]
        if isinstance(e, (Unary, Cast)):
            operand, carried = self._derivative(e.operand)
            return replace(e, operand=operand), carried
        if isinstance(e, Call):
            scaled, carried = self._derivative(e.args[0])
            return replace(e, args=(scaled, *e.args[1:])), carried
        if isinstance(e, Select):
            then, other = self._kept(*self._derivative(e.then)), self._kept(*self._derivative(e.other))
            return replace(e, then=then, other=other), _Carried()
        if isinstance(e, Binary):
            return self._product(e) if e.op in "*/" else self._sum(e)
        return e, _Carried()

    def _sum(self, e: Binary) -> tuple[Expr, _Carried]:
        (left, a), (right, b) = self._derivative(e.left), self._derivative(e.right)
        if a is not None and b is not None and a.alive is not None and a.alive == b.alive:
            return replace(e, left=left, right=right), _Carried(a.alive, a.spoilt or b.spoilt)
        return replace(e, left=self._kept(left, a), right=self._kept(right, b)), _Carried()

    def _product(self, e: Binary) -> tuple[Expr, _Carried]:
        (left, a), (right, b) = self._derivative(e.left), (e.right, None) if e.op == "/" else self._derivative(e.right)
        if a is not None and b is not None:
            (left, x), (right, y) = self._lasting(left, a), self._lasting(right, b)
            return replace(e, left=left, right=right), _Carried(x if x == y else both(x, y), True)
        carried, factor = (a, right) if a is not None else (b, left)
        assert carried is not None
        if self._is_finite(factor):
            return replace(e, left=left, right=right), carried
        if a is not None:
            left, alive = self._lasting(left, a)
        else:
            right, alive = self._lasting(right, carried)
        return replace(e, left=left, right=right), _Carried(alive, True)

    def _lasting(self, e: Expr, carried: _Carried) -> tuple[Expr, Expr]:
        """`e`, as a local if need be, and where it is alive."""
        if carried.alive is not None:
            return e, carried.alive
        if isinstance(e, Unary):
            operand, alive = self._lasting(e.operand, carried)
            return replace(e, operand=operand), alive
        if not is_leaf(e):
            local = Var(self._names.fresh("arrived"), e.type)
            self._out.append(Declare(local.name, local.type, (), e))
            e = local
        return e, compare("!=", e, number(0.0, e.type))

    def _kept(self, e: Expr, carried: _Carried | None) -> Expr:
        """`e` where it is alive, 0 elsewhere."""
        if carried is None or not carried.spoilt or carried.alive is None:
            return e
        return self._chosen(self._test(carried.alive), e)

    def _test(self, condition: Expr) -> Expr:
        """One local for all choices by it, as compilers compare again for each otherwise."""
        if variables(condition) & self._changing:
            return condition
        if condition not in self._tests:
            local = Var(self._names.fresh("alive"), "bool")
            self._out.append(Declare(local.name, local.type, (), condition))
            self._tests[condition] = local
        return self._tests[condition]

    def _chosen(self, alive: Expr, e: Expr) -> Expr:
        """Signs and finite factors stay outside: values that differ by them only share the choice, which merges with what it chooses."""
        if isinstance(e, Unary):
            return replace(e, operand=self._chosen(alive, e.operand))
        if isinstance(e, Binary) and e.op == "*" and e.left.type == e.type == e.right.type:
            if self._is_finite(e.left) and not self._holds_derivative(e.left):
                return replace(e, right=self._chosen(alive, e.right))
            if self._is_finite(e.right) and not self._holds_derivative(e.right):
                return replace(e, left=self._chosen(alive, e.left))
        return choose(alive, e, number(0.0, e.type))

    def _is_finite(self, e: Expr) -> bool:
        """Surely, or the same at all points."""
        if is_integer(e.type) or self._uniform(e):
            return True
        if isinstance(e, Var):
            return e.name in self._finite
        if isinstance(e, (Unary, Cast)):
            return self._is_finite(e.operand)
        if isinstance(e, Select):
            return self._is_finite(e.then) and self._is_finite(e.other)
        if isinstance(e, Call):
            return e.name in _BOUNDED and self._is_finite(e.args[0])
        return isinstance(e, Binary) and e.op in "+-*" and self._is_finite(e.left) and self._is_finite(e.right)
