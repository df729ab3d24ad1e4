"""Pass `check-differentiable`: every loop that may be recorded has an adjoint.

Assigned reductions are left to `check-reductions`.
Input:   Program and its analyses.      Output:  the violations.
Test:    tests/translator/passes/check_differentiable_test.py
"""

from __future__ import annotations

from translator.diagnostics import Diagnostic, Note, error
from translator.ir import NotDifferentiable, Program
from translator.passes import assigned_sums
from translator.passes.analyse import LoopAnalysis

_WAY_OUT = "use ops_par_loop_passive if no derivative flows through this loop"
_OF_SCALARS = "if no derivative flows through the value, compute it outside of loops and declare it with ops_ad_constant"


def run(program: Program, analysed: tuple[LoopAnalysis, ...]) -> tuple[Diagnostic, ...]:
    """Errors only where the program uses derivatives; passive loops need no adjoint."""
    if not program.derivatives:
        return ()
    return tuple(_violation(a, a.adjoint) for a in analysed
                 if isinstance(a.adjoint, NotDifferentiable) and not a.loop.passive and assigned_sums.refusal(a.loop) is None)


def _violation(analysis: LoopAnalysis, why: NotDifferentiable) -> Diagnostic:
    loop = analysis.loop
    way_out = _OF_SCALARS if loop.scalars else _WAY_OUT
    hint = f"{why.hint}, or {way_out}" if why.hint else way_out
    span = why.span if why.span.file else loop.kernel.span
    return error("not-differentiable", f"kernel '{loop.kernel.name}' cannot be differentiated: {why.what}", span,
                 notes=(Note(f"in loop '{loop.name}', which is recorded", loop.span),), hint=hint)
