"""Pass `check-dimension`: arguments have at least one component.

Input:   Program.      Output:  the violations.
Test:    tests/translator/passes/check_dimension_test.py
"""

from __future__ import annotations

from translator.diagnostics import Diagnostic, error
from translator.ir import Program
from translator.passes.uses import arguments


def run(program: Program) -> tuple[Diagnostic, ...]:
    """One violation per argument."""
    return tuple(
        error("data-dimension", f"argument {position + 1} of loop '{loop.name}' has dimension {arg.dim}", arg.span, "this argument",
              hint="the dimension is the number of components per point, and must be at least 1")
        for loop, position, arg, _ in arguments(program) if arg.dim is not None and arg.dim < 1
    )
