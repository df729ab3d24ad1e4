"""The least that has to travel: cells counted one by one, from what a program asks of its machine and from who owns what.

A process that computes a point has to have every cell that the point reads. Cells of others are copies; a copy is old from when its owner writes the
cell until the value comes. So each loop costs a process every old copy that its points read, once, and each neighbour that has some of them a message.
What the program asked is read from the lines of tests/ranks/told_machine.cpp. Nothing here knows boxes, reaches or lists of the product.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

Cells = np.ndarray  # of bool, or of ranks, over the cells of a layout
Told = dict[str, Any]


@dataclass
class Count:
    messages: int = 0
    bytes: int = 0


@dataclass(frozen=True)
class Layout:
    """Which cells a dataset has, and who owns them. Axis 0 first."""

    low: tuple[int, ...]
    high: tuple[int, ...]
    bytes: int
    collapsed: tuple[bool, ...]
    stride: tuple[int, ...]
    cuts: tuple[tuple[int, ...], ...]

    @staticmethod
    def of(told: Told) -> Layout:
        low, high = told["cells"]
        return Layout(tuple(low), tuple(high), told["bytes"], tuple(map(bool, told["collapsed"])), tuple(told["stride"]), tuple(map(tuple, told["cuts"])))

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(b - a for a, b in zip(self.low, self.high))

    @property
    def parts(self) -> tuple[int, ...]:
        return tuple(len(cuts) + 1 for cuts in self.cuts)

    def ranks(self) -> Iterator[tuple[int, ...]]:
        """The part of each rank along each axis, axis 0 fastest."""
        return (part[::-1] for part in itertools.product(*(range(n) for n in reversed(self.parts))))

    def part_of(self, index: np.ndarray, axis: int) -> np.ndarray:
        """Whose cells these indices along an axis are; of a coarser level, the owner of the finest cell there."""
        return np.searchsorted(self.cuts[axis], index * self.stride[axis], side="right")

    def owned(self, part: tuple[int, ...]) -> Cells:
        """Cells of a part. Where a dataset does not extend every part has its own."""
        mine = np.ones(self.shape, bool)
        for axis in range(len(part)):
            if not self.collapsed[axis]:
                along = self.part_of(np.arange(self.low[axis], self.high[axis]), axis) == part[axis]
                mine &= along.reshape([-1 if a == axis else 1 for a in range(len(part))])
        return mine

    def slices(self, box: list[list[int]]) -> tuple[slice, ...]:
        return tuple(slice(max(lo, a) - a, max(min(hi, b) - a, 0)) for lo, hi, a, b in zip(*box, self.low, self.high))


@dataclass(frozen=True)
class Argument:
    """What a loop reads at its points: the cells `steps(point) + offset`, of each of the offsets."""

    buffer: int
    layout: Layout
    by: tuple[int, ...]
    divisor: tuple[int, ...]
    offsets: tuple[tuple[int, ...], ...]
    own: bool = False  # only where the point is a process's own

    @property
    def owns_points(self) -> bool:
        """Whether point i is cell i, and no other point's."""
        return not any(self.layout.collapsed) and all(self.by[a] == 1 and self.divisor[a] == 1 for a, cuts in enumerate(self.layout.cuts) if cuts)


@dataclass
class Copies:
    """For each part, the copies of others' cells that are old; a buffer that nobody wrote has none."""

    old: dict[tuple[int, tuple[int, ...]], Cells] = field(default_factory=dict)

    def of(self, buffer: int, layout: Layout, part: tuple[int, ...]) -> Cells:
        key = (buffer, part)
        if key not in self.old or self.old[key].shape != layout.shape:
            self.old[key] = np.zeros(layout.shape, bool)
        return self.old[key]

    def forget(self, buffer: int) -> None:
        for key in [key for key in self.old if key[0] == buffer]:
            del self.old[key]

    def wrote(self, buffer: int, layout: Layout, cells: Any, owners_alone: bool) -> None:
        for part in layout.ranks():
            self.of(buffer, layout, part)[cells] = owners_alone
            self.of(buffer, layout, part)[layout.owned(part)] = False


