"""Pass `idle`: under which condition a point contributes nothing, as where a limiter or a threshold switches a term off.

Input:   a Loop and its AdjointKernel.
Output:  the same, unless a branch decides that and part of its condition, which implies it, is cheap. Then that part is found in `idle`, and
         contributions are exactly 0 where the branch says so: forms that do not evaluate idle points have the bits of those that do.
         A product counts as 0 if one factor is 0, whatever the other.
Test:    tests/translator/passes/idle_test.py
"""

from __future__ import annotations

from dataclasses import replace

from translator.ir import AdjointKernel, Assign, Binary, Cast, Const, Contribute, Declare, Expr, For, Idle, If, Loop, Select, Stmt, Unary, Var, While
from translator.passes import cost
from translator.passes.activity import Activity
from translator.passes.build import either, number
from translator.passes.slices import slice_for
from translator.passes.walk import Body, Names, assigned, names_of, statements, variables

CHEAP = 0.1  # of what the whole body costs: a test may take so much to spare it
WORTH = 60.0  # weighted operations: bodies that cost less wait for memory, idle or not


def run(loop: Loop, adjoint: AdjointKernel) -> AdjointKernel:
    """`adjoint` with `idle` and masked contributions, where a branch at the top of its body decides over all of them."""
    activity = Activity(loop, adjoint.body)
    price = cost.of_body(adjoint.body, activity)
    if price < WORTH:
        return adjoint
    for position, s in enumerate(adjoint.body):
        for side in (True, False) if isinstance(s, If) else ():
            if isinstance(s, If) and _Zeros(adjoint.body, s, side).everywhere():
                condition = s.condition if side else _opposite(s.condition)
                test = _cheap_test(adjoint.body[:position], condition, CHEAP * price, activity)
                return adjoint if test is None else _masked(adjoint, position, condition, test)
    return adjoint


def _masked(adjoint: AdjointKernel, position: int, condition: Expr, test: Idle) -> AdjointKernel:
    idle = Var(Names(names_of(adjoint.body)).fresh("idle"), "bool")
    told = Declare(idle.name, idle.type, (), condition)
    body = (*adjoint.body[:position], told, *(_nothing_if(idle, s) for s in adjoint.body[position:]))
    return replace(adjoint, body=body, idle=test)


def _opposite(condition: Expr) -> Expr:
    return Unary("!", condition, "bool")


def _nothing_if(idle: Var, s: Stmt) -> Stmt:
    if not isinstance(s, Contribute):
        return s
    return replace(s, value=Select(idle, number(0.0, s.value.type), s.value, s.value.type))


def _cheap_test(before: Body, condition: Expr, limit: float, activity: Activity) -> Idle | None:
    """What implies `condition` after the statements `before`, of as many of its alternatives as cost little together."""
    by_price = sorted(_alternatives(condition, before), key=lambda e: _price(_test(before, e), activity))
    tests = [_test(before, _any(by_price[:count])) for count in range(len(by_price), 0, -1)]
    return next((test for test in tests if _price(test, activity) <= limit), None)


def _alternatives(e: Expr, before: Body) -> list[Expr]:
    """Conditions each of which implies `e`, after the statements `before`."""
    if isinstance(e, Binary) and e.op == "||":
        return [*_alternatives(e.left, before), *_alternatives(e.right, before)]
    for position, s in enumerate(before):
        if isinstance(e, Var) and isinstance(s, Declare) and s.name == e.name and s.value is not None:
            changed = assigned(before[position + 1:]) & {e.name, *variables(s.value)}
            return [e] if changed else _alternatives(s.value, before)
    return [e]


def _any(conditions: list[Expr]) -> Expr:
    first, *rest = conditions
    return either(first, _any(rest)) if rest else first


def _test(before: Body, condition: Expr) -> Idle:
    wanted = Contribute(-1, (), 0, condition)
    return Idle(*slice_for((*before, wanted), wanted))


def _price(test: Idle, activity: Activity) -> float:
    return cost.of_body(test.body, activity) + cost.of_expression(test.condition, activity)


class _Zeros:
    """The locals that hold 0 if `branch`, a statement of `body`, goes to that side. So do other branches that ask the same local."""

    def __init__(self, body: Body, branch: If, side: bool) -> None:
        self._body = body
        self._branch = branch
        self._side = side
        changing = {s.target.name for s in statements(body) if isinstance(s, Assign) and isinstance(s.target, Var)}
        self._fixed = isinstance(branch.condition, Var) and branch.condition.name not in changing
        self._zero: set[str] = set()

    def everywhere(self) -> bool:
        """Whether all contributions are 0 then, and there are some."""
        self._block(self._body)
        values = [s.value for s in self._body if isinstance(s, Contribute)]
        return bool(values) and all(map(self._is_zero, values))

    def _block(self, body: Body) -> None:
        for s in body:
            if isinstance(s, Declare) and s.value is not None:
                self._note(s.name, s.value)
            elif isinstance(s, Assign) and isinstance(s.target, Var):
                self._note(s.target.name, s.value)
            elif isinstance(s, If) and (s is self._branch or self._known(s.condition)):
                self._block(s.then if self._side else s.other)
            elif isinstance(s, If):
                self._either(s)
            elif isinstance(s, (For, While)):
                self._zero -= assigned(s.body)

    def _known(self, condition: Expr) -> bool:
        return self._fixed and condition == self._branch.condition

    def _either(self, s: If) -> None:
        before = set(self._zero)
        self._block(s.then)
        after, self._zero = self._zero, before
        self._block(s.other)
        self._zero &= after

    def _note(self, name: str, value: Expr) -> None:
        if self._is_zero(value):
            self._zero.add(name)
        else:
            self._zero.discard(name)

    def _is_zero(self, e: Expr) -> bool:
        if isinstance(e, Const):
            return e.value == 0
        if isinstance(e, Var):
            return e.name in self._zero
        if isinstance(e, Binary):
            sides = [self._is_zero(side) for side in (e.left, e.right)]
            return sides[0] if e.op == "/" else any(sides) if e.op == "*" else e.op in ("+", "-") and all(sides)
        if isinstance(e, Select) and self._known(e.condition):
            return self._is_zero(e.then if self._side else e.other)
        if isinstance(e, Select):
            return self._is_zero(e.then) and self._is_zero(e.other)
        return isinstance(e, (Cast, Unary)) and getattr(e, "op", "-") in ("-", "+") and self._is_zero(e.operand)
