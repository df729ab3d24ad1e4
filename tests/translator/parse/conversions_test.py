"""C's arithmetic conversions, against the rules written out."""

from __future__ import annotations

import pytest

from translator.element_types import HALF
from translator.ir import Binary, Cast, Const, Unary, Var
from translator.parse.conversions import binary, common, convert, negative, promoted

X, I = Var("x", "double"), Var("i", "int")


@pytest.mark.parametrize("left, right, result", [
    ("char", "short", "int"), ("bool", "bool", "int"), ("int", "unsigned int", "unsigned int"), ("unsigned int", "long", "long"),
    ("long", "unsigned long", "unsigned long"), ("unsigned long", "long long", "unsigned long long"), ("int", "float", "float"),
    ("float", "double", "double"), ("long long", "float", "float"), ("double", "long double", "long double"),
    (HALF, HALF, "float"), (HALF, "int", "float"), (HALF, "double", "double"),
])
def test_common_type(left: str, right: str, result: str) -> None:
    assert common(left, right) == common(right, left) == result


def test_promotion() -> None:
    assert [promoted(t) for t in ("bool", "unsigned short", "int", "unsigned int", "float", HALF)] == ["int", "int", "int", "unsigned int", "float", "float"]


def test_constants_are_converted_at_once() -> None:
    assert convert(Const(2, "int"), "double") == Const(2.0, "double")
    assert convert(Const(2.75, "double"), "int") == Const(2, "int")
    assert convert(Const(0.1, "double"), "float") == Const(0.10000000149011612, "float")
    assert convert(Const(3, "int"), "bool") == Const(True, "bool")


def test_constants_that_do_not_fit_are_left_to_the_compiler() -> None:
    for value, type_name in ((300, "unsigned char"), (-1, "unsigned int"), (1e300, "float"), (1e30, "int")):
        constant = Const(value, "double" if isinstance(value, float) else "int")
        assert convert(constant, type_name) == Cast(constant, type_name)


def test_halves_are_rounded_where_they_are_made() -> None:
    assert convert(Const(0.1, "double"), HALF) == Cast(Const(0.1, "double"), HALF)
    h = Var("h", HALF)
    assert binary("*", h, h) == Binary("*", Cast(h, "float"), Cast(h, "float"), "float")


def test_operands_meet_in_the_common_type() -> None:
    assert binary("*", X, I) == Binary("*", X, Cast(I, "double"), "double")
    assert binary("<", I, X) == Binary("<", Cast(I, "double"), X, "bool")
    assert binary("<<", Var("c", "char"), Var("l", "long")) == Binary("<<", Cast(Var("c", "char"), "int"), Var("l", "long"), "int")


def test_offsets_fold_and_reals_never_do() -> None:
    assert binary("+", binary("*", Const(2, "int"), Const(3, "int")), Const(-6, "int")) == Const(0, "int")
    assert binary("+", I, Const(0, "int")) == I
    one = Const(1.0, "double")
    assert binary("+", one, one) == Binary("+", one, one, "double")
    assert binary("+", X, Const(0.0, "double")) == Binary("+", X, Const(0.0, "double"), "double")


def test_products_beyond_int_are_not_folded() -> None:
    big = Const(2**20, "int")
    assert binary("*", big, big) == Binary("*", big, big, "int")


def test_negation() -> None:
    assert negative(Const(1.5, "double", "1.5")) == Const(-1.5, "double", "-1.5")
    assert negative(Const(True, "bool")) == Const(-1, "int")
    assert negative(X) == Unary("-", X, "double")
    one = Const(1, "unsigned int")
    assert negative(one) == Unary("-", one, "unsigned int")  # it is no -1
