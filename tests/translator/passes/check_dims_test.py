"""Loop, block and stencil agree."""

from __future__ import annotations

from dataclasses import replace

from tests.translator.build_ir import program
from tests.translator.passes.checking import said, with_stencil
from translator.passes import check_dims


LOOP = program(2, "u:dat:READ", [])


def test_other_dimensions_are_doubtful_and_errors_for_stencils() -> None:
    assert said(check_dims.run, replace(LOOP, block_dims=3)) == ["warning dims-mismatch: loop 'loop' has 2 dimensions, but its block has 3"]
    assert said(check_dims.run, with_stencil(LOOP, 0, (0,))) == ["error dims-mismatch: loop 'loop' has 2 dimensions, stencil 'S' has 1"]


def test_a_loop_that_was_given_more_axes_is_judged_by_its_call() -> None:
    assert said(check_dims.run, replace(LOOP, block_dims=2, called_dims=1)) == ["warning dims-mismatch: loop 'loop' has 1 dimension, but its block has 2"]


def test_equal_dimensions_are_fine() -> None:
    assert said(check_dims.run, replace(with_stencil(LOOP, 0, (0, 0)), block_dims=2)) == []
