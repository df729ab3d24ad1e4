"""C arithmetic on literals: what a constant expression is worth, bit for bit, or None where that is better left to the compiler.

Test:    tests/translator/passes/numeric_test.py
"""

from __future__ import annotations

import math
import operator
import struct
import sys
from typing import Union

from translator.ir import Const

Number = Union[int, float, bool]

REAL = frozenset({"float", "double", "long double"})
_SIGNED = {"char": 8, "signed char": 8, "short": 16, "int": 32, "long": 64, "long long": 64}
_UNSIGNED = {f"unsigned {name}": bits for name, bits in _SIGNED.items() if name != "signed char"} | {"unsigned": 32}
COMPARISONS = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "==": operator.eq, "!=": operator.ne}


def is_real(type: str) -> bool:
    return type in REAL


def is_integer(type: str) -> bool:
    return type == "bool" or type in _SIGNED or type in _UNSIGNED


def largest(type: str) -> Number:
    """std::numeric_limits<type>::max(); 0 for what has none here."""
    if is_real(type):
        return {"double": sys.float_info.max, "float": float.fromhex("0x1.fffffep+127")}.get(type, 0.0)
    return (1 << (_SIGNED[type] - 1)) - 1 if type in _SIGNED else (1 << _UNSIGNED.get(type, 0)) - 1


def lowest(type: str) -> Number:
    """std::numeric_limits<type>::lowest()."""
    return -largest(type) if is_real(type) else -largest(type) - 1 if type in _SIGNED else 0


def convert(value: Number, type: str) -> Number | None:
    """`value` as C converts it to `type`; None if that is undefined or inexact to know here."""
    if type == "bool":
        return bool(value)
    if type in REAL:
        return _real(float(value), type)
    if isinstance(value, float):
        if not math.isfinite(value):
            return None
        value = int(value)
    if type in _UNSIGNED:
        return int(value) % (1 << _UNSIGNED[type])
    return _signed(int(value), type)


def _real(value: float, type: str) -> float | None:
    if type == "long double" or not math.isfinite(value):
        return None
    if type == "double":
        return value
    try:
        return float(struct.unpack("<f", struct.pack("<f", value))[0])
    except OverflowError:
        return None


def _signed(value: int, type: str) -> int | None:
    bits = _SIGNED.get(type)
    if bits is None or not -(1 << (bits - 1)) <= value < 1 << (bits - 1):
        return None
    return value


def literal(value: Number | None, type: str) -> Const | None:
    """A Const of `type`, if `value` can be one."""
    value = None if value is None else convert(value, type)
    return None if value is None else Const(value, type)


def fold_unary(op: str, operand: Const, type: str) -> Const | None:
    if op == "!":
        return Const(not operand.value, "bool")
    if op == "~":
        return literal(~int(operand.value), type) if is_integer(type) else None
    value = convert(operand.value, type)
    if value is None:
        return None
    return literal(-value if op == "-" else value, type)


def fold_binary(op: str, left: Const, right: Const, type: str) -> Const | None:
    """left op right. + - * / of float computed in double and rounded once more is what float arithmetic gives."""
    if op in ("&&", "||"):
        both = (bool(left.value), bool(right.value))
        return Const(all(both) if op == "&&" else any(both), "bool")
    if op in COMPARISONS:
        return _compare(op, left, right)
    a, b = convert(left.value, type), convert(right.value, type)
    if a is None or b is None or (op in "/%" and b == 0):
        return None
    return literal(_real_result(op, a, b) if is_real(type) else _integer_result(op, int(a), int(b)), type)


def _compare(op: str, left: Const, right: Const) -> Const | None:
    unsigned = {left.type, right.type} & set(_UNSIGNED)
    if unsigned and (left.value < 0 or right.value < 0):
        return None
    return Const(bool(COMPARISONS[op](left.value, right.value)), "bool")


def _real_result(op: str, a: Number, b: Number) -> float | None:
    known = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv}
    try:
        return float(known[op](float(a), float(b))) if op in known else None
    except OverflowError:
        return None


def _integer_result(op: str, a: int, b: int) -> int | None:
    if op in "/%":
        quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
        return quotient if op == "/" else a - quotient * b
    if op in ("<<", ">>"):
        if not 0 <= b < 32 or a < 0:
            return None
        return a << b if op == "<<" else a >> b
    known = {"+": operator.add, "-": operator.sub, "*": operator.mul, "&": operator.and_, "|": operator.or_, "^": operator.xor}
    return int(known[op](a, b)) if op in known else None
