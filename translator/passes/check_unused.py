"""Pass `check-unused`: a kernel uses every argument it is given.

Input:   Program, kernels simplified.      Output:  the violations, as warnings.
Test:    tests/translator/passes/check_unused_test.py
"""

from __future__ import annotations

from translator.diagnostics import Diagnostic, Note, warning
from translator.ir import Program
from translator.passes.uses import arguments, known, structs_used, uses


def run(program: Program) -> tuple[Diagnostic, ...]:
    """One warning per argument."""
    used = {id(loop): {u.param for u in uses(loop.kernel.body)} | structs_used(loop.kernel.body) for loop in program.loops}
    return tuple(
        warning("unused-argument", f"kernel '{loop.kernel.name}' never uses '{param.name}'", arg.span, "this argument",
                (Note("the parameter", param.span),), "remove the argument and the parameter")
        for loop, position, arg, param in arguments(program) if known(loop) and position not in used[id(loop)]
    )
