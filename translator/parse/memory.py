"""Memory of integers: places in it, and the shapes of arrays.

Test:    tests/translator/parse/point_ways_test.py
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import Union

from translator.parse.integers import Number, integer
from translator.parse.libclang import Type, TypeKind
from translator.parse.uses import ARRAYS


@dataclass(slots=True)
class Memory:
    """Of one variable."""

    cells: list[Number]
    lost: bool = False  # it may be changed where nobody sees

    def forget(self) -> None:
        self.cells[:] = [None] * len(self.cells)


@dataclass(frozen=True, slots=True)
class Place:
    """Some element of an array and those behind it; the elements of rows lie one behind another."""

    memory: Memory
    first: int = 0
    extents: tuple[int, ...] = ()  # of what one step of a subscript goes over: () numbers, (2,) rows of two

    def at(self, steps: int) -> Place:
        return Place(self.memory, self.first + steps * prod(self.extents), self.extents)

    def of_row(self) -> Place:
        return Place(self.memory, self.first, self.extents[1:])


def shape(type_: Type) -> Union[tuple[int, ...], None]:
    """How many integers an array has along each axis, 0 where that is not written; () for an integer. None for other types."""
    inner, extents = type_.get_canonical(), []
    while inner.kind in ARRAYS:
        extents.append(int(inner.element_count) if inner.kind == TypeKind.CONSTANTARRAY else 0)
        inner = inner.element_type.get_canonical()
    is_integer = inner.kind not in (TypeKind.LVALUEREFERENCE, TypeKind.RVALUEREFERENCE) and integer(inner) is not None
    return tuple(extents) if is_integer else None


def element_of(type_: Type) -> Type:
    """What an array has; other types as they are."""
    inner = type_.get_canonical()
    while inner.kind in ARRAYS:
        inner = inner.element_type.get_canonical()
    return inner
