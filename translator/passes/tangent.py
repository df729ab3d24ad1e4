"""Pass `tangent`: the derivative of a kernel at one point along a direction, in forward mode.

Input:   a Loop whose kernel has been through `simplify`.
Output:  a Tangent: a loop of its own, of the arguments' values and of their directions; NotDifferentiable where a rule is missing.
         Of a MIN or MAX reduction it gives how the points' offers move, which counts at the point that attained it.
         `with_values`: the same as an ordinary Loop that writes the values too, so that it can be differentiated again; it adds to MIN
         and MAX reductions what the point offers.
         What is active and what holds where a kernel is not smooth is as in `differentiate`. A user's adjoint is not looked at, but for
         the arguments that it makes passive.
Test:    tests/translator/passes/tangent_test.py
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Union

from translator.ir import (
    Access, Arg, Assign, Binary, Call, Cast, Const, Declare, Element, Expr, For, Global, If, Load, Loop, NotDifferentiable, Select,
    Span, Stmt, Unary, Var, While,
)
from translator.passes import claims, dead_code, operands, outputs_as_locals, renaming, zero_seeds
from translator.passes.activity import Activity
from translator.passes.arguments import load
from translator.passes.build import choose, minus, negative, number, over, plus, times
from translator.passes.differentiate import arrays_of, refuse_halves, value_before
from translator.passes.outputs_as_locals import Output, OutputForm
from translator.passes.reverse import Stop, no_rule
from translator.passes.rules import rule
from translator.passes.simplify import as_type
from translator.passes.walk import Body, Names, body_nodes, names_of


@dataclass(frozen=True, slots=True)
class Tangent:
    """`loop` has the kernel's n arguments twice: values, then directions. `form` writes directions only."""

    loop: Loop
    form: OutputForm

    @property
    def reads(self) -> tuple[int, ...]:
        """Arguments whose values before the loop are loaded."""
        return tuple(sorted({n.param for n in body_nodes(self.form.body) if isinstance(n, Load) and n.param < self._count}))

    @property
    def backwards(self) -> bool:
        """Points run in order, the last one first."""
        return claims.any_taken(self.loop)

    @property
    def writes(self) -> tuple[int, ...]:
        """Arguments whose direction after the loop, or derivative of the total, is computed."""
        return tuple(sorted({o.param - self._count for o in self.form.outputs}))

    @property
    def _count(self) -> int:
        return len(self.loop.args) // 2


def run(loop: Loop, passive: frozenset[int] = frozenset()) -> Union[Tangent, NotDifferentiable]:
    """The tangent of the loop's kernel. `passive`: arguments that carry no derivative in this loop."""
    try:
        return _Forward.of(loop, passive).run()
    except Stop as stop:
        return stop.reason


def with_values(loop: Loop, passive: frozenset[int] = frozenset()) -> Union[Loop, NotDifferentiable]:
    """The loop of the arguments' values, then of their directions, whose kernel computes both."""
    try:
        return _Forward.of(loop, passive).with_values()
    except Stop as stop:
        return stop.reason


def _as_sum(arg: Arg) -> Arg:
    return replace(arg, access=Access.INC) if arg.kind == "reduce" else arg


def _doubled(loop: Loop) -> Loop:
    directions = tuple(replace(p, name=f"{p.name}_t") for p in loop.kernel.params)
    return replace(loop, args=loop.args + tuple(map(_as_sum, loop.args)), kernel=replace(loop.kernel, params=loop.kernel.params + directions))