class Least:
    """Follows a program and counts what has to travel, by rank that sends."""

    def __init__(self) -> None:
        self.copies = Copies()
        self.sent: dict[int, Count] = {}
        self.whole = 0  # loops of which several processes write a cell: every process does all of these

    def _travel(self, needed: dict[tuple[int, int], int]) -> None:
        """@param needed  bytes from one rank to another"""
        for (sender, _), size in needed.items():
            self.sent.setdefault(sender, Count()).messages += 1
            self.sent[sender].bytes += size

    def _fetched(self, arg_buffer: int, layout: Layout, to: int, part: tuple[int, ...], reads: Cells, needed: dict[tuple[int, int], int]) -> None:
        old = self.copies.of(arg_buffer, layout, part)
        wanted = reads & old
        if not wanted.any():
            return
        for sender, other in enumerate(layout.ranks()):
            if any(layout.collapsed[a] and part[a] != other[a] for a in range(len(part))):
                continue
            if (count := int((wanted & layout.owned(other)).sum())) and sender != to:
                needed[(sender, to)] = needed.get((sender, to), 0) + count * layout.bytes
        old[wanted] = False

    def loop(self, read: list[Argument], written: list[Argument], box: list[list[int]], own_points: bool, in_order: bool = False) -> None:
        """Every process does the points that write its cells, and its own where something is added up.

        @param written  with the offsets that are written  @param in_order  points are done one after the other, those of a box
        """
        owner = next((arg.layout for arg in (*written, *read) if arg.owns_points), None)
        if owner is None or any(any(arg.layout.collapsed) for arg in written):
            self.whole += 1
            for arg in written:
                self.copies.wrote(arg.buffer, arg.layout, _touched(arg, box), owners_alone=False)
            return
        needed: dict[tuple[int, int], int] = {}
        for rank, part in enumerate(owner.ranks()):
            own = [[points[owner.part_of(points, axis) == part[axis]] for axis, points in enumerate(_points(box))]]
            points = [axes for arg in written for axes in _writing(arg, part, box)] + (own if own_points or not written else [])
            if in_order:
                points = _around(points)
            for arg in read:
                self._fetched(arg.buffer, arg.layout, rank, part, _cells(arg, own if arg.own else points), needed)
        self._travel(needed)
        for arg in written:
            self.copies.wrote(arg.buffer, arg.layout, _touched(arg, box), owners_alone=True)

    def follow(self, told: Told) -> None:
        what = told["what"]
        if what == "taken":
            self.copies.forget(told["to"])
        elif what in ("all wrote", "owners wrote") and told["layout"]["cuts"] is not None:
            layout = Layout.of(told["layout"])
            self.copies.wrote(told["to"], layout, layout.slices(told["box"]), what == "owners wrote")
        elif what == "copied" and told["layout"]["cuts"] is not None:
            self._copied(told)
        elif what == "loop":
            args = [_argument(a["view"], a["reads"]) for a in told["args"] if a["view"]]
            written = [_argument(a["view"], []) for a in told["args"] if a["view"] and a["view"]["to"]]
            self.loop([arg for arg, view in args if view["from"]], [replace(arg, buffer=view["to"]) for arg, view in written], told["range"], True)
        elif what == "reversed":
            self._reversed(told)
        elif what == "search":
            args = [_argument(a["primal"], a["reads"]) for a in told["args"] if a["primal"]]
            self.loop([arg for arg, view in args if view["from"]], [], told["range"], True)
        elif what == "dealt out":
            self._dealt_out(told)
        elif what == "copies":
            raise ValueError("copies for the host: what the host reads of them is not told")

    def _copied(self, told: Told) -> None:
        to, of = Layout.of(told["layout"]), Layout.of(told["of"])
        for part in to.ranks():
            source, target = self.copies.of(told["from"], of, part), self.copies.of(told["to"], to, part)
            target[to.slices(told["box"])] = source[of.slices(told["box"])]

    def _reversed(self, told: Told) -> None:
        """The owner of a cell computes its derivative: from the points that had read it, their seeds and what they had read."""
        read, written = [], []
        for a in told["args"]:
            for what, offsets in (("primal", a["reads"]), ("seed", []), ("later", [])):
                if a[what] and a[what]["from"]:
                    read.append(replace(_argument(a[what], offsets)[0], own=what == "later"))
            for what, offsets in (("target", a["points"]), ("seed", [])):
                if a[what] and a[what]["to"]:
                    written.append(replace(_argument(a[what], offsets)[0], buffer=a[what]["to"]))
        totals = any(a["totals"] for a in told["args"])
        self.loop(read, written, told["range"], totals, in_order=not told["divisible"] and not totals)

    def _dealt_out(self, told: Told) -> None:
        """Each rank gets the cells of its box from their owners."""
        layout = Layout.of(told["layout"])
        needed: dict[tuple[int, int], int] = {}
        for to, (_part, box) in enumerate(zip(layout.ranks(), told["boxes"])):
            wanted = np.zeros(layout.shape, bool)
            wanted[layout.slices(box)] = True
            for sender, other in enumerate(layout.ranks()):
                if sender != to and (count := int((wanted & layout.owned(other)).sum())):
                    needed[(sender, to)] = count * layout.bytes
        self._travel(needed)


