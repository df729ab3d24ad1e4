"""Where a loop whose points run in order may be cut."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.translator.build_ir import P, program, put
from translator.ir import Loop, Stencil
from translator.passes.analyse import analyse
from translator.passes.outputs_as_locals import run
from translator.view.arguments import layouts
from translator.view.own_axes import own_axes
from translator.view.primal import build
from translator.view.scatter import serial

u, line = P(0, dims=2), P(1, dims=2)


def onto(stride: tuple[int, int], kind: str = "normal") -> Loop:
    """line += u(0, 0) u(0, 1), where several points have one cell of the line."""
    loop = program(2, "u:dat:READ line:dat:INC", [put(line(), line() + u(0, 0) * u(0, 1))])
    return replace(loop, args=(loop.args[0], replace(loop.args[1], stencil=Stencil("S", 2, None, stride, kind))))


def along(stride: tuple[int, int]) -> Loop:
    """u = line(0, 0) line(1, 0), where several points read one cell of the line."""
    loop = program(2, "u:dat:WRITE line:dat:READ", [put(u(), line(0, 0) * line(1, 0))])
    return replace(loop, args=(loop.args[0], replace(loop.args[1], stencil=Stencil("S", 2, None, stride, "normal"))))


@pytest.mark.parametrize("stride, axes", [((1, 0), (0,)), ((0, 1), (1,)), ((0, 0), ())])
def test_sums_onto_a_line_may_be_cut_along_it(stride: tuple[int, int], axes: tuple[int, ...]) -> None:
    loop = onto(stride)
    primal = build(loop, run(loop), layouts(loop), ())
    assert primal is not None and primal.in_order and primal.own_axes == axes


def test_several_points_have_a_coarse_cell() -> None:
    loop = onto((2, 2), "prolong")
    primal = build(loop, run(loop), layouts(loop), ())
    assert primal is not None and primal.own_axes == ()


@pytest.mark.parametrize("stride, axes", [((1, 0), ()), ((0, 1), (1,))])
def test_what_is_read_beside_the_point_may_not_be_cut_along_that_axis(stride: tuple[int, int], axes: tuple[int, ...]) -> None:
    loop = along(stride)
    analysis = analyse(loop)
    assert serial(analysis.adjoint, analysis.facts, layouts(loop), (), 2).own_axes == axes


def test_offsets_that_only_the_program_knows_leave_no_axis() -> None:
    dat = layouts(onto((1, 0)))[1]
    assert own_axes(2, [(dat, (0, 0))]) == (0,)
    assert own_axes(2, [(dat, (0, 0)), (dat, None)]) == ()
    assert own_axes(2, []) == (0, 1)


def test_what_a_reversed_loop_zeroes_counts_as_changed() -> None:
    loop = program(2, "u:dat:READ line:dat:RW", [put(line(), line() * u())])
    loop = replace(loop, args=(loop.args[0], replace(loop.args[1], stencil=Stencil("S", 2, None, (1, 0), "normal"))))
    analysis = analyse(loop)
    assert serial(analysis.adjoint, analysis.facts, layouts(loop), (), 2).own_axes == (0,)
