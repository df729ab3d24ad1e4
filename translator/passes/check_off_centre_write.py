"""Pass `check-off-centre-write`: a kernel writes the point it runs for, or points that the stencil declares.

Boundary conditions fill ghost cells from the wall: `a(-1, 0) = a(1, 0)`, over a range that is one cell thick, which is checked when the loop runs.
Input:   Program, kernels simplified.      Output:  the violations.
Test:    tests/translator/passes/check_off_centre_write_test.py
"""

from __future__ import annotations

from translator.diagnostics import Diagnostic, Note, error
from translator.ir import Arg, Load, Loop, Param, Program
from translator.passes.arguments import at_centre, strided
from translator.passes.uses import Use, arguments, of, point
from translator.passes.walk import constant_offset


def run(program: Program) -> tuple[Diagnostic, ...]:
    """One violation per argument, at the first such write."""
    return tuple(
        _violation(loop, arg, param, off[0])
        for loop, position, arg, param in arguments(program)
        if (off := [u for u in of(loop, position, True) if isinstance(u.place, Load) and not (at_centre(u.place) or _declared(loop, position, u.place))])
    )


def _declared(loop: Loop, position: int, place: Load) -> bool:
    """Whether the stencil has it, or is not known, and every place of the dataset is constant."""
    offset, stencil = constant_offset(place), loop.args[position].stencil
    computed = any(isinstance(u.place, Load) and constant_offset(u.place) is None for u in of(loop, position, False))
    if offset is None or computed or strided(loop, position):
        return False
    return stencil is None or stencil.offsets is None or offset in stencil.offsets


def _violation(loop: Loop, arg: Arg, param: Param, use: Use) -> Diagnostic:
    assert isinstance(use.place, Load)
    offset = constant_offset(use.place)
    where = "at an offset computed at run time" if offset is None else f"at {point(offset)}"
    hint = "points run in any order and in parallel: shift the range of the loop and write " + point((0,) * loop.dims)
    if offset is not None:
        hint += f", or declare {point(offset)} in the argument's stencil where the range is one cell thick"
    return error("off-centre-write", f"kernel '{loop.kernel.name}' writes '{param.name}' {where}", use.span, "write here",
                 (Note("in this loop argument", arg.span),), hint)
