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
        _violation(loop, position, arg, param, off[0])
        for loop, position, arg, param in arguments(program)
        if (off := [u for u in of(loop, position, True) if isinstance(u.place, Load) and not at_centre(u.place) and _obstacle(loop, position, u.place)])
    )


def _obstacle(loop: Loop, position: int, place: Load) -> str:
    """Why it may not be written, as the rest of a hint; "": it may."""
    offset, stencil = constant_offset(place), loop.args[position].stencil
    if offset is None:
        return "; at points other than its own, a kernel can write only at constant offsets"
    if strided(loop, position):
        return "; if the stencil of an argument has strides, the kernel can write to its dataset only at the current point"
    if any(isinstance(u.place, Load) and constant_offset(u.place) is None for u in of(loop, position, False)):
        return "; a kernel that reads this dataset at an offset computed at run time can write to the dataset only at the current point"
    known = stencil is not None and stencil.offsets is not None and offset not in stencil.offsets
    return f"; if the range is only one cell thick, you can instead add {point(offset)} to the stencil of the argument" if known else ""


def _violation(loop: Loop, position: int, arg: Arg, param: Param, use: Use) -> Diagnostic:
    assert isinstance(use.place, Load)
    offset = constant_offset(use.place)
    message = (f"kernel '{loop.kernel.name}' writes '{param.name}' at an offset that is computed at run time" if offset is None else
               f"kernel '{loop.kernel.name}' writes '{param.name}' at {point(offset)}")
    hint = (f"shift the range of the loop so that the kernel writes at offset {point((0,) * loop.dims)}, "
            "because a loop visits its points in any order and in parallel")
    return error("off-centre-write", message, use.span, "write here",
                 (Note("in this loop argument", arg.span),), hint + _obstacle(loop, position, use.place))
