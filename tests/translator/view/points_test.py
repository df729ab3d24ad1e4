"""Functions of one point: what a launch passes, what follows from the point, and which form a reversed loop has."""

from __future__ import annotations

from dataclasses import replace
from math import prod

from tests.translator.build_ir import P, constant, program, put
from translator.ir import AdjointKernel, Const, Global, Loop
from translator.passes.adjoint_terms import OwnerPlan
from translator.passes.analyse import LoopAnalysis, analyse
from translator.view import point_adjoint, points
from translator.view.arguments import layouts
from translator.view.point_adjoint import MOST_SHARED, extents

u, v = P(0), P(1)


def forward(loop: Loop, sizes: dict[str, int] | None = None) -> points.PointLoop | None:
    if sizes is None:
        sizes = {}
    a = analyse(loop)
    return points.forward(a.loop, a.primal, layouts(a.loop), ("a",), sizes)


def reverse(a: LoopAnalysis, form: str) -> point_adjoint.PointOwner | None:
    assert isinstance(a.owner, OwnerPlan) and isinstance(a.adjoint, AdjointKernel)
    return point_adjoint.build(a.adjoint, replace(a.owner, form=form), a.facts, layouts(a.loop), ("a",), a.loop.dims, {"a": 8})


def test_pointers_follow_from_the_point_and_all_else_is_passed() -> None:
    made = forward(program(2, "u:dat:READ v:dat:WRITE", [put(v(0, 0), constant("a") * u(1, -1))]))
    assert made is not None
    part, = made.parts
    declared = [m.declaration for m in part.function.members]
    assert "ops::points::Cells<const double, 2> u;" in declared and "double a;" in declared
    assert "auto* u = this->u.at(s);" in part.function.prologue and not any("this->a" in line for line in part.function.prologue)
    assert not part.totals and not part.given


def test_points_that_may_write_the_same_cell_have_no_such_form() -> None:
    loop = program(1, "u:dat:READ v:dat:INC", [put(v(), v() + u())])
    assert loop.args[1].stencil is not None
    strided = replace(loop.args[1], stencil=replace(loop.args[1].stencil, stride=(0,)))
    assert forward(loop) is not None
    assert forward(replace(loop, args=(loop.args[0], strided))) is None


def test_an_array_whose_size_is_not_known_does_not_fit() -> None:
    chosen = Global(2, Global(2, Const(0, "int"), "int"), "int")
    loop = program(1, "u:dat:READ v:dat:WRITE g:gbl:READ", [put(v(), u() * chosen)])
    few, many = (replace(loop, args=(*loop.args[:2], replace(loop.args[2], dim=count, type="int"))) for count in (4, points.MOST_VALUES + 1))
    made = forward(few)
    assert made is not None and any("ops::points::Values<int, 4>" in m.declaration for m in made.parts[0].function.members)
    assert forward(many) is None


def test_tiles_share_buffers_of_equal_and_opposite_values() -> None:
    a = analyse(program(1, "u:dat:READ v:dat:WRITE", [put(v(), u(0) * u(0) * (u(1) - u(-1)))]))
    owner = reverse(a, "rows")
    assert owner is not None and owner.form == "tile" and owner.tile is not None
    assert [(t.offset[0], t.buffer, t.sign) for t in owner.tile.terms] == [(1, 0, 1), (0, 1, 1), (-1, 0, -1)]
    assert (owner.tile.buffers, owner.tile.least[0], owner.tile.most[0], owner.tile.across) == (2, -1, 1, (256, 1, 1, 1, 1))


def test_tiles_are_as_large_as_pays() -> None:
    """Few source points are evaluated twice, several blocks have room for what they share, and one block at least."""
    near, wide = ((0,) * 5, (1, 1, 0, 0, 0)), ((-4, -4, 0, 0, 0), (4, 4, 0, 0, 0))
    assert extents(2, *near, 8) == (32, 16, 1, 1, 1) and extents(2, *wide, 8) == (32, 32, 1, 1, 1)
    assert extents(2, *near, 44 * 8) == (32, 8, 1, 1, 1), "more than several blocks have room for"
    assert extents(2, *near, 100 * 8) is None and extents(1, (-600, 0, 0, 0, 0), (600, 0, 0, 0, 0), 8) is None
    for dims, size in ((2, 16), (3, 24)):
        tile = extents(dims, *near, size)
        assert tile is not None and prod(tile) % 256 == 0 and prod(tile) * size <= MOST_SHARED


def test_tiles_that_do_not_fit_are_gathered() -> None:
    far = sum((u(-k, 0) * u(k, 0) * u(0, k) for k in range(2, 40)), u(0, 0) * u(1, 0))
    owner = reverse(analyse(program(2, "u:dat:READ v:dat:WRITE", [put(v(0, 0), far)])), "rows")
    assert owner is not None and owner.form == "gather" and owner.tile is None
