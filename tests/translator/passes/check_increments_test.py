"""INC data is incremented."""

from __future__ import annotations

from tests.translator.build_ir import P, program, put
from tests.translator.passes.checking import said, with_stencil
from translator.passes import check_increments


U, V = P(0), P(1)

ARGS = "u:dat:READ v:dat:INC"
SAID = "increment-mismatch: kernel 'kernel' assigns to 'v', which is declared as INC"


def test_assignment_is_a_warning_and_an_error_where_points_share_cells() -> None:
    loop = program(1, ARGS, [put(V(), U())])
    assert said(check_increments.run, loop) == [f"warning {SAID}"]
    assert said(check_increments.run, with_stencil(loop, 1, (0,), stride=(0,))) == [f"error {SAID}"]


def test_increments_in_every_form_are_fine() -> None:
    for value in (V() + U(), U() + V(), V() - U(), V() + U() - 2.0):
        assert said(check_increments.run, program(1, ARGS, [put(V(), value)])) == []


def test_what_only_looks_like_an_increment_is_none() -> None:
    for value in (U() - V(), V() + V(), V() * U()):
        assert said(check_increments.run, program(1, ARGS, [put(V(), value)])) == [f"warning {SAID}"]