@dataclass(frozen=True, slots=True)
class _Forward:
    loop: Loop
    passive: frozenset[int]
    form: OutputForm
    final: dict[str, Expr]
    body: Body
    activity: Activity
    names: Names
    shadows: dict[str, str]  # local -> the local that holds its derivative

    @staticmethod
    def of(loop: Loop, passive: frozenset[int]) -> _Forward:
        form = outputs_as_locals.run(loop)
        claims.check(loop, form)
        if loop.kernel.user_adjoint is not None and claims.any_taken(loop):
            raise Stop("a loop with a user-defined adjoint has no tangent if one of its datasets has access OPS_MIN or OPS_MAX", loop.span,
                       "compute the minimum or maximum in a separate loop")
        names = Names(names_of(form.body) | {o.local.name for o in form.outputs})
        scalars = {o.local.name: o for o in form.outputs if isinstance(o.local, Var)}
        before = {name: value_before(loop, o) for name, o in scalars.items()}
        renamed = renaming.run((*arrays_of(loop, form), *form.body), before, {n: o.local.type for n, o in scalars.items()}, names)
        activity = Activity(loop, renamed.body)
        refuse_halves(loop, renamed.body, activity)
        return _Forward(loop, passive, form, dict(renamed.final), renamed.body, activity, names, {})

    def run(self) -> Tangent:
        finals = {self._direction(o): self._final(o) for o in self.form.outputs if self._varies(o)}
        body: Body = (*self._moving(self._explicit()), *(Assign(o.local, self._moved(o, e)) for o, e in finals.items()))
        count = len(self.loop.args)
        body = zero_seeds.run(_doubled(self.loop), _needed(body, finals), frozenset(range(count, 2 * count)))
        body = dead_code.inline_single_uses(_needed(body, finals))
        last = {s.target: s.value for s in body if isinstance(s, Assign)}
        changed = {o.param for o in finals if o.reduction or last[o.local] != load(o.param, o.offset, o.component, o.local.type)}
        outputs = tuple(o for o in finals if o.param in changed)
        return Tangent(_doubled(self.loop), OutputForm(_needed(body, outputs), outputs))

    def with_values(self) -> Loop:
        """Finals are named before the first store, as they may read what is stored to.

        Raises:
            Stop: a dataset takes the smallest or largest value, which is known after the loop only.
        """
        if claims.any_taken(self.loop):
            raise Stop("datasets with access OPS_MIN or OPS_MAX have no second derivatives", self.loop.span,
                       "compute the minimum or maximum with a reduction handle (ops_arg_reduce)")
        finals = [(o, self._final(o)) for o in self.form.outputs]
        finals += [(self._direction(o), self._at_end(e)) for o, e in finals if self._varies(o)]
        named = [Declare(self.names.fresh(f"{o.local.name}_end"), e.type, (), e) for o, e in finals]
        stores = [_store(o, Var(d.name, d.type)) for (o, _), d in zip(finals, named, strict=True)]
        doubled = _doubled(replace(self.loop, args=tuple(map(_as_sum, self.loop.args))))
        body = (*self._moving(self._explicit()), *named, *stores)
        return replace(doubled, kernel=replace(doubled.kernel, body=dead_code.run(body), user_adjoint=None))

    def _final(self, o: Output) -> Expr:
        return self.final[o.local.name] if isinstance(o.local, Var) else o.local

    def _varies(self, o: Output) -> bool:
        """Some component carries a derivative."""
        if o.param in self.passive:
            return False
        return claims.takes_extremum(self.loop, o.param) or any(self.activity.active(self._final(other)) for other in self.form.outputs if other.param == o.param)

    def _direction(self, o: Output) -> Output:
        local = Var(self.names.fresh(f"{o.local.name}_t"), o.local.type)
        return replace(o, param=o.param + len(self.loop.args), local=local, preload=False, assigned=True)

    def _moved(self, direction: Output, final: Expr) -> Expr:
        """The direction after the loop."""
        param = direction.param - len(self.loop.args)
        if not claims.takes_extremum(self.loop, param):
            return self._at_end(final)
        held = load(direction.param, direction.offset, direction.component, final.type)
        return choose(claims.attained(replace(direction, param=param), final), self._at_end(final), held)

    def _at_end(self, final: Expr) -> Expr:
        return self._slope(final) or number(0.0, final.type)

    # --- statements -------------------------------------------------------------------------------
    def _explicit(self) -> Body:
        """The body with the operands of active statements as locals."""
        return operands.run(self.loop, self.body, self.activity, self.names)

    def _moving(self, body: Body) -> Body:
        """The statements, and before each that defines an active local the one that defines its derivative."""
        out: list[Stmt] = []
        for s in body:
            if isinstance(s, If):
                out.append(replace(s, then=self._moving(s.then), other=self._moving(s.other)))
            elif isinstance(s, (For, While)):
                out.append(replace(s, body=self._moving(s.body)))
            elif isinstance(s, Declare):
                out += self._declare(s)
            elif isinstance(s, Assign) and isinstance(s.target, (Var, Element)):
                out += self._assign(s, s.target)
            else:
                out.append(s)
        return tuple(out)

    def _declare(self, s: Declare) -> list[Stmt]:
        local = Var(s.name, s.type)
        if not self.activity.active(local):
            return [s]
        shadow = self._shadow(s.name)
        if s.value is None:
            return [Declare(shadow, s.type, s.extents, None, s.span), s]
        before, value, slope = self._evaluated(s.value, s.span)
        return [*before, Declare(shadow, s.type, (), slope, s.span), replace(s, value=value)]

    def _assign(self, s: Assign, target: Var | Element) -> list[Stmt]:
        if not self.activity.active(target):
            return [s]
        before, value, slope = self._evaluated(s.value, s.span)
        return [*before, Assign(replace(target, name=self._shadow(target.name)), slope, s.span), replace(s, value=value)]

    def _evaluated(self, value: Expr, span: Span) -> tuple[list[Stmt], Expr, Expr]:
        """What to run before, the value and its derivative: rules want the results of functions and quotients as locals."""
        before: list[Stmt] = []
        if self._wants_result(value):
            local = Var(self.names.fresh("t"), value.type)
            slope = self._of_result(value, local, span)
            before.append(Declare(local.name, local.type, (), value, span))
            value = local
        else:
            slope = self._slope(value)
        return before, value, slope or number(0.0, value.type)

    def _wants_result(self, e: Expr) -> bool:
        quotient = isinstance(e, Binary) and e.op == "/" and self.activity.active(e.right)
        return self.activity.active(e) and (quotient or isinstance(e, Call))

    def _shadow(self, name: str) -> str:
        if name not in self.shadows:
            self.shadows[name] = self.names.fresh(f"{name}_t")
        return self.shadows[name]

    # --- expressions ------------------------------------------------------------------------------
    def _of_result(self, e: Expr, result: Var, span: Span) -> Expr | None:
        if isinstance(e, Binary):
            left, right = self._slope(e.left), self._slope(e.right)
            change = None if right is None else times(result, right)
            top = _difference(left, change)
            return None if top is None else over(top, e.right)
        assert isinstance(e, Call)
        derivative = rule(e.name)
        if derivative is None:
            raise no_rule(e.name, span)
        slopes = [(i, self._slope(arg)) for i, arg in enumerate(e.args)]
        return _sum([derivative(i, e.args, result, slope) for i, slope in slopes if slope is not None])

    def _slope(self, e: Expr) -> Expr | None:
        """The derivative of a value whose operands are explicit; None: zero."""
        if not self.activity.active(e):
            return None
        if isinstance(e, (Var, Element)):
            return replace(e, name=self._shadow(e.name))
        if isinstance(e, (Load, Global)):
            return None if e.param in self.passive else replace(e, param=e.param + len(self.loop.args))
        if isinstance(e, (Unary, Cast)):
            slope = self._slope(e.operand)
            minus_ = isinstance(e, Unary) and e.op == "-"
            return None if slope is None else negative(slope) if minus_ else as_type(slope, e.type)
        if isinstance(e, Select):
            then, other = self._slope(e.then), self._slope(e.other)
            zero = number(0.0, e.type)
            return None if then is None and other is None else choose(e.condition, then or zero, other or zero)
        assert isinstance(e, Binary)
        return self._binary(e, self._slope(e.left), self._slope(e.right))

    def _binary(self, e: Binary, left: Expr | None, right: Expr | None) -> Expr | None:
        if e.op == "+":
            return _sum([x for x in (left, right) if x is not None])
        if e.op == "-":
            return _difference(left, right)
        if e.op == "/":
            return None if left is None else over(left, e.right)
        if e.left == e.right and left is not None:
            return times(times(number(2.0, e.type), e.left), left)
        return _sum([*([] if left is None else [times(left, e.right)]), *([] if right is None else [times(e.left, right)])])


def _store(o: Output, value: Expr) -> Assign:
    if not o.reduction:
        return Assign(load(o.param, o.offset, o.component, value.type), value)
    total = Global(o.param, Const(o.component, "int"), value.type)
    return Assign(total, plus(total, value))


def _needed(body: Body, outputs: Iterable[Output]) -> Body:
    return dead_code.run(body, [o.local.name for o in outputs])


def _sum(terms: list[Expr]) -> Expr | None:
    total: Expr | None = None
    for term in terms:
        total = term if total is None else plus(total, term)
    return total


def _difference(left: Expr | None, right: Expr | None) -> Expr | None:
    if right is None:
        return left
    return negative(right) if left is None else minus(left, right)
