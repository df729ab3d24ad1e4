"""Stencils name each point once."""

from __future__ import annotations

from tests.translator.build_ir import P, program, put
from tests.translator.passes.checking import said, with_stencil
from translator.passes import check_duplicate_point


U, V = P(0), P(1)

LOOP = program(1, "u:dat:READ v:dat:WRITE", [put(V(), U())])


def test_repeated_point_is_one_warning_per_stencil() -> None:
    twice = with_stencil(LOOP, 0, (0,), (1,), (0,))
    assert said(check_duplicate_point.run, twice, twice) == ["warning duplicate-point: stencil 'S' repeats (0)"]


def test_distinct_points_are_fine() -> None:
    assert said(check_duplicate_point.run, with_stencil(LOOP, 0, (0,), (1,))) == []
