"""Pass `check-write-first`: a kernel reads what it was given as WRITE only after writing it, on every path.

Input:   Program, kernels simplified.      Output:  the violations; a warning where the old value at the point is there to be read.
Test:    tests/translator/passes/check_write_first_test.py
"""

from __future__ import annotations

from translator.diagnostics import Diagnostic, Note, error, warning
from translator.ir import Access, Arg, Loop, Param, Program
from translator.passes.uses import arguments, known
from translator.passes.written_before import Reading, at_point, runs_as_rw, unwritten_reads


def run(program: Program) -> tuple[Diagnostic, ...]:
    """One violation per argument, at the first such read; none where the kernel's body is incomplete."""
    return tuple(
        _violation(loop, position, arg, param, found)
        for loop, position, arg, param in arguments(program)
        if arg.kind in ("dat", "scalar") and arg.access == Access.WRITE and known(loop) and (found := unwritten_reads(loop, position))
    )


def _violation(loop: Loop, position: int, arg: Arg, param: Param, found: tuple[Reading, ...]) -> Diagnostic:
    tolerated = runs_as_rw(loop, position)
    worst = next((r for r in found if not at_point(r)), found[0])
    message = (f"kernel '{loop.kernel.name}' reads '{param.name}' before writing it, although the argument is declared as WRITE" if at_point(worst) else
               f"kernel '{loop.kernel.name}' reads '{param.name}' at a neighbouring point, although the argument is declared as WRITE")
    if tolerated:
        hint = f"on every path, write '{param.name}' before reading it, or declare '{param.name}' as RW; the translator already treats '{param.name}' as RW in this loop"
    elif not at_point(worst):
        hint = (f"read the neighbours from another dataset, which the loop does not write; "
                f"with '{param.name}' as RW, the result would depend on the order of the points")
    elif loop.scalars:
        hint = f"on every path, write '{param.name}' before reading it; if the kernel needs the old value, pass the scalar a second time as OPS_READ"
    else:
        hint = f"on every path, write '{param.name}' before reading it; if the kernel needs the old values, declare '{param.name}' as RW"
    return (warning if tolerated else error)(
        "unwritten-read", message, worst.span, "read here",
        (Note("declared by this loop argument", arg.access_span),), hint)
