"""C's arithmetic types: promotion, the usual conversions, and casts folded on constants."""

from __future__ import annotations

import math
import struct
from typing import Union

from translator.element_types import HALF
from translator.ir import Binary, Cast, Const, Expr, Unary

_REALS = ("float", "double", "long double")
_INTEGERS = ("int", "unsigned int", "long", "unsigned long", "long long", "unsigned long long")
_BITS = {"char": 8, "signed char": 8, "unsigned char": 8, "short": 16, "unsigned short": 16, "int": 32, "unsigned int": 32,
         "long": 64, "unsigned long": 64, "long long": 64, "unsigned long long": 64}
_COMPARISONS = ("<", "<=", ">", ">=", "==", "!=", "&&", "||")
_LIMIT = 2**31


def is_real(type_name: str) -> bool:
    """Whether a C scalar type is floating."""
    return type_name in (HALF, *_REALS)


def promoted(type_name: str) -> str:
    """The type in which arithmetic takes place: of small integers int, of halves float."""
    if type_name == HALF:
        return "float"
    return type_name if type_name in _REALS or type_name in _INTEGERS else "int"


def common(left: str, right: str) -> str:
    """The type both operands of an arithmetic operator are converted to."""
    for real in reversed(_REALS):
        if real in (promoted(left), promoted(right)):
            return real
    ranks = [_INTEGERS.index(promoted(t)) for t in (left, right)]
    low, high = sorted(ranks)
    if low == 1 and high in (2, 4):
        return _INTEGERS[high]
    if low == 3 and high == 4:
        return _INTEGERS[5]
    return _INTEGERS[high]


def convert(value: Expr, type_name: str) -> Expr:
    """`value` as a `type_name`: itself, a converted constant, or a cast."""
    if value.type == type_name:
        return value
    if isinstance(value, Const):
        folded = _fold(value.value, type_name)
        if folded is not None:
            return Const(folded, type_name)
    return Cast(value, type_name)


def _fold(value: Union[int, float, bool], type_name: str) -> Union[int, float, bool, None]:
    if type_name == "bool":
        return bool(value)
    if type_name == "double":
        return float(value)
    if type_name == "float":
        try:
            narrow = float(struct.unpack("f", struct.pack("f", value))[0])
        except OverflowError:
            return None
        return narrow if math.isfinite(narrow) or not math.isfinite(value) else None
    if type_name in _BITS and value == value and abs(value) < 2**63:
        whole = int(value)
        bits = _BITS[type_name] - (0 if type_name.startswith("unsigned") else 1)
        low = 0 if type_name.startswith("unsigned") else -(1 << bits)
        return whole if low <= whole < 1 << bits else None
    return None


def binary(op: str, left: Expr, right: Expr) -> Expr:
    """left op right with C's conversions; small integer constants are folded."""
    if op in ("<<", ">>"):
        return Binary(op, convert(left, promoted(left.type)), convert(right, promoted(right.type)), promoted(left.type))
    if op in ("&&", "||"):
        return Binary(op, convert(left, "bool"), convert(right, "bool"), "bool")
    type_name = common(left.type, right.type)
    left, right = convert(left, type_name), convert(right, type_name)
    if isinstance(left, Const) and isinstance(right, Const) and type_name == "int" and op in ("+", "-", "*"):
        a, b = int(left.value), int(right.value)
        folded = a + b if op == "+" else a - b if op == "-" else a * b
        if abs(folded) < _LIMIT:
            return Const(folded, "int")
    if op in ("+", "-") and type_name == "int" and isinstance(right, Const) and right.value == 0:
        return left
    if op == "+" and type_name == "int" and isinstance(left, Const) and left.value == 0:
        return right
    if op == "*" and type_name == "int" and isinstance(right, Const) and right.value == 1:
        return left
    return Binary(op, left, right, "bool" if op in _COMPARISONS else type_name)


def negative(value: Expr) -> Expr:
    """-value; constants are folded."""
    type_name = promoted(value.type)
    value = convert(value, type_name)
    if isinstance(value, Const) and not type_name.startswith("unsigned"):
        text = f"-{value.text}" if value.text else ""
        return Const(-value.value, type_name, text)
    return Unary("-", value, type_name)
