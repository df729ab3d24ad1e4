"""Pass `adjoint-terms`: the owner-computes forms of an adjoint kernel: per target the ordered terms of a cell, and their cost.

Input:   a Loop and its AdjointKernel.
Output:  an OwnerPlan, or NoOwnerForm with the reason.
Test:    tests/translator/passes/adjoint_terms_test.py
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Union

from translator.ir import AdjointKernel, Contribute, Element, Expr, Load, Loop, Stmt
from translator.passes import cost, dead_code
from translator.passes.activity import Activity
from translator.passes.arguments import at_centre, is_dat, strided, written, written_beside
from translator.passes.differentiate import source_order
from translator.passes.slices import Slices
from translator.passes.walk import body_nodes, nodes

STREAMED = 30.0  # operations per derivative up to which memory is the limit, so that stores past the caches pay (measured: 21 gains, 42 loses)
PUSHED = 64  # components that are pushed at most, as a thread's buffers for them lie on its stack
REPEAT = 1.2  # terms may cost this many times one evaluation, plus the row buffers they save, before rows pay


@dataclass(frozen=True, slots=True)
class Term:
    """What source point `cell - offset` adds to a cell: run `body` at the source point, then evaluate `value` there.

    `body` is the least slice of the adjoint's body for this value. Its locals keep their names, so terms evaluated side by
    side need a scope each. Loads and Seeds in it are relative to the source point; an index argument means its indices.
    """

    offset: tuple[int, ...]
    body: tuple[Stmt, ...]
    value: Expr


@dataclass(frozen=True, slots=True)
class Target:
    """One component of a dataset's derivative: the terms of a cell in the canonical order (ascending source point, outermost
    axis most significant), so that adding them one by one gives the bits of the serial scatter loop."""

    param: int
    component: int
    type: str
    terms: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class OwnerPlan:
    """How to run an adjoint without scatter.

    Datasets that are accessed with strides are no targets of it: where their derivatives are wanted, scatter is right.

    form "gather": evaluate every target's terms at shifted points. "rows": evaluate the whole adjoint body once per source
    point; direct terms go to their cells at once, others into row buffers that are then added shifted, in the targets' term order.
    "push": where every cell gets one term only, rows whose buffers go to their cells at once.
    The form is "gather" if no target is read off-centre; or, unless the terms are elements of an array, if the body loads no primal
    value (linear), or if gather_cost <= REPEAT * single_cost + buffer_cost.
    """

    form: str  # "gather" | "rows" | "push"
    targets: tuple[Target, ...]  # by param, then component
    linear: bool  # the body loads no primal value
    in_place: bool  # every target is read at the centre only
    gather_cost: float  # weighted operations per cell, terms at one source point evaluated together where their targets share all points
    single_cost: float  # weighted operations of the whole body once, without what goes to strided datasets
    buffer_cost: float  # weighted operations that the row buffers add, for terms that need one
    streams: bool  # stores past the caches pay where data do not fit into them


@dataclass(frozen=True, slots=True)
class NoOwnerForm:
    """Scatter only, because.."""

    reason: str


def run(loop: Loop, adjoint: AdjointKernel) -> Union[OwnerPlan, NoOwnerForm]:
    """The terms of every target and the form to evaluate them in; the reason, where only scatter is right."""
    reason = _scatter_only(loop, adjoint)
    if reason:
        return NoOwnerForm(reason)
    adjoint = _without_strided(loop, adjoint)
    targets = _targets(adjoint)
    activity = Activity(loop, adjoint.body)
    gather = sum(cost.of_body(body, activity) for body in _evaluations(adjoint, targets))
    single = cost.of_body(adjoint.body, activity)
    buffers = cost.BUFFERED * sum(not direct(g, t) for g in targets for t in g.terms)
    linear = not adjoint.adjoint_reads
    in_place = not any(any(t.offset) for g in targets for t in g.terms)
    once = "push" if len(targets) <= PUSHED and all(len(t.terms) == 1 for t in targets) else "rows"
    cheap = (linear or gather <= REPEAT * single + buffers) and not _sums(adjoint)  # an array would be cleared for each term
    form = "gather" if in_place or cheap else once
    return OwnerPlan(form, targets, linear, in_place, gather, single, buffers, gather <= STREAMED * len(targets))


def _sums(adjoint: AdjointKernel) -> bool:
    """Whether contributions come from an array (`computed_places`)."""
    return any(isinstance(n, Element) for s in adjoint.body if isinstance(s, Contribute) for n in nodes(s.value))


def direct(target: Target, term: Term) -> bool:
    """Whether no other term goes to the same row of cells from the same source points: it needs no buffer then."""
    row = term.offset[1:]
    return bool(row) and sum(t.offset[1:] == row for t in target.terms) == 1


def _evaluations(adjoint: AdjointKernel, targets: tuple[Target, ...]) -> list[tuple[Stmt, ...]]:
    """What the gather form evaluates for one cell: targets read through the same points share an evaluation at each of them."""
    sharing: dict[frozenset[tuple[int, ...]], set[tuple[int, int]]] = {}
    for t in targets:
        sharing.setdefault(frozenset(term.offset for term in t.terms), set()).add((t.param, t.component))
    return [_at(adjoint, offset, members) for offsets, members in sharing.items() for offset in sorted(offsets)]


def _at(adjoint: AdjointKernel, offset: tuple[int, ...], members: set[tuple[int, int]]) -> tuple[Stmt, ...]:
    """The least body for the terms of `members` at one source point."""
    def wanted(s: Stmt) -> bool:
        return not isinstance(s, Contribute) or s.offset == offset and (s.param, s.component) in members

    return dead_code.run(tuple(s for s in adjoint.body if wanted(s)))


def _targets(adjoint: AdjointKernel) -> tuple[Target, ...]:
    slices = Slices(adjoint.body)
    found: dict[tuple[int, int], list[Contribute]] = {}
    for s in adjoint.body:
        if isinstance(s, Contribute):
            found.setdefault((s.param, s.component), []).append(s)
    return tuple(
        Target(param, component, terms[0].value.type, tuple(Term(s.offset, *slices.of(s)) for s in sorted(terms, key=lambda s: source_order(s.offset))))
        for (param, component), terms in sorted(found.items())
    )


def _without_strided(loop: Loop, adjoint: AdjointKernel) -> AdjointKernel:
    """The adjoint where strided datasets are passive, as those are that hold a grid's coordinates."""
    if not any(strided(loop, p) for p in adjoint.targets):
        return adjoint
    body = dead_code.run(tuple(s for s in adjoint.body if not (isinstance(s, Contribute) and strided(loop, s.param))))
    loads = {n.param for n in body_nodes(body) if isinstance(n, Load)}
    return replace(adjoint, body=body, targets=tuple(p for p in adjoint.targets if not strided(loop, p)), adjoint_reads=tuple(sorted(loads)))


def _scatter_only(loop: Loop, adjoint: AdjointKernel) -> str:
    """Why no cell can compute its own derivative alone; empty if it can."""
    gathered = [p for p in adjoint.targets if is_dat(loop, p)]
    only = gathered if all(strided(loop, p) for p in gathered) else []
    for p in sorted({*only, *adjoint.seeds}):
        if strided(loop, p):
            return f"'{loop.kernel.params[p].name}' is accessed with strides"
    changed = written(loop, loop.kernel.body)
    for p in changed:
        if written_beside(loop, p):
            return f"the kernel writes '{loop.kernel.params[p].name}' at neighbouring points, so the adjoint cannot be computed cell by cell"
    for p in sorted({*adjoint.targets, *adjoint.adjoint_reads}):
        if p in changed and _read_off_centre(loop, adjoint, p):
            return f"the kernel writes '{loop.kernel.params[p].name}' and reads it at neighbouring points, so the adjoint cannot be computed cell by cell"
    return ""


def _read_off_centre(loop: Loop, adjoint: AdjointKernel, p: int) -> bool:
    nodes = (*body_nodes(loop.kernel.body), *body_nodes(adjoint.body))
    return any(isinstance(n, Load) and n.param == p and not at_centre(n) for n in nodes)
