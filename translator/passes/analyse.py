"""Runs the passes between parsing and rendering on one loop, in their order.

Input:   a Loop as parsed.      Output:  a LoopAnalysis: everything a renderer needs, decided.
Test:    tests/translator/passes/analyse_test.py
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Union

from translator.ir import AdjointKernel, Loop, NotDifferentiable
from translator.passes.adjoint_terms import NoOwnerForm, OwnerPlan
from translator.passes.facts import ArgFacts
from translator.passes.outputs_as_locals import OutputForm


@dataclass(frozen=True, slots=True)
class LoopAnalysis:
    """`loop.kernel` is simplified. `owner` is None where there is no adjoint."""

    loop: Loop
    primal: OutputForm
    adjoint: Union[AdjointKernel, NotDifferentiable]
    owner: Union[OwnerPlan, NoOwnerForm, None]
    facts: tuple[ArgFacts, ...]


def analyse(loop: Loop) -> LoopAnalysis:
    """All passes; a user's own adjoint takes precedence over the generated one."""
    raise NotImplementedError
