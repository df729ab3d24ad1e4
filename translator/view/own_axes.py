"""Axes along which a loop whose points run in order may be cut all the same: points that differ there change no cell in common.

Of sums over the height of a volume into a plane, these are the axes of the plane.
Test:    tests/translator/own_axes_test.py
"""

from __future__ import annotations

from collections.abc import Iterable

from translator.view.arguments import Layout


def own_axes(dims: int, changed: Iterable[tuple[Layout, tuple[int, ...] | None]]) -> tuple[int, ...]:
    """`changed`: the datasets whose cells the loop changes, with every offset at which it reads or changes them; None: only the program knows."""
    axes = set(range(dims))
    for layout, offset in changed:
        axes &= {axis for axis in axes if offset is not None and layout.axes[axis:axis + 1] == "u" and offset[axis] == 0}
    return tuple(sorted(axes))
