"""What a target wants generated. Each brings its own description, backends/<name>/target.py."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Target:
    """`headers`: of its run time, that generated code includes, relative to backends/ (or to the folder that holds the target's).
    `primal`: loops themselves, as row functions. `owner`: the owner forms of reversed loops.
    `checked`: loops through the checking accessors `Dat` and `Values` of this C++ namespace.
    `streaming`: the C++ namespace whose `cells_at_once` and `streamed_cells` say how long the buffers are through which whole lines are written past
    the caches. Owner forms need it; loops without it are written as they are computed.
    `points`: loops, tangents and owner forms as functions of one point, where they can be; else loops and tangents as row functions in order.
    `own_functions`: exp, sin and their like can be those of ops/loops/functions, in loops and derivatives; else they are the C library's.
    `loops_of`: another target, whose generated loops serve this one; nothing else is then said.
    The serial forms of derivatives are generated for every target."""

    headers: tuple[str, ...] = ()
    primal: bool = False
    checked: str = ""
    owner: bool = False
    streaming: str = ""
    points: bool = False
    own_functions: bool = False
    loops_of: str = ""

    def __post_init__(self) -> None:
        if self.owner and not self.streaming:
            raise ValueError("a target that sets `owner` must also set `streaming`, the C++ namespace of its streaming functions")
