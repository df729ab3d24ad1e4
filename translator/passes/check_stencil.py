"""Pass `check-stencil`: a kernel reads only points of the declared stencil.

What is read counts, for the halo and for derivatives, so more than was declared is a warning.
Input:   Program, kernels simplified.      Output:  the violations. Offsets that data decide are checked by target `checked`.
Test:    tests/translator/passes/check_stencil_test.py
"""

from __future__ import annotations

from dataclasses import replace

from translator.diagnostics import Diagnostic, Note, warning
from translator.ir import Arg, Load, Loop, Param, Program, Stencil
from translator.passes import chosen_places
from translator.passes.uses import Use, arguments, of, point
from translator.passes.walk import constant_offset

_SHOWN = 12


def run(program: Program) -> tuple[Diagnostic, ...]:
    """One violation per argument, at the first point outside."""
    found: list[Diagnostic] = []
    chosen = replace(program, loops=tuple(replace(loop, kernel=chosen_places.run(loop)) for loop in program.loops))
    for loop, position, arg, param in arguments(chosen):
        if arg.stencil is None or arg.stencil.offsets is None:
            continue
        outside: dict[tuple[int, ...], Use] = {}
        for use in of(loop, position, False):
            offset = constant_offset(use.place) if isinstance(use.place, Load) else None
            if offset is not None and offset not in arg.stencil.offsets:
                outside.setdefault(offset, use)
        if outside:
            found.append(_violation(loop, arg, param, outside, arg.stencil))
    return tuple(found)


def _violation(loop: Loop, arg: Arg, param: Param, outside: dict[tuple[int, ...], Use], stencil: Stencil) -> Diagnostic:
    notes = (Note("declared by this loop argument", arg.stencil_span),
             Note(f"stencil '{stencil.name}' has {_points(stencil.offsets or ())}", stencil.span))
    first, points = next(iter(outside.values())), _points(tuple(outside))
    return warning("stencil-mismatch", f"kernel '{loop.kernel.name}' reads '{param.name}' at {points}, outside stencil '{stencil.name}'",
                   first.span, "read here", notes, f"add {points} to the stencil, or read only points that the stencil contains")


def _points(offsets: tuple[tuple[int, ...], ...]) -> str:
    shown = " ".join(map(point, offsets[:_SHOWN]))
    return shown if len(offsets) <= _SHOWN else f"{shown} .. ({len(offsets)} points)"
