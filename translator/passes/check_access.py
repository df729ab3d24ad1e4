"""Pass `check-access`: a kernel writes no argument that its loop declared READ.

Input:   Program, kernels simplified.      Output:  the violations.
Test:    tests/translator/passes/check_access_test.py
"""

from __future__ import annotations

from translator.diagnostics import Diagnostic, Note, error
from translator.ir import Access, Arg, Loop, Param, Program
from translator.passes.uses import Use, arguments, known, of
from translator.passes.written_before import left_unwritten

_REMEDY = {
    "dat": "declare '{name}' as {access}, or write to a different dataset",
    "gbl": "return values from the loop through ops_arg_reduce",
    "scalar": "return values from the loop through ops_arg_reduce",
    "idx": "copy the index into a local variable",
}
_OF_SCALARS = "return values from an ops_scalar_loop through ops_arg_scalar(.., OPS_WRITE)"


def run(program: Program) -> tuple[Diagnostic, ...]:
    """One violation per argument, at its first write."""
    return tuple(
        _violation(loop, position, arg, param, writes[0])
        for loop, position, arg, param in arguments(program)
        if arg.access == Access.READ and (writes := of(loop, position, True))
    )


def _violation(loop: Loop, position: int, arg: Arg, param: Param, use: Use) -> Diagnostic:
    new = known(loop) and not of(loop, position, False) and not left_unwritten(loop, position)
    remedy = _REMEDY[arg.kind].format(name=param.name, access="WRITE" if new else "RW")
    declared = "which is the loop index" if arg.kind == "idx" else "which is declared as READ"
    place = arg.span if arg.kind == "idx" else arg.access_span
    return error("access-mismatch", f"kernel '{loop.kernel.name}' writes '{param.name}', {declared}", use.span, "write here",
                 (Note("declared by this loop argument", place),), _OF_SCALARS if loop.scalars else remedy)
