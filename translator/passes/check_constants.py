"""Pass `check-constants`: globals that kernels use are declared constants.

Input:   Program.      Output:  the violations.
Test:    tests/translator/passes/check_constants_test.py
"""

from __future__ import annotations

from translator.diagnostics import Diagnostic, Note, error
from translator.ir import Constant, Loop, Program
from translator.passes.walk import body_nodes


def run(program: Program) -> tuple[Diagnostic, ...]:
    """One violation per kernel and variable."""
    declared = {c.name for c in program.constants}
    found: dict[tuple[object, ...], Diagnostic] = {}
    for loop in program.loops:
        for n in body_nodes(loop.kernel.body):
            if isinstance(n, Constant) and n.param is None and n.name not in declared:
                found.setdefault((loop.kernel.span, n.name), _violation(loop, n))
    return tuple(found.values())


def _violation(loop: Loop, use: Constant) -> Diagnostic:
    return error("undeclared-constant", f"kernel '{loop.kernel.name}' uses the global variable '{use.name}', which is not a declared constant",
                 use.span, "used here", (Note("in the kernel of this loop", loop.span),),
                 f'call ops_decl_const("{use.name}", ..) before the loop, make it constexpr, or pass it with ops_arg_gbl')
