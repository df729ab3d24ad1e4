"""Derivatives of reads at places that data decide, where a loop declares many: one array holds a sum for each place.

Few places are chosen among one by one (`operands`), which compilers turn into masks. The work for that grows with the number of places, and a lattice
Boltzmann kernel that reads `f(l, -cx, -cy, -cz)` has hundreds.
Test:    tests/translator/passes/computed_places_test.py
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import reduce
from math import prod

from translator.ir import Arg, Assign, Binary, Const, Declare, Element, Expr, For, If, Load, Loop, Stmt, Var
from translator.passes.build import both, compare, number, plus
from translator.passes.declared_places import declared, is_computed, places
from translator.passes.flows import Flow, Flows
from translator.passes.simplify import fold
from translator.passes.walk import Body, Names, component, constant_offset

CHOSEN = 16  # places that are chosen among where an array can take their place
MOST = 128  # .. where it would be too large
LARGEST = 4096  # elements of an array, as it lies on the stack of each thread


@dataclass(frozen=True, slots=True)
class Box:
    """The least box around the points that a loop declares for an argument, with all components; the last index is the component."""

    least: tuple[int, ...]
    extents: tuple[int, ...]

    def index(self, at: tuple[Expr, ...]) -> Expr:
        """Where the sum for an offset and component stands, row by row."""
        index: Expr = Const(0, "int")
        for x, least, extent in zip(at, self.least, self.extents):
            index = fold(_int("+", fold(_int("*", index, Const(extent, "int"))), fold(_int("-", x, Const(least, "int")))))
        return index

    def holds(self, at: tuple[Expr, ...]) -> Expr:
        """Whether what data decide of a place is within the box."""
        limits = [(x, least, least + extent - 1) for x, least, extent in zip(at, self.least, self.extents) if not isinstance(x, Const)]
        return reduce(both, (both(compare(">=", x, Const(a, "int")), compare("<=", x, Const(b, "int"))) for x, a, b in limits))


def box(arg: Arg, e: Load) -> Box | None:
    """The box for `e` of `arg`; None if `e` is to be chosen among its places, or cannot be: what is constant of it may be undeclared."""
    if arg.stencil is None or arg.dim is None or not is_computed(e) or len(places(arg, e)) <= CHOSEN:
        return None
    points = declared(arg.stencil)
    offset, c = constant_offset(e), component(e.component)
    if (offset is not None and offset not in points) or (c is not None and not 0 <= c < arg.dim):
        return None
    axes = list(zip(*points))
    found = Box((*map(min, axes), 0), (*(max(a) - min(a) + 1 for a in axes), arg.dim))
    return found if prod(found.extents) <= LARGEST else None


def too_many(arg: Arg, e: Load) -> int:
    """The number of places, if `e` has neither a box nor few enough of them; else 0."""
    count = len(places(arg, e)) if is_computed(e) else 0
    return count if count > MOST and box(arg, e) is None else 0


@dataclass(frozen=True, slots=True)
class _Array:
    name: str
    box: Box
    type: str
    read: dict[tuple[tuple[int, ...], int], None] = field(default_factory=dict)  # places that some read may be at, in their order

    def at(self, place: tuple[Expr, ...]) -> Element:
        return Element(self.name, (self.box.index(place),), self.type)


class Sums:
    """The arrays of one adjoint, by argument."""

    def __init__(self, loop: Loop, names: Names) -> None:
        self._loop, self._names = loop, names
        self._arrays: dict[int, _Array] = {}

    def add(self, e: Load, flow: Flow) -> Stmt | None:
        """Adds `flow` to the sum for the place where `e`, whose indices are leaves, reads; None if it has no box."""
        arg = self._loop.args[e.param]
        around = box(arg, e)
        if around is None:
            return None
        if e.param not in self._arrays:
            self._arrays[e.param] = _Array(self._names.fresh(f"{self._loop.kernel.params[e.param].name}_sums"), around, e.type)
        array, at = self._arrays[e.param], (*e.offset, e.component)
        for one in places(arg, e):
            array.read.setdefault(((constant_offset(one) or ()), component(one.component) or 0))
        return If(around.holds(at), (Assign(array.at(at), plus(array.at(at), flow.value())),), ())

    def start(self) -> Body:
        """The arrays, all zero."""
        out: list[Stmt] = []
        for array in self._arrays.values():
            size, k = prod(array.box.extents), self._names.fresh("k")
            zero = Assign(Element(array.name, (Var(k, "int"),), array.type), number(0.0, array.type))
            out += [Declare(array.name, array.type, (size,)), For(k, Const(0, "int"), Const(size, "int"), 1, (zero,))]
        return tuple(out)

    def send(self, flows: Flows) -> None:
        """To every place what its sum holds."""
        for param, array in self._arrays.items():
            for offset, c in array.read:
                flows.add((param, offset, c), Flow(array.at(tuple(Const(i, "int") for i in (*offset, c)))))


def _int(op: str, a: Expr, b: Expr) -> Expr:
    return Binary(op, a, b, "int")
