"""The reverse sweep over a kernel body: from the derivatives of its last values to those of what it read.

Input:   a renamed body with operands made explicit, its activity, and the flows that arrive at its end.
Output:  adjoint statements; the flows left are those into the values read from datasets.
Test:    tests/translator/passes/differentiate_test.py
"""

from __future__ import annotations

from dataclasses import replace

from translator.ir import (
    NOWHERE, Assign, Binary, Call, Cast, Const, Declare, Element, Expr, For, Global, If, Load, Loop, NotDifferentiable,
    Select, Span, Stmt, Unary, Var, While,
)
from translator.passes.activity import Activity
from translator.passes.arguments import centre
from translator.passes.build import choose, number, times
from translator.passes.computed_places import Sums, too_many
from translator.passes.element_choices import LARGEST
from translator.passes.flows import Flow, Flows, Key, place, total
from translator.passes.numeric import is_real
from translator.passes.reverse_loops import LoopReversal
from translator.passes.rules import rule
from translator.passes.walk import Body, Names, assigned, constant_offset, rename, statements

Out = list[Stmt]


class Stop(Exception):
    """A derivative would have to flow through what cannot be differentiated."""

    def __init__(self, what: str, span: Span, hint: str) -> None:
        super().__init__(what)
        self.reason = NotDifferentiable(what, span, hint)


def no_rule(name: str, span: Span) -> Stop:
    return Stop(f"function '{name}' has no derivative rule", span, "evaluate the function outside the loop, or write an adjoint for the kernel")


