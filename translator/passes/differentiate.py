"""Pass `differentiate`: the adjoint of a kernel at one point, in reverse mode.

Input:   a Loop whose kernel has been through `simplify`.
Output:  an AdjointKernel, or NotDifferentiable where a derivative would flow through what is not supported.
         Every real dataset argument and ops_scalar is taken as active; integers, gbl arguments, constants and the index are passive.
         What a zero seed meets on its way gives nothing, whatever it is: `zero_seeds`.
         The seed of a MIN or MAX reduction is meant for the point that attained it: at others it is zero. Of datasets with such access the
         points themselves find out: `claims`.
         Conventions at non-smooth points: `rules`.
Test:    tests/translator/passes/differentiate_test.py
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from math import prod
from typing import Union

from translator.element_types import HALF
from translator.ir import (
    Access,
    AdjointKernel,
    Assign,
    Cast,
    Const,
    Contribute,
    Declare,
    Element,
    Expr,
    Global,
    Load,
    Loop,
    NotDifferentiable,
    Seed,
    Stmt,
    Var,
)
from translator.passes import claims, dead_code, element_choices, idle, operands, outputs_as_locals, reciprocals, renaming, scalar_choices, zero_seeds
from translator.passes.activity import Activity
from translator.passes.arguments import is_dat, load, written
from translator.passes.build import is_leaf, negative
from translator.passes.element_choices import Chosen
from translator.passes.flows import Flow, Flows, total
from translator.passes.numeric import is_integer, is_real, largest, literal, lowest
from translator.passes.outputs_as_locals import Output, OutputForm
from translator.passes.renaming import Renamed
from translator.passes.reverse import Reverse, Stop
from translator.passes.walk import Body, Names, body_nodes, constant_offset, names_of, statements

Result = Union[AdjointKernel, NotDifferentiable]

_NO_HALF = "use float or double"
_NEUTRAL = {Access.MIN: largest, Access.MAX: lowest}  # of reductions, by type; branches may look at them


def run(loop: Loop, directions: frozenset[int] = frozenset()) -> Result:
    """Differentiate the loop's kernel; the user's own adjoint is not looked at. `directions`: arguments in which the kernel is linear, where
    it is a tangent."""
    try:
        return _Differentiation.of(loop).run(directions)
    except Stop as stop:
        return stop.reason


def seed_of(output: Output) -> Seed:
    """The derivative that comes in where an output is stored."""
    return Seed(output.param, output.component, output.local.type, output.offset if output.beside else ())


def value_before(loop: Loop, output: Output) -> Expr:
    """What an output's local holds before the body."""
    if not output.reduction and not claims.takes_extremum(loop, output.param):
        return load(output.param, output.offset, output.component, output.local.type)
    neutral = _NEUTRAL.get(loop.args[output.param].access or Access.INC)
    type = output.local.type
    return literal(neutral(type) if neutral else 0.0, type) or Const(0, type)


def arrays_of(loop: Loop, form: OutputForm) -> Body:
    """Outputs indexed by computed components: arrays that start from the old values."""
    out: list[Stmt] = []
    for o in form.outputs:
        if isinstance(o.local, Element):
            if o.component == 0:
                size = sum((other.param, other.offset) == (o.param, o.offset) for other in form.outputs)
                out.append(Declare(o.local.name, o.local.type, (size,)))
            out.append(Assign(o.local, value_before(loop, o)))
    return tuple(out)


def finish(loop: Loop, body: Body, passed_through: tuple[int, ...], directions: frozenset[int] = frozenset()) -> AdjointKernel:
    """An AdjointKernel from a body with its contributions at the end: zero seeds give nothing; cleaned, and its facts read off."""
    body = zero_seeds.run(loop, dead_code.run(body), directions)
    body = dead_code.run(dead_code.inline_single_uses(dead_code.run(body)))
    nodes = tuple(body_nodes(body))
    adjoint = AdjointKernel(
        kernel=loop.kernel,
        body=body,
        seeds=_params(n.param for n in nodes if isinstance(n, Seed)),
        targets=_params(s.param for s in body if isinstance(s, Contribute)),
        passed_through=passed_through,
        adjoint_reads=_params(n.param for n in nodes if isinstance(n, Load)),
    )
    return idle.run(loop, adjoint)


