"""Integers as C++ computes with them: their types, conversions and operators.  Knows types of clang; knows no expressions.

Test:    tests/translator/parse/point_ways_test.py
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Union

from translator.parse.libclang import Type, TypeKind, pointee

Number = Union[int, None]  # None: not known
_UNSIGNED = (TypeKind.BOOL, TypeKind.UCHAR, TypeKind.USHORT, TypeKind.UINT, TypeKind.ULONG, TypeKind.ULONGLONG)
_SIGNED = (TypeKind.CHAR_S, TypeKind.SCHAR, TypeKind.SHORT, TypeKind.INT, TypeKind.LONG, TypeKind.LONGLONG)
_INT_BITS = 32
_COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge, "==": operator.eq, "!=": operator.ne,
}
_EXACT: dict[str, Callable[[int, int], int]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "&": operator.and_, "|": operator.or_, "^": operator.xor,
    "/": lambda a, b: abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1), "%": lambda a, b: abs(a) % abs(b) * (1 if a >= 0 else -1),
}


@dataclass(frozen=True, slots=True)
class Integer:
    """A type of integers."""

    bits: int
    signed: bool

    def holds(self, value: int) -> bool:
        lowest = -(1 << (self.bits - 1)) if self.signed else 0
        return lowest <= value < lowest + (1 << self.bits)

    def promoted(self) -> Integer:
        return INT if self.bits < _INT_BITS else self


INT = Integer(_INT_BITS, True)


def integer(type_: Type) -> Union[Integer, None]:
    """The type of integers that this type, or what it refers to, is; None for others."""
    canonical = pointee(type_)
    if canonical.kind == TypeKind.ENUM:
        canonical = canonical.get_declaration().enum_type.get_canonical()
    if canonical.kind == TypeKind.BOOL:
        return Integer(1, False)
    known = canonical.kind in _UNSIGNED or canonical.kind in _SIGNED
    return Integer(8 * int(canonical.get_size()), canonical.kind in _SIGNED) if known else None


def common(one: Integer, other: Integer) -> Integer:
    """What two operands are converted to."""
    a, b = one.promoted(), other.promoted()
    if a.bits != b.bits:
        return a if a.bits > b.bits else b
    return Integer(a.bits, a.signed and b.signed)


def converted(value: Number, to: Union[Integer, None]) -> Number:
    """The value as one of another type."""
    if value is None or to is None:
        return None
    if to.bits == 1:
        return int(value != 0)
    wrapped = value % (1 << to.bits)
    return wrapped if to.holds(wrapped) else wrapped - (1 << to.bits)


def computed(what: str, left: Number, right: Number, type_: Union[Integer, None]) -> Number:
    """left what right, of this type; None too where the language does not say what it is."""
    if left is None or right is None or type_ is None:
        return None
    if what in _COMPARISONS:
        return int(_COMPARISONS[what](left, right))
    if what in ("<<", ">>"):
        return _shifted(what, left, right, type_)
    if what not in _EXACT or (what in "/%" and right == 0):
        return None
    value = _EXACT[what](left, right)
    return value if type_.holds(value) else None if type_.signed else converted(value, type_)


def _shifted(what: str, left: int, right: int, type_: Integer) -> Number:
    if not 0 <= right < type_.bits:
        return None
    return converted(left << right, type_) if what == "<<" else left >> right
