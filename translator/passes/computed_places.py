"""Derivatives of reads at places that data decide, where a loop declares many: one array holds a sum for each place.

Few places are chosen among one by one (`operands`), which compilers turn into masks. The work for that grows with the number of places, and a lattice
Boltzmann kernel that reads `f(l, -cx, -cy, -cz)` has hundreds.
Test:    tests/translator/passes/computed_places_test.py
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from math import prod

from translator.ir import Arg, Assign, Binary, Const, Declare, Element, Expr, For, If, Load, Loop, Stmt, Var
from translator.passes.build import both, compare, number, plus
from translator.passes.declared_places import declared, is_computed, places
from translator.passes.flows import Flow, Flows
from translator.passes.simplify import fold
from translator.passes.walk import Body, Names

CHOSEN = 16  # places that are chosen among at most
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
    """The box for `e` of `arg`; None if `e` is to be chosen among its places, or cannot be."""
    if arg.stencil is None or not is_computed(e) or len(places(arg, e)) <= CHOSEN:
        return None
    axes = list(zip(*declared(arg.stencil)))
    found = Box((*map(min, axes), 0), (*(max(a) - min(a) + 1 for a in axes), arg.dim or 1))
    return found if prod(found.extents) <= LARGEST else None


class Sums:
    """The arrays of one adjoint, by argument."""

    def __init__(self, loop: Loop, names: Names) -> None:
        self._loop, self._names = loop, names
        self._arrays: dict[int, tuple[str, Box, Load]] = {}

    def add(self, e: Load, flow: Flow) -> Stmt | None:
        """Adds `flow` to the sum for the place where `e`, whose indices are leaves, reads; None if it has no box."""
        around = box(self._loop.args[e.param], e)
        if around is None:
            return None
        if e.param not in self._arrays:
            self._arrays[e.param] = self._names.fresh(f"{self._loop.kernel.params[e.param].name}_sums"), around, e
        at = (*e.offset, e.component)
        sum_ = Element(self._arrays[e.param][0], (around.index(at),), e.type)
        return If(around.holds(at), (Assign(sum_, plus(sum_, flow.value())),), ())

    def start(self) -> Body:
        """The arrays, all zero."""
        out: list[Stmt] = []
        for name, around, e in self._arrays.values():
            size, k = prod(around.extents), Var(self._names.fresh("k"), "int")
            zero = Assign(Element(name, (k,), e.type), number(0.0, e.type))
            out += [Declare(name, e.type, (size,)), For(k.name, Const(0, "int"), Const(size, "int"), 1, (zero,))]
        return tuple(out)

    def send(self, flows: Flows) -> None:
        """To every place what its sum holds."""
        for param, (name, around, e) in self._arrays.items():
            arg = self._loop.args[param]
            assert arg.stencil is not None
            for offset in declared(arg.stencil):
                for c in range(arg.dim or 1):
                    index = around.index(tuple(Const(i, "int") for i in (*offset, c)))
                    flows.add((param, offset, c), Flow(Element(name, (index,), e.type)))


def _int(op: str, a: Expr, b: Expr) -> Expr:
    return Binary(op, a, b, "int")