def _params(found: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(set(found)))


def source_order(offset: tuple[int, ...]) -> tuple[int, ...]:
    """Sort key of read points by the source point of a fixed cell (cell - offset), outermost axis most significant."""
    return tuple(-o for o in reversed(offset))


@dataclass(frozen=True, slots=True)
class _Differentiation:
    loop: Loop
    form: OutputForm
    names: Names

    @staticmethod
    def of(loop: Loop) -> _Differentiation:
        _refuse_incomplete(loop)
        form = outputs_as_locals.run(loop)
        claims.check(loop, form)
        form = replace(form, body=scalar_choices.run(loop, form.body))
        used = names_of(form.body) | {o.local.name for o in form.outputs}
        return _Differentiation(loop, form, Names(used))

    def run(self, directions: frozenset[int]) -> AdjointKernel:
        scalars = {o.local.name: o for o in self.form.outputs if isinstance(o.local, Var)}
        body = (*arrays_of(self.loop, self.form), *self.form.body)
        before = {n: value_before(self.loop, o) for n, o in scalars.items()}
        starts = [Declare(n, scalars[n].local.type, (), value) for n, value in before.items()]
        chosen = element_choices.run(body, Activity(self.loop, (*starts, *body)), self.names)
        renamed = renaming.run(chosen.body, before, {n: o.local.type for n, o in scalars.items()}, self.names)
        activity = Activity(self.loop, renamed.body)
        values = operands.run(self.loop, renamed.body, activity, self.names)
        _refuse_large_arrays(self.loop, values, activity)
        flows = Flows()
        claimed: dict[Output, Declare] = {}
        reverse = Reverse(self.loop, activity, self.names)
        for output in self.form.outputs:
            final = self._final(output, chosen, renamed)
            seed = seed_of(output)
            if claims.takes_extremum(self.loop, output.param):
                self._check(output)
                claimed[output] = Declare(self.names.fresh(f"{output.local.name}_claimed"), seed.type, (), claims.claim(output, final, seed))
            if activity.active(final):
                self._check(output)
                reverse.send(final, Flow(Var(claimed[output].name, seed.type) if output in claimed else seed), flows)
        refuse_halves(self.loop, values, activity)
        adjoint = reverse.block(values, flows)
        reverse.sums.send(flows)
        passed = self._passed_through(flows, claimed)
        given_up = (Contribute(o.param, o.offset, o.component, negative(Var(s.name, s.type))) for o, s in claimed.items())
        body = dead_code.run((*values, *claimed.values(), *reverse.sums.start(), *adjoint, *self._contributions(flows, passed), *given_up))
        return _checked_reads(self.loop, finish(self.loop, reciprocals.run(self.loop, body, activity.uniform, self.names), passed, directions))

    def _final(self, output: Output, chosen: Chosen, renamed: Renamed) -> Expr:
        """What an output holds after the body."""
        local = output.local
        if isinstance(local, Element):
            local = chosen.scalars.get((local.name, (output.component,)), local)
        return renamed.final[local.name] if isinstance(local, Var) else local

    def _check(self, output: Output) -> None:
        """An output that carries a derivative must be one that can."""
        param, arg = self.loop.kernel.params[output.param], self.loop.args[output.param]
        if arg.access is None and output.reduction:
            raise Stop(f"the translator cannot determine the access mode of reduction '{param.name}'", arg.span, "write OPS_INC in the call")
        if output.local.type == HALF:
            raise Stop(f"dataset '{arg.dat}' receives values that have derivatives, but its type half does not support derivatives", arg.span, _NO_HALF)
        if not is_real(output.local.type):
            raise Stop(f"parameter '{param.name}' needs a derivative, but its type {output.local.type} does not support derivatives", param.span,
                       "use float or double")
        if arg.kind == "dat" and arg.dim is None:
            raise Stop(f"the translator cannot determine the number of components of dataset '{arg.dat}'", arg.span, "use a literal dimension")

    def _passed_through(self, flows: Flows, claimed: Collection[Output]) -> tuple[int, ...]:
        """Written datasets all of whose components arrive at their old value with the seed itself, and nothing else; or what is left of it."""
        by_param: dict[int, list[bool]] = {}
        for o in self.form.outputs:
            if not o.reduction and isinstance(o.local, Var):
                flow = flows.get((o.param, o.offset, o.component))
                by_param.setdefault(o.param, []).append(o in claimed or flow == [Flow(seed_of(o))])
        return tuple(p for p, untouched in by_param.items() if all(untouched))

    def _contributions(self, flows: Flows, passed: tuple[int, ...]) -> Body:
        """One Contribute per read point; compound uniform factors are formed once, before them."""
        places = sorted((k for k in flows.keys() if not isinstance(k, str)), key=lambda k: (k[0], source_order(k[1]), k[2]))
        own = {(o.param, o.offset) for o in self.form.outputs}
        factors: dict[Expr, Var] = {}
        out: list[Stmt] = []
        for key in places:
            if key[0] not in passed or key[:2] not in own:
                value = total([self._shared(flow, factors) for flow in flows.get(key)])
                out.append(Contribute(*key, value))
        return (*(Declare(var.name, var.type, (), factor) for factor, var in factors.items()), *out)

    def _shared(self, flow: Flow, factors: dict[Expr, Var]) -> Flow:
        factor = flow.coefficient
        if factor is None or is_leaf(factor):
            return flow
        if factor not in factors:
            factors[factor] = Var(self.names.fresh("factor"), factor.type)
        return Flow(flow.base, factors[factor], flow.negated)


