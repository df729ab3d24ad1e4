"""Pass `check-duplicate-point`: a stencil names each point once.

Input:   Program.      Output:  the violations, as warnings: the second mention has no effect.
Test:    tests/translator/passes/check_duplicate_point_test.py
"""

from __future__ import annotations

from translator.diagnostics import Diagnostic, warning
from translator.ir import Program, Stencil
from translator.passes.uses import arguments, point


def run(program: Program) -> tuple[Diagnostic, ...]:
    """One warning per stencil."""
    stencils = dict.fromkeys((arg.stencil, arg.stencil.span) for _, _, arg, _ in arguments(program) if arg.stencil is not None)
    return tuple(_violation(s, twice) for s, _ in stencils if (twice := _repeated(s)))


def _repeated(stencil: Stencil) -> list[tuple[int, ...]]:
    offsets = stencil.offsets or ()
    return [o for i, o in enumerate(offsets) if o in offsets[:i]]


def _violation(stencil: Stencil, twice: list[tuple[int, ...]]) -> Diagnostic:
    return warning("duplicate-point", f"stencil '{stencil.name}' repeats {' '.join(map(point, twice))}", stencil.span, "declared here",
                   hint="remove the repeated point from the stencil, and pass the new number of points to ops_decl_stencil")
