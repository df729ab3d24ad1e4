"""Pass `check-unread-point`: a declared stencil reaches no further than the kernel reads.

Input:   Program, kernels simplified.      Output:  the violations, as warnings: the outermost points cost halo layers, so all unread ones are
         named. Unread points within what is read cost nothing: kernels often share a stencil.
Test:    tests/translator/passes/check_unread_point_test.py
"""

from __future__ import annotations

from typing import Union

from translator.diagnostics import Diagnostic, Note, warning
from translator.ir import Access, Arg, Load, Loop, Param, Program
from translator.passes.uses import arguments, known, of, point
from translator.passes.walk import constant_offset


def run(program: Program) -> tuple[Diagnostic, ...]:
    """One warning per argument. Arguments never used, or only written, are other checks'."""
    found = []
    for loop, position, arg, param in arguments(program):
        if arg.stencil is None or arg.stencil.offsets is None or arg.stencil.several or not known(loop) or arg.access == Access.WRITE:
            continue
        accesses = (*of(loop, position, False), *of(loop, position, True))
        touched = {constant_offset(u.place) for u in accesses if isinstance(u.place, Load)}
        unread = [o for o in dict.fromkeys(arg.stencil.offsets) if o not in touched]
        if touched and None not in touched and any(_beyond(o, touched) for o in unread):
            found.append(_violation(loop, arg, param, unread))
    return tuple(found)


def _beyond(offset: tuple[int, ...], touched: set[Union[tuple[int, ...], None]]) -> bool:
    """Whether a point lies further out along some axis than all that are touched and the centre."""
    along = [(0, *axis) for axis in zip(*(t for t in touched if t is not None))]
    return any(not min(axis) <= o <= max(axis) for o, axis in zip(offset, along))


def _violation(loop: Loop, arg: Arg, param: Param, unread: list[tuple[int, ...]]) -> Diagnostic:
    assert arg.stencil is not None
    points = " ".join(map(point, unread))
    return warning("unread-point", f"kernel '{loop.kernel.name}' never reads '{param.name}' at {points}, declared in stencil '{arg.stencil.name}'",
                   arg.stencil_span, "declared here", (Note("the kernel", loop.kernel.span), Note("the stencil", arg.stencil.span)),
                   "declare a smaller stencil: halo layers cost memory and traffic")
