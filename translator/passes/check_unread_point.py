"""Pass `check-unread-point`: a declared stencil reaches no further than the kernel reads.

Input:   Program, kernels simplified.      Output:  the violations, as warnings: the outermost points cost halo layers, so all unread ones are
         named. Unread points within what is read cost nothing: kernels often share a stencil.
Test:    tests/translator/passes/check_unread_point_test.py
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Union

from translator.diagnostics import Diagnostic, Note, warning
from translator.ir import Access, Arg, Load, Loop, Param, Program, Span
from translator.passes.uses import arguments, known, of, point
from translator.passes.walk import constant_offset


@dataclass(frozen=True, slots=True)
class _Unread:
    loop: Loop
    arg: Arg
    param: Param
    points: list[tuple[int, ...]]


def run(program: Program) -> tuple[Diagnostic, ...]:
    """One warning per stencil, at the first argument; the other kernels that leave points of it unread are named. Arguments never used, or only written,
    are other checks'."""
    found: dict[tuple[Span, str], list[_Unread]] = {}
    for loop, position, arg, param in arguments(program):
        if arg.stencil is None or arg.stencil.offsets is None or arg.stencil.several or not known(loop) or arg.access == Access.WRITE:
            continue
        accesses = (*of(loop, position, False), *of(loop, position, True))
        touched = {constant_offset(u.place) for u in accesses if isinstance(u.place, Load)}
        unread = [o for o in dict.fromkeys(arg.stencil.offsets) if o not in touched]
        if touched and None not in touched and any(_beyond(o, touched) for o in unread):
            found.setdefault((arg.stencil.span, arg.stencil.name), []).append(_Unread(loop, arg, param, unread))
    return tuple(map(_violation, found.values()))


def _beyond(offset: tuple[int, ...], touched: set[Union[tuple[int, ...], None]]) -> bool:
    """Whether a point lies further out along some axis than all that are touched and the centre."""
    along = [(0, *axis) for axis in zip(*(t for t in touched if t is not None))]
    return any(not min(axis) <= o <= max(axis) for o, axis in zip(offset, along))


def _violation(unread: list[_Unread]) -> Diagnostic:
    loop, arg, param = unread[0].loop, unread[0].arg, unread[0].param
    assert arg.stencil is not None
    points = " ".join(map(point, unread[0].points))
    others = [f"'{name}'" for name in dict.fromkeys(u.loop.kernel.name for u in unread) if name != loop.kernel.name]
    notes = [Note("the kernel", loop.kernel.span), Note("the stencil", arg.stencil.span)]
    if others:
        notes.append(Note(f"the following kernels do not read all points of the stencil either: {', '.join(others)}"))
    return warning("unread-point", f"kernel '{loop.kernel.name}' never reads '{param.name}' at {points}, although stencil '{arg.stencil.name}' has {'this point' if len(unread[0].points) == 1 else 'these points'}",
                   arg.stencil_span, "declared here", tuple(notes), "declare a smaller stencil, because unused halo cells cost memory and communication")
