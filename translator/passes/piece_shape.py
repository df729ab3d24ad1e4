"""Pass `piece-shape`: whether a loop is worked on in tiles or row by row.

The rows of a tile share what is read in several of them. Where each component is read in one row only there is nothing to share, and every
row of a tile is one more place in memory per component that a processor's prefetchers would have to follow.

Input:   a Loop, and the loads and the number of stores at a point.     Output:  True for row by row.
Test:    tests/translator/passes/piece_shape_test.py
"""

from __future__ import annotations

from collections.abc import Iterable

from translator.ir import Load, Loop
from translator.passes.walk import component, constant_offset

MANY = 16  # components read and written: tiles of 9 + 9 are slow (measured: twice the time), those of 4 + 1 are fast


def single_rows(loop: Loop, loads: Iterable[Load], stores: int) -> bool:
    rows: dict[tuple[int, int], set[tuple[int, ...]]] = {}
    for load in loads:
        offset, which = constant_offset(load), component(load.component)
        if offset is None or which is None:
            return False
        apart = loop.args[load.param].soa or loop.args[load.param].dim == 1
        rows.setdefault((load.param, which if apart else 0), set()).add(offset[1:])
    return len(rows) + stores > MANY and all(len(r) == 1 for r in rows.values())
