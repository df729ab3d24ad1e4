"""What a target wants generated. Each brings its own description, backends/<name>/target.py."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Target:
    """`headers`: of its run time, that generated code includes, relative to backends/ (or to the folder that holds the target's).
    `primal`: loops themselves, as row functions. `checked`: loops through checking accessors. `owner`: the owner forms of reversed loops.
    `points`: loops, tangents and owner forms as functions of one point, where they can be; else loops and tangents as row functions in order.
    `own_functions`: exp, sin and their like can be those of ops/functions, in loops and derivatives; else they are the C library's.
    `loops_of`: another target, whose generated loops serve this one; nothing else is then said.
    The serial forms of derivatives are generated for every target."""

    headers: tuple[str, ...] = ()
    primal: bool = False
    checked: bool = False
    owner: bool = False
    points: bool = False
    own_functions: bool = False
    loops_of: str = ""
