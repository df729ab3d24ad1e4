"""Pass `check-components`: component and element numbers stay within the declared dimension.

Input:   Program, kernels simplified.      Output:  the violations.
Test:    tests/translator/passes/check_components_test.py
"""

from __future__ import annotations

from translator.diagnostics import Diagnostic, Note, error
from translator.ir import Arg, Load, Loop, Param, Program
from translator.passes.uses import Use, arguments, uses
from translator.passes.walk import component


def run(program: Program) -> tuple[Diagnostic, ...]:
    """One violation per argument and number."""
    found: dict[tuple[object, ...], Diagnostic] = {}
    for loop, position, arg, param in arguments(program):
        size = loop.dims if arg.kind == "idx" else arg.dim
        for use in uses(loop.kernel.body):
            number = component(use.place.component if isinstance(use.place, Load) else use.place.index)
            if use.param == position and number is not None and size is not None and not 0 <= number < size:
                found.setdefault((loop.span, position, number), _violation(loop, arg, param, use, number, size))
    return tuple(found.values())


def _violation(loop: Loop, arg: Arg, param: Param, use: Use, number: int, size: int) -> Diagnostic:
    what = "component" if arg.kind == "dat" else "element"
    declared = f"but the loop has {size} dimension{'' if size == 1 else 's'}" if arg.kind == "idx" else f"which is declared with dimension {size}"
    return error("component-range", f"kernel '{loop.kernel.name}' uses {what} {number} of '{param.name}', {declared}", use.span,
                 "used here", (Note("declared by this loop argument", arg.span),),
                 f"the {what} index must be at most {size - 1}, because indices start at 0")
