"""WRITE needs the centre only."""

from __future__ import annotations

from tests.translator.build_ir import P, program, put
from tests.translator.passes.checking import said, with_stencil
from translator.passes import check_wide_write


U, V = P(0), P(1)

LOOP = program(1, "u:dat:READ v:dat:WRITE", [put(V(), U())])


def test_write_through_several_points_is_a_warning() -> None:
    assert said(check_wide_write.run, with_stencil(LOOP, 1, (0,), (1,))) == [
        "warning wide-write: 'v' is declared WRITE through stencil 'S' of 2 points"]


def test_a_kernel_that_writes_beside_its_point_needs_them() -> None:
    assert said(check_wide_write.run, with_stencil(program(1, "u:dat:READ v:dat:WRITE", [put(V(1), U())]), 1, (0,), (1,))) == []


def test_one_point_is_fine() -> None:
    assert said(check_wide_write.run, with_stencil(LOOP, 1, (0,))) == []
