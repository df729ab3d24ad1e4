"""Literals fold to the bits that C arithmetic gives, or not at all."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from translator.ir import Const
from translator.passes.numeric import convert, fold_binary, fold_unary, largest, literal, lowest

FLOATS = st.floats(allow_nan=False, allow_infinity=False, width=32)


@given(FLOATS, FLOATS, st.sampled_from("+-*/"))
def test_float_arithmetic_rounds_as_float(a: float, b: float, op: str) -> None:
    folded = fold_binary(op, Const(a, "float"), Const(b, "float"), "float")
    with np.errstate(all="ignore"):
        x, y = np.float32(a), np.float32(b)
        expected = {"+": x + y, "-": x - y, "*": x * y, "/": np.divide(x, y)}[op]
    if folded is None:
        assert not np.isfinite(expected) or b == 0
    else:
        assert np.float32(folded.value).tobytes() == expected.tobytes()


@given(st.integers(-1000, 1000), st.integers(-1000, 1000).filter(bool))
def test_integer_division_truncates_towards_zero(a: int, b: int) -> None:
    quotient = fold_binary("/", Const(a, "int"), Const(b, "int"), "int")
    rest = fold_binary("%", Const(a, "int"), Const(b, "int"), "int")
    assert quotient is not None and rest is not None
    assert quotient.value == int(a / b) and quotient.value * b + rest.value == a and abs(rest.value) < abs(b)


@pytest.mark.parametrize(
    "op, a, b",
    [
        ("/", Const(1, "int"), Const(0, "int")),
        ("%", Const(1, "int"), Const(0, "int")),
        ("/", Const(1.0, "double"), Const(0.0, "double")),
        ("+", Const(2**31 - 1, "int"), Const(1, "int")),
        ("*", Const(1e200, "double"), Const(1e200, "double")),
        ("<<", Const(1, "int"), Const(40, "int")),
        ("<", Const(-1, "int"), Const(1, "unsigned int")),
    ],
)
def test_what_c_leaves_undefined_or_unusual_is_left_to_the_compiler(op: str, a: Const, b: Const) -> None:
    assert fold_binary(op, a, b, a.type) is None


def test_unsigned_wraps_and_conversions_follow_c() -> None:
    assert convert(-1, "unsigned int") == 2**32 - 1
    assert convert(2.9, "int") == 2 and convert(-2.9, "int") == -2
    assert convert(1e40, "float") is None and convert(0.1, "float") == float(np.float32(0.1))
    assert convert(300, "char") is None and convert(0.5, "bool") is True
    assert convert(0.1, "long double") is None and literal(1, "complexd") is None


def test_unary_operators() -> None:
    assert fold_unary("-", Const(3, "int"), "int") == Const(-3, "int")
    assert fold_unary("!", Const(0, "int"), "bool") == Const(True, "bool")
    assert fold_unary("~", Const(5, "int"), "int") == Const(-6, "int")


@pytest.mark.parametrize("name, same", [("double", np.float64), ("float", np.float32), ("char", np.int8), ("short", np.int16), ("int", np.int32),
                                        ("long", np.int64), ("long long", np.int64), ("unsigned int", np.uint32), ("unsigned long", np.uint64)])
def test_limits_are_those_of_the_type(name: str, same: type) -> None:
    limits = np.finfo(same) if issubclass(same, np.floating) else np.iinfo(same)
    assert (same(largest(name)), same(lowest(name))) == (limits.max, limits.min)
    assert convert(largest(name), name) == largest(name) and convert(lowest(name), name) == lowest(name)
