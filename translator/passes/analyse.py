"""Runs the passes between parsing and rendering on one loop, in their order.

Input:   a Loop as parsed.      Output:  a LoopAnalysis: everything a renderer needs, decided.
Test:    tests/translator/passes/analyse_test.py
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Union

from translator.ir import AdjointKernel, Loop, NotDifferentiable
from translator.passes import (adjoint_terms, assigned_sums, chosen_places, differentiate, extrema, facts, outputs_as_locals, simplify, tangent,
                               user_adjoint)
from translator.passes.adjoint_terms import NoOwnerForm, OwnerPlan
from translator.passes.facts import ArgFacts
from translator.passes.outputs_as_locals import OutputForm
from translator.passes.tangent import Tangent


@dataclass(frozen=True, slots=True)
class LoopAnalysis:
    """`loop.kernel` is simplified. `owner` and `tangent` are None where there is no adjoint, `extrema` where no minimum or maximum has
    a derivative."""

    loop: Loop
    primal: OutputForm
    adjoint: Union[AdjointKernel, NotDifferentiable]
    owner: Union[OwnerPlan, NoOwnerForm, None]
    extrema: Union[OutputForm, None]
    tangent: Union[Tangent, NotDifferentiable, None]
    facts: tuple[ArgFacts, ...]
    second: Union[LoopAnalysis, NotDifferentiable, None] = None  # of the loop of values and directions: Hessian-vector products


def analyse(loop: Loop, second: bool = False) -> LoopAnalysis:
    """All passes; a user's own adjoint takes precedence over the generated one. `second`: second derivatives are wanted too."""
    loop = replace(loop, kernel=simplify.run(loop.kernel))
    loop = replace(loop, kernel=chosen_places.run(loop))
    primal = outputs_as_locals.run(loop)
    adjoint = assigned_sums.refusal(loop) or (differentiate.run(loop) if loop.kernel.user_adjoint is None else user_adjoint.run(loop))
    if isinstance(adjoint, NotDifferentiable):
        return LoopAnalysis(loop, primal, adjoint, None, None, None, facts.run(loop, primal, adjoint))
    owner = adjoint_terms.run(loop, adjoint)
    offers = extrema.run(loop, primal, adjoint)
    forward = tangent.run(loop, user_adjoint.passive(loop))
    again = _second(loop) if second else None
    found = facts.run(loop, primal, adjoint, extrema.reads(offers), forward)
    if isinstance(again, LoopAnalysis):
        found = tuple(replace(f, adjoint_reads=f.adjoint_reads or g.adjoint_reads) for f, g in zip(found, again.facts))
    return LoopAnalysis(loop, primal, adjoint, owner, offers, forward, found, again)


def _second(loop: Loop) -> Union[LoopAnalysis, NotDifferentiable]:
    """The adjoint of the loop that computes values and directions. Its derivatives with respect to directions are the first ones, those
    with respect to values the second ones."""
    both = tangent.with_values(loop, user_adjoint.passive(loop))
    if isinstance(both, NotDifferentiable):
        return both
    count = len(loop.args)
    primal, adjoint = outputs_as_locals.run(both), differentiate.run(both, frozenset(range(count, 2 * count)))
    if isinstance(adjoint, NotDifferentiable):
        return adjoint
    owner = adjoint_terms.run(both, adjoint)
    return LoopAnalysis(both, primal, adjoint, owner, None, None, facts.run(both, primal, adjoint))
