"""Which assignments only add."""

from __future__ import annotations

from tests.translator.build_ir import P, call, cast, put
from translator.passes.increments import is_increment

U, V = P(0), P(1)


def test_sums_that_contain_the_target_once() -> None:
    for value in (V() + U(), U() * 2.0 + V(), V() - U() + 1.0):
        assert is_increment(put(V(), value))


def test_everything_else() -> None:
    for value in (U(), V() * U(), U() - V(), V() + V(), V() + V() * U(), call("fmin", V(), U())):
        assert not is_increment(put(V(), value))


def test_promotion_of_a_float_target_is_looked_through() -> None:
    narrow = P(1, "float")
    assert is_increment(put(narrow(), cast(cast(narrow(), "double") + U(), "float")))


def test_another_offset_is_another_element() -> None:
    assert not is_increment(put(V(0), V(1) + U()))