class Reverse:
    """One sweep. Statements go to an `out` list in the order in which they will run."""

    def __init__(self, loop: Loop, activity: Activity, names: Names) -> None:
        self._loop = loop
        self._activity = activity
        self._names = names
        self._span = NOWHERE
        self.sums = Sums(loop, names)

    def block(self, body: Body, flows: Flows) -> Out:
        """Adjoint statements of `body`; takes the flows into its locals, adds those into what it reads."""
        out: Out = []
        for s in reversed(body):
            self._statement(s, body, flows, out)
        return out

    def send(self, final: Expr, flow: Flow, flows: Flows) -> None:
        """Start the sweep: `flow` arrives at `final`, a local or a value read, that an output holds at the end."""
        nothing: Out = []
        self.pull(final, flow, Var("", final.type), flows, nothing)
        assert not nothing, "what an output holds is a leaf"

    def _statement(self, s: Stmt, body: Body, flows: Flows, out: Out) -> None:
        if isinstance(s, (For, While)):
            self._rounds(s, body, flows, out)
        elif isinstance(s, If):
            self._if(s, flows, out)
        elif isinstance(s, (Declare, Assign)) and s.value is not None:
            name = s.name if isinstance(s, Declare) else getattr(s.target, "name", "")
            arrived = flows.take(name)
            if arrived:
                self._span = s.span
                flow = self._settle_all(arrived, name, out)
                self.pull(s.value, flow, Var(name, s.value.type), flows, out)

    def _rounds(self, s: For | While, body: Body, flows: Flows, out: Out) -> None:
        """Backwards round by round; what carried locals start from stands in their declarations, which `body` holds."""
        before = {d.name: d.value for d in body if isinstance(d, Declare)}
        reversed_loop = LoopReversal.of(s, before, self._names)
        arrived = {name: flows.take(name) for name in reversed_loop.carried if flows.get(name)}
        if arrived:
            out += reversed_loop.run(self, self._activity, arrived, flows)

    # --- branches ---------------------------------------------------------------------------------
    def _if(self, s: If, flows: Flows, out: Out) -> None:
        """Each branch is recomputed inside the adjoint's branch, so nothing of the untaken one is evaluated."""
        merged = [n for n in _merged(s) if flows.get(n)]
        arriving = {n: self._settle_leaf(flows.take(n), n, out) for n in merged}
        sides = [self._branch(b, arriving) for b in (s.then, s.other)]
        inner = assigned(sides[0][0]) | assigned(sides[1][0])
        for key in dict.fromkeys((*sides[0][1].keys(), *sides[1][1].keys())):
            self._join(key, sides, inner, flows, out)
        then, other = (tuple(body) for body, _ in sides)
        if any(isinstance(n, Assign) for n in statements((*then, *other))):
            out.append(replace(s, then=then, other=other))

    def _branch(self, body: Body, arriving: dict[str, Flow]) -> tuple[Out, Flows]:
        copies = {s.name: self._names.fresh(s.name) for s in statements(body) if isinstance(s, Declare)}
        body = rename(body, copies)
        self._activity.copied(copies)
        flows = Flows()
        for name, flow in arriving.items():
            flows.add(name, flow)
        adjoint = self.block(body, flows)
        for name in arriving:
            flows.take(name)
        own = set(copies.values())
        values = [s for s in body if not (isinstance(s, Assign) and isinstance(s.target, Var) and s.target.name not in own)]
        return [*values, *adjoint], flows

    def _join(self, key: Key, sides: list[tuple[Out, Flows]], inner: frozenset[str], flows: Flows, out: Out) -> None:
        """What both branches send to `key`: as it is where they agree, through an accumulator otherwise."""
        sent = [side.get(key) for _, side in sides]
        if sent[0] == sent[1] and len(sent[0]) == 1 and not sent[0][0].variables() & inner:
            flows.add(key, sent[0][0])
            return
        type = (sent[0] or sent[1])[0].base.type
        stem = key if isinstance(key, str) else self._loop.kernel.params[key[0]].name
        sum_ = Var(self._names.fresh(f"{stem}_a"), type)
        out.append(Declare(sum_.name, type, (), number(0.0, type)))
        for (body, _), mine in zip(sides, sent):
            if mine:
                body.append(Assign(sum_, total(mine)))
        flows.add(key, Flow(sum_))

    # --- flows ------------------------------------------------------------------------------------
    def _settle_all(self, arrived: list[Flow], name: str, out: Out) -> Flow:
        """All that arrived at a local as one flow."""
        return self._settle(arrived[0], name, out) if len(arrived) == 1 else Flow(self._name(total(arrived), name, out))

    def _settle(self, flow: Flow, name: str, out: Out) -> Flow:
        """`flow` with a base that is free to use several times; the coefficient stays apart."""
        return flow if flow.simple else replace(flow, base=self._name(flow.base, name, out))

    def _settle_leaf(self, arrived: list[Flow], name: str, out: Out) -> Flow:
        """All that arrived, as a plain leaf."""
        flow = self._settle_all(arrived, name, out)
        return flow if flow.coefficient is None and not flow.negated else Flow(self._name(flow.value(), name, out))

    def _name(self, e: Expr, stem: str, out: Out) -> Var:
        local = Var(self._names.fresh(f"{stem}_a"), e.type)
        out.append(Declare(local.name, local.type, (), e))
        return local

    # --- expressions ------------------------------------------------------------------------------
    def pull(self, e: Expr, flow: Flow | None, result: Var, flows: Flows, out: Out) -> None:
        """Send `flow`, the derivative of `e`, to what `e` reads."""
        if flow is None or not self._activity.active(e):
            return
        if isinstance(e, Var):
            flows.add(e.name, flow)
        elif isinstance(e, (Load, Global, Element)):
            self._read(e, flow, flows, out)
        else:
            self._operation(e, self._settle(flow, result.name, out), result, flows, out)

    def _operation(self, e: Expr, flow: Flow, result: Var, flows: Flows, out: Out) -> None:
        if isinstance(e, Unary):
            self.pull(e.operand, flow.negate() if e.op == "-" else flow, result, flows, out)
        elif isinstance(e, Cast):
            self.pull(e.operand, flow.converted(e.operand.type), result, flows, out)
        elif isinstance(e, Binary):
            self._binary(e, flow, result, flows, out)
        elif isinstance(e, Call):
            self._call(e, flow, result, flows, out)
        elif isinstance(e, Select):
            zero = number(0.0, e.type)
            for side, value in ((e.then, (flow.base, zero)), (e.other, (zero, flow.base))):
                self.pull(side, replace(flow, base=choose(e.condition, *value)), result, flows, out)

    def _binary(self, e: Binary, flow: Flow, result: Var, flows: Flows, out: Out) -> None:
        uniform = self._activity.uniform
        if e.op in "+-":
            self.pull(e.left, flow, result, flows, out)
            self.pull(e.right, flow if e.op == "+" else flow.negate(), result, flows, out)
        elif e.op == "*" and e.left == e.right:
            twice = flow.scaled(number(2.0, e.type), True)
            self.pull(e.left, twice and twice.scaled(e.left, False), result, flows, out)
        elif e.op == "*":
            self.pull(e.left, flow.scaled(e.right, uniform(e.right)), result, flows, out)
            self.pull(e.right, flow.scaled(e.left, uniform(e.left)), result, flows, out)
        else:
            self._quotient(e, flow, result, flows, out)

    def _quotient(self, e: Binary, flow: Flow, result: Var, flows: Flows, out: Out) -> None:
        share = flow.divided(e.right, self._activity.uniform(e.right))
        if share is not None and self._activity.active(e.right):
            share = self._settle(share, result.name, out)
            self.pull(e.right, replace(share, base=times(result, share.base)).negate(), result, flows, out)
        self.pull(e.left, share, result, flows, out)

    def _call(self, e: Call, flow: Flow, result: Var, flows: Flows, out: Out) -> None:
        derivative = rule(e.name)
        if derivative is None:
            raise no_rule(e.name, self._span)
        for i, arg in enumerate(e.args):
            if self._activity.active(arg):
                self.pull(arg, replace(flow, base=derivative(i, e.args, result, flow.base)), result, flows, out)

    def _read(self, e: Load | Global | Element, flow: Flow, flows: Flows, out: Out) -> None:
        if isinstance(e, Element):
            what = f"local array '{e.name}' needs a derivative, so it must not be accessed with a computed index"
            raise Stop(what, self._span, "use constant indices")
        if isinstance(e, Global):
            return self._read_scalar(e, flow, flows)
        name = self._loop.kernel.params[e.param].name
        span = self._span if e.span == NOWHERE else e.span
        if not is_real(e.type):
            raise Stop(f"parameter '{name}' needs a derivative, but its type {e.type} does not support derivatives", span, "use float or double")
        if count := too_many(self._loop.args[e.param], e):
            raise Stop(f"parameter '{name}' is read at one of {count} points and components, which data decide", span,
                       "declare a stencil with fewer points, or with points that are closer together")
        added = self.sums.add(e, flow)
        if added is not None:
            out.append(added)
            return
        offset = constant_offset(e)
        if offset is None:
            raise Stop(f"parameter '{name}' is read at an offset that is computed from data", span,
                       "declare the stencil with literal offsets, so that the translator can read them")
        if not isinstance(e.component, Const):
            raise Stop(f"parameter '{name}' is read with a component index that is computed from data", span,
                       "use constant component indices, or a literal dimension in ops_arg_dat")
        flows.add(place(e, offset), flow)

    def _read_scalar(self, e: Global, flow: Flow, flows: Flows) -> None:
        """An element of an ops_scalar: its derivative is summed over the points."""
        name = self._loop.kernel.params[e.param].name
        if not isinstance(e.index, Const):
            raise Stop(f"the kernel reads scalar '{name}', which has {self._loop.args[e.param].dim} components, at an index that is not a constant", self._span,
                       f"use at most {LARGEST} components, or constant indices")
        flows.add((e.param, centre(self._loop), int(e.index.value)), flow)


def _merged(s: If) -> list[str]:
    """Locals declared before the If that its branches settle, in order."""
    own = {d.name for d in statements((s,)) if isinstance(d, Declare)}
    targets = [a.target.name for b in (s.then, s.other) for a in b if isinstance(a, Assign) and isinstance(a.target, Var)]
    return [name for name in dict.fromkeys(targets) if name not in own]

