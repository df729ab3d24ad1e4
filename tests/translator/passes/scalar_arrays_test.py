"""Arrays with constant indices become scalars, others stay as they are."""

from __future__ import annotations

from tests.translator.build_ir import P, cast, element, let, put, var, when
from translator.passes.scalar_arrays import run

U, W = P(0), P(1)


def test_each_element_becomes_a_scalar() -> None:
    body = (let("t", extents=(1, 2)), when(U() > 0.0, [put(element("t", 0, 1), U())]), put(W(), element("t", 0, 1)))
    scalar = var("t_0_1")
    assert run(body) == (let("t_0_0"), let("t_0_1"), when(U() > 0.0, [put(scalar, U())]), put(W(), scalar))


def test_names_in_use_are_avoided() -> None:
    body = (let("t_0", 1.0), let("t", extents=(1,)), put(element("t", 0), var("t_0")), put(W(), element("t", 0)))
    assert put(var("t_0_1"), var("t_0")) in run(body)


def test_computed_and_outlying_indices_leave_the_array() -> None:
    for index in (cast(U(), "int"), 2, -1):
        body = (let("t", extents=(2,)), put(element("t", 0), U()), put(W(), element("t", index)))
        assert run(body) == body
