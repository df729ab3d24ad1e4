"""Points write themselves, or what their stencils declare."""

from __future__ import annotations

from tests.translator.build_ir import P, program, put, var
from tests.translator.passes.checking import said, with_stencil
from translator.passes import check_off_centre_write

U, V = P(0), P(1)
AT_ONE = ["error off-centre-write: kernel 'kernel' writes 'v' at (1)"]
COMPUTED = ["error off-centre-write: kernel 'kernel' writes 'v' at an offset that is computed at run time"]
BESIDE = program(1, "u:dat:READ v:dat:RW", [put(V(1), U())])


def test_write_to_a_neighbour_is_an_error() -> None:
    assert said(check_off_centre_write.run, with_stencil(BESIDE, 1, (0,))) == AT_ONE
    assert said(check_off_centre_write.run, program(1, "u:dat:READ v:dat:RW", [put(V(var("k", "int")), U())])) == COMPUTED


def test_what_the_stencil_declares_may_be_written() -> None:
    assert said(check_off_centre_write.run, with_stencil(BESIDE, 1, (0,), (1,))) == []
    assert said(check_off_centre_write.run, BESIDE) == []  # its stencil is not known


def test_but_not_where_data_or_strides_decide() -> None:
    beside = program(1, "u:dat:READ v:dat:RW", [put(V(1), V(var("k", "int")))])
    assert said(check_off_centre_write.run, with_stencil(beside, 1, (0,), (1,))) == AT_ONE
    assert said(check_off_centre_write.run, with_stencil(BESIDE, 1, (0,), (1,), stride=(2,))) == AT_ONE


def test_write_to_the_centre_is_fine() -> None:
    assert said(check_off_centre_write.run, program(2, "u:dat:READ v:dat:RW", [put(V(0, 0), U(1, 0))])) == []