_ORIGIN = (0, 0, 0, 0, 0)


def _argument(view: Told, offsets: list[list[int]]) -> tuple[Argument, Told]:
    layout = Layout.of(view["layout"])
    return Argument(view["from"] or view["to"], layout, tuple(view["by"]), tuple(view["divisor"]), tuple(map(tuple, offsets)) or (_ORIGIN,)), view


def _points(box: list[list[int]]) -> list[np.ndarray]:
    return [np.arange(lo, hi) for lo, hi in zip(*box)]


def _along(arg: Argument, axis: int, points: np.ndarray, offset: tuple[int, ...]) -> np.ndarray:
    """The cells of an argument at points along an axis. Where it does not extend there is but one."""
    return points // arg.divisor[axis] * arg.by[axis] + (0 if arg.layout.collapsed[axis] else offset[axis])


def _writing(arg: Argument, part: tuple[int, ...], box: list[list[int]]) -> list[list[np.ndarray]]:
    """For each offset, per axis, the points that write cells of a part."""
    return [[points[arg.layout.part_of(_along(arg, axis, points, offset), axis) == part[axis]] for axis, points in enumerate(_points(box))]
            for offset in arg.offsets]


def _around(points: list[list[np.ndarray]]) -> list[list[np.ndarray]]:
    """The box around all."""
    some = [axes for axes in points if all(map(len, axes))]
    return [[np.arange(min(a.min() for a in along), max(a.max() for a in along) + 1) for along in zip(*some)]] if some else []


def _cells(arg: Argument, points: list[list[np.ndarray]]) -> Cells:
    """What an argument touches at these points: of each entry, all combinations of its points along the axes."""
    touched = np.zeros(arg.layout.shape, bool)
    for axes in points:
        for offset in arg.offsets:
            cells = []
            for axis, along in enumerate(axes):
                at = _along(arg, axis, along, offset)
                cells.append(np.unique(at[(at >= arg.layout.low[axis]) & (at < arg.layout.high[axis])]) - arg.layout.low[axis])
            touched[np.ix_(*cells)] = True
    return touched


def _touched(arg: Argument, box: list[list[int]]) -> Cells:
    return _cells(arg, [_points(box)])


def least(path: Path) -> Least:
    """What each rank has to send, from a file of the told machine."""
    counted = Least()
    for line in path.read_text().splitlines():
        counted.follow(json.loads(line))
    return counted
