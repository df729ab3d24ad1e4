"""Pass `check-off-centre-write`: a kernel writes only the point it runs for.

Input:   Program, kernels simplified.      Output:  the violations.
Test:    tests/translator/passes/check_off_centre_write_test.py
"""

from __future__ import annotations

from translator.diagnostics import Diagnostic, Note, error
from translator.ir import Arg, Load, Loop, Param, Program
from translator.passes.arguments import at_centre
from translator.passes.uses import Use, arguments, of, point
from translator.passes.walk import constant_offset


def run(program: Program) -> tuple[Diagnostic, ...]:
    """One violation per argument, at the first such write."""
    return tuple(
        _violation(loop, arg, param, off[0])
        for loop, position, arg, param in arguments(program)
        if (off := [u for u in of(loop, position, True) if isinstance(u.place, Load) and not at_centre(u.place)])
    )


def _violation(loop: Loop, arg: Arg, param: Param, use: Use) -> Diagnostic:
    assert isinstance(use.place, Load)
    offset = constant_offset(use.place)
    where = "at an offset computed at run time" if offset is None else f"at {point(offset)}"
    return error("off-centre-write", f"kernel '{loop.kernel.name}' writes '{param.name}' {where}", use.span, "write here",
                 (Note("in this loop argument", arg.span),),
                 "points run in any order and in parallel: shift the range of the loop and write " + point((0,) * loop.dims))
