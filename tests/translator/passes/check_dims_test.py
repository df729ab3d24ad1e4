"""Loop, block and stencil agree."""

from __future__ import annotations

from dataclasses import replace

from tests.translator.build_ir import program
from tests.translator.passes.checking import said, with_stencil
from translator.passes import check_dims


LOOP = program(2, "u:dat:READ", [])


def test_other_dimensions_are_errors() -> None:
    assert said(check_dims.run, replace(LOOP, block_dims=3)) == ["error dims-mismatch: loop 'loop' has 2 dimensions, its block has 3"]
    assert said(check_dims.run, with_stencil(LOOP, 0, (0,))) == ["error dims-mismatch: loop 'loop' has 2 dimensions, stencil 'S' has 1"]


def test_equal_dimensions_are_fine() -> None:
    assert said(check_dims.run, replace(with_stencil(LOOP, 0, (0, 0)), block_dims=2)) == []
