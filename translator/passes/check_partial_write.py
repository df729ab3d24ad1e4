"""Pass `check-partial-write`: what is declared WRITE is written on every path.

Input:   Program, kernels simplified.      Output:  the violations, as warnings: cells not written keep their old values.
Test:    tests/translator/passes/check_partial_write_test.py
"""

from __future__ import annotations

from translator.diagnostics import Diagnostic, Note, warning
from translator.ir import Access, Arg, Loop, Param, Program
from translator.passes.uses import arguments, known, of
from translator.passes.written_before import left_unwritten


def run(program: Program) -> tuple[Diagnostic, ...]:
    """Arguments that are never written at all are `check-unwritten`'s."""
    return tuple(
        _violation(loop, position, arg, param, missing)
        for loop, position, arg, param in arguments(program)
        if arg.kind == "dat" and arg.access == Access.WRITE and known(loop) and of(loop, position, True)
        and (missing := left_unwritten(loop, position))
    )


def _violation(loop: Loop, position: int, arg: Arg, param: Param, missing: tuple[int, ...]) -> Diagnostic:
    numbers = ", ".join(map(str, missing))
    which = "" if arg.dim == 1 else f"component{'s' if len(missing) > 1 else ''} {numbers} of "
    return warning("partial-write", f"kernel '{loop.kernel.name}' does not write {which}'{param.name}' on every path, declared WRITE",
                   of(loop, position, True)[0].span, "written here",
                   (Note("declared by this loop argument", arg.access_span),),
                   f"declare '{param.name}' RW if the old values are to stay, or write it on every path")
