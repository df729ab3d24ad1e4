"""Reads at places that data decide among many: the adjoint is the transpose, and no larger than the number of places."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from tests.oracles.point import Point
from tests.translator.build_ir import P, compare, let, loop_over, num, program, put, var, when
from translator import ir
from translator.passes.adjoint_terms import OwnerPlan
from translator.passes.analyse import analyse
from translator.passes.computed_places import CHOSEN, LARGEST, box
from translator.passes.walk import count

F, N, W = P(0, dims=3), P(1, "int", 3), P(2, dims=3)
STAR = tuple(sorted({tuple(sign * (axis == k) for k in range(3)) for axis in range(3) for sign in (-1, 0, 1)}))
CUBE = tuple(product((-1, 0, 1), repeat=3))


def streaming(components: int, points: tuple[tuple[int, ...], ...], body: list[ir.Stmt]) -> ir.Loop:
    """`o` is an integer of the dataset n."""
    loop = program(3, f"f:dat:READ:double:{components} n:dat:READ:int w:dat:WRITE", [let("o", N(), "int"), *body])
    return replace(loop, args=(replace(loop.args[0], stencil=ir.Stencil("S", 3, points, (1, 1, 1))), *loop.args[1:]))


def read(component: object = 0, *offset: object) -> ir.Load:
    load = F.at(component, *offset).e  # type: ignore[arg-type]
    assert isinstance(load, ir.Load)
    return load


O = var("o", "int")


def test_an_array_is_for_many_places_and_not_for_a_box_too_large() -> None:
    arg = streaming(5, STAR, []).args[0]
    found = box(arg, read(O, O, 0, -O))
    assert found is not None and (found.least, found.extents) == ((-1, -1, -1, 0), (3, 3, 3, 5))
    assert box(arg, read(1, O, 0, 0)) is None and box(arg, read(1, 0, 0, 1)) is None  # 3 places, and one
    assert len(STAR) * 2 <= CHOSEN and box(replace(arg, dim=2), read(O, O, O, O)) is None
    far = replace(arg, stencil=ir.Stencil("S", 3, (*STAR, (LARGEST, 0, 0)), (1, 1, 1)))
    assert box(far, read(O, O, O, O)) is None


@pytest.mark.parametrize("o", [-1, 0, 1])
@pytest.mark.parametrize("points", [STAR, CUBE])
def test_the_adjoint_is_the_transpose(o: int, points: tuple[tuple[int, ...], ...]) -> None:
    """In products, branches and loops, beside reads at constant places."""
    k = var("k", "int")
    body = [
        let("x", F.at(O + 1, O, 0, 0) * F.at(2, 0, 0, 0) + F.at(0, 0, 0, 0)),
        when(compare(">", var("x"), num(0.9)), [put(var("x"), var("x") * F.at(1, 0, -O, 0))], [put(var("x"), F.at(O + 2, 0, 0, O) - var("x"))]),
        loop_over("k", 0, O + 2, [put(var("x"), var("x") * F.at(k, 0, 0, O) + F.at(k + 1, 0, O, 0))]),
        put(W(), var("x") * F.at(O + 3, 0, 0, 0)),
    ]
    loop = streaming(6, points, body)
    adjoint = analyse(loop).adjoint
    assert isinstance(adjoint, ir.AdjointKernel), adjoint
    for seed in range(5):
        assert Point(loop, seed, given={(1, (0, 0, 0), 0): o}).mismatch(adjoint) < 1e-12


def test_a_place_that_the_loop_does_not_declare_gets_nothing() -> None:
    """No memory beside the array is touched; target checked reports the read."""
    loop = streaming(6, CUBE, [put(W(), F.at(O, O, 0, 0) + F.at(1, 0, 0, 0))])
    adjoint = analyse(loop).adjoint
    assert isinstance(adjoint, ir.AdjointKernel)
    for o in (-3, 2, 6, 1000):
        point = Point(loop, given={(1, (0, 0, 0), 0): o})
        got = {place: value for place, value in point.adjoint(adjoint).items() if value}
        assert list(got) == [(0, (0, 0, 0), 1)]


def test_constant_offsets_and_components_that_are_not_declared_have_no_array() -> None:
    """The argument's stencil does not hold them, or nobody knows it. Before, the adjoint wrote beside the array."""
    arg = streaming(19, STAR, []).args[0]
    unknown = replace(arg, stencil=ir.Stencil("S", 3, None, (1, 1, 1)))
    for each, offset in ((arg, (0, 0, 2)), (arg, (1, 1, 0)), (unknown, (0, 2, 0)), (replace(arg, dim=None), (0, 0, 0))):
        assert box(each, read(O, *offset)) is None
    assert box(arg, read(19, O, O, 0)) is None and box(unknown, read(O, 1, 1, 0)) is not None
    loop = streaming(19, STAR, [put(W(), F.at(O, 0, 0, 2) * F.at(O, 0, 0, 1))])
    for o in (0, 3, 18):
        point = Point(loop, given={(1, (0, 0, 0), 0): o})
        adjoint = analyse(loop).adjoint
        assert isinstance(adjoint, ir.AdjointKernel) and point.mismatch(adjoint) < 1e-12


def test_only_places_that_may_be_read_get_a_contribution() -> None:
    adjoint = analyse(streaming(19, CUBE, [put(W(), F.at(O, 0, 0, 1) * F.at(O, 0, 0, 1))])).adjoint
    assert isinstance(adjoint, ir.AdjointKernel)
    assert {s.offset for s in adjoint.body if isinstance(s, ir.Contribute)} == {(0, 0, 1)}


def test_what_is_too_large_for_an_array_is_refused_by_name() -> None:
    far = tuple((100 * k, 0, 0) for k in range(43))
    refusal = analyse(streaming(3, far, [put(W(), F.at(O, 100 * O, 0, 0))])).adjoint
    assert isinstance(refusal, ir.NotDifferentiable) and "one of 129 points and components" in refusal.what
    assert isinstance(analyse(streaming(2, far, [put(W(), F.at(O, 100 * O, 0, 0))])).adjoint, ir.AdjointKernel)


def test_work_grows_with_the_number_of_places_and_not_faster() -> None:
    loop = streaming(19, CUBE, [loop_over("k", 0, O, [put(W(), W() + F.at(var("k", "int"), O, -O, 0) * F.at(var("k", "int"), 0, O, O))])])
    found = analyse(loop)
    assert isinstance(found.adjoint, ir.AdjointKernel) and isinstance(found.owner, OwnerPlan)
    assert count(found.adjoint.body) < 19 * 27 + 60
    terms = [term for target in found.owner.targets if target.param == 0 for term in target.terms]
    places = {(o, -o, 0) for o in (-1, 0, 1)} | {(0, a, b) for a, b in product((-1, 0, 1), repeat=2)}
    assert {term.offset for term in terms} <= set(CUBE) and len(terms) >= 19 * len(places)
    assert len({id(term.body) for term in terms}) == 1 and found.owner.form == "rows"
