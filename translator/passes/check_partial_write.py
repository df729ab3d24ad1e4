"""Pass `check-partial-write`: what is declared WRITE is written on every path.

Input:   Program, kernels simplified.      Output:  the violations, as warnings: cells not written keep their old values. Scalars do not:
         an error.
Test:    tests/translator/passes/check_partial_write_test.py
"""

from __future__ import annotations

from translator.diagnostics import Diagnostic, Note, error, warning
from translator.ir import Access, Arg, Loop, Param, Program
from translator.passes.uses import arguments, known, of
from translator.passes.written_before import left_unwritten


def run(program: Program) -> tuple[Diagnostic, ...]:
    """Arguments that are never written at all are `check-unwritten`'s. Those that may be switched off are to be left alone then."""
    return tuple(
        _violation(loop, position, arg, param, missing)
        for loop, position, arg, param in arguments(program)
        if arg.kind in ("dat", "scalar") and arg.access == Access.WRITE and not arg.optional and known(loop) and of(loop, position, True)
        and (missing := left_unwritten(loop, position))
    )


def _violation(loop: Loop, position: int, arg: Arg, param: Param, missing: tuple[int, ...]) -> Diagnostic:
    numbers = ", ".join(map(str, missing))
    which = "" if arg.dim == 1 else f"component{'s' if len(missing) > 1 else ''} {numbers} of "
    hint = (f"write '{param.name}' on every path; to keep the old value on some paths, pass the scalar a second time as OPS_READ, and assign that value to '{param.name}'" if loop.scalars else
            f"write '{param.name}' on every path, or declare '{param.name}' as RW to keep the old values")
    severe = error if loop.scalars else warning
    return severe("partial-write", f"kernel '{loop.kernel.name}' does not write {which}'{param.name}' on every path, although the argument is declared as WRITE",
                   of(loop, position, True)[0].span, "written here",
                   (Note("declared by this loop argument", arg.access_span),),
                   hint)