def _checked_reads(loop: Loop, adjoint: AdjointKernel) -> AdjointKernel:
    """Values that the loop overwrites are put back before its adjoint runs, or after it where the adjoint reads what the loop left: not both."""
    changed = written(loop, loop.kernel.body)
    others = [p for p in adjoint.adjoint_reads if p in changed and is_dat(loop, p) and not claims.takes_extremum(loop, p)]
    if others and claims.any_taken(loop):
        name = loop.kernel.params[others[0]].name
        what = f"the loop stores a minimum or maximum in a dataset, so its adjoint cannot read the old values of '{name}'"
        raise Stop(what, loop.args[others[0]].span, "compute the minimum or maximum in a separate loop")
    return adjoint


def _refuse_incomplete(loop: Loop) -> None:
    for construct in loop.kernel.unsupported:
        raise Stop(construct.what, construct.span, construct.hint)
    for s in statements(loop.kernel.body):
        if not isinstance(s, Assign) or is_integer(s.target.type):
            continue
        if isinstance(s.target, Load) and constant_offset(s.target) is None:
            raise Stop(f"'{loop.kernel.params[s.target.param].name}' is written off-centre", s.span, "write at (0, ..) only")
        if isinstance(s.target, Global) and loop.args[s.target.param].kind != "reduce":
            raise Stop(f"the kernel writes to parameter '{loop.kernel.params[s.target.param].name}', but kernels may write only to datasets and reductions", s.span, "use ops_arg_reduce")


def _refuse_large_arrays(loop: Loop, body: Body, activity: Activity) -> None:
    """What is still an array must be a table: it is read again on the way back."""
    tables = element_choices.tables(body, activity)
    for s in statements(body):
        if isinstance(s, Declare) and s.extents and s.name not in tables and any(n.name == s.name for n in _elements(body)):
            what = f"local array '{s.name}' of {prod(s.extents)} elements is accessed with computed indices, or beyond its end"
            raise Stop(what, s.span, f"use at most {element_choices.LARGEST} elements, or constant indices")


def refuse_halves(loop: Loop, body: Body, activity: Activity) -> None:
    """A half keeps no derivative, and its rounding has none."""
    if any(isinstance(n, Cast) and n.type == HALF and activity.active(n.operand) for n in body_nodes(body)):
        raise Stop("the kernel converts a value that has a derivative to the type half, which does not support derivatives", loop.kernel.span, _NO_HALF)


def _elements(body: Body) -> list[Element]:
    return [n for n in body_nodes(body) if isinstance(n, Element)]
