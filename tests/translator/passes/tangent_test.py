"""The tangent of a kernel is its derivative by a complex step, construct by construct, and the transpose of its adjoint."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from tests.oracles.interpret import Memory, Place, run
from tests.oracles.point import Point, stored_to
from tests.tier import examples
from tests.translator.build_ir import P, call, cast, let, num, program, put, select, var, when
from tests.translator.passes.random_kernels import CONSTANTS, random_loop, seeds
from translator import ir
from translator.passes import tangent
from translator.passes.analyse import analyse
from translator.passes.tangent import Tangent

U, V, W = P(0), P(1), P(2)
UVW = "u:dat:READ v:dat:READ w:dat:WRITE"


def tangent_of(loop: ir.Loop) -> Tangent:
    found = analyse(loop).tangent
    assert isinstance(found, Tangent), found
    return found


def slopes(form: Tangent, point: Point) -> dict[tuple[int, int], float]:
    """What the tangent writes, by argument and component."""
    count = len(point.loop.args)

    def read(place: Place) -> float:
        return point.value(place) if place[0] < count else point.direction((place[0] - count, *place[1:]))

    end = run(form.form.body, Memory(read, point.elements, point.constants))
    return {(o.param - count, o.component, *([o.offset] if o.beside else [])): float(end[o.local.name]) for o in form.form.outputs}


def error(loop: ir.Loop, seed: int, **values: object) -> float:
    """The largest relative difference to the complex step; outputs that the tangent leaves out have no slope or keep theirs."""
    form, point = tangent_of(loop), Point(loop, seed, **values)  # type: ignore[arg-type]
    exact = point.tangent(stored_to(loop.kernel.body))
    mine = slopes(form, point)
    old = {at: 0.0 if loop.args[at[0]].kind == "reduce" else point.direction((at[0], (*at[2:], (0,) * loop.dims)[0], at[1])) for at in exact}
    return max(min(abs(x - e) for x in ((mine[at],) if at in mine else (0.0, old[at]))) / (abs(e) + 1.0) for at, e in exact.items())


ONE = "sqrt cbrt exp exp2 expm1 log log2 log10 log1p sin cos tan atan sinh cosh tanh asinh erf erfc fabs".split()
TWO = "pow atan2 hypot fmin fmax min max fdim copysign fmod remainder".split()


@pytest.mark.parametrize("name", ONE)
def test_functions_of_one_argument(name: str) -> None:
    loop = program(1, "u:dat:READ w:dat:WRITE", [put(P(1)(), call(name, U(1) * U(-1)) * U(0))])
    assert max(error(loop, seed) for seed in range(5)) < 1e-12


@pytest.mark.parametrize("name", TWO)
def test_functions_of_two_arguments(name: str) -> None:
    for a, b in ((U(1) * 3.0, V(0)), (U(1) * 3.0, num(0.7)), (num(2.5), V(0)), (V(0), U(0) * 0.5)):
        assert error(program(1, UVW, [put(W(), call(name, a, b) * U(0))]), 1) < 1e-12


def test_branches_selections_and_overwritten_outputs() -> None:
    body = [
        let("a", U(0) * V(1)),
        when(U(0) > 1.0, [put(var("a"), call("sin", var("a"))), put(W(), var("a") / V(0))], [put(W(), U(1))]),
        put(W(), select(V(0) > 1.0, W() * W(), call("exp", W()))),
    ]
    assert max(error(program(1, UVW, body), seed) for seed in range(20)) < 1e-12


def test_loops_whose_trip_count_comes_from_data() -> None:
    n, i = var("n", "int"), "i"
    body = [
        let("n", cast(V(0) * 4.0, "int"), "int"), let("s", U(0)),
        ir.For(i, num(0, "int").e, n.e, 1, (put(var("s"), var("s") * call("sin", var("s")) + U(1)),)),
        put(W(), var("s") * var("s")),
    ]
    loop = program(1, UVW, body)
    form = tangent.run(loop)
    assert isinstance(form, Tangent)
    for seed in range(8):
        point = Point(loop, seed)
        exact = point.tangent({2})
        assert slopes(form, point)[2, 0] == pytest.approx(exact[2, 0], rel=1e-11)


def test_outputs_indexed_by_computed_components() -> None:
    w = P(1)
    body = [let("k", cast(U(0) * 2.0, "int"), "int"), put(w.at(var("k", "int"), 0), U(1) * U(0))]
    form = tangent.run(program(1, "u:dat:READ w:dat:RW:double:3", body))
    assert isinstance(form, Tangent) and form.writes == (1,)


def test_what_does_not_vary_is_left_out() -> None:
    body = [put(V(), num(2.0)), put(W(), W() + 1.0)]
    form = tangent_of(program(1, "u:dat:READ v:dat:WRITE w:dat:INC", body))
    assert form.writes == () and form.form.body == ()


def test_minimum_moves_as_the_offer_of_the_point() -> None:
    loop = program(1, "u:dat:READ r:reduce:MIN", [put(P(1)[0], call("fmin", P(1)[0], U(0)))])
    form, point = tangent_of(loop), Point(loop, 1)
    assert slopes(form, point) == {(1, 0): point.direction((0, (0,), 0))}
    assert form.loop.args[3].access is ir.Access.INC


def test_arguments_made_passive_do_not_move() -> None:
    form = tangent.run(program(1, UVW, [put(W(), U(0) * V(0))]), frozenset({1}))
    assert isinstance(form, Tangent)
    assert form.reads == (1,)


@settings(max_examples=examples(150), deadline=None)
@given(seeds())
def test_random_kernels_by_complex_step_and_against_their_adjoint(seed: int) -> None:
    loop = random_loop(seed, 1, True)
    analysis = analyse(loop)
    form = analysis.tangent
    assert isinstance(analysis.adjoint, ir.AdjointKernel) and isinstance(form, Tangent)
    assert error(loop, seed, constants=CONSTANTS) < 1e-9
    assert dot_error(analysis.adjoint, form, Point(loop, seed, constants=CONSTANTS)) < 1e-12
    assert all(analysis.facts[p].adjoint_reads for p in form.reads)
    assert all(analysis.facts[p].seed for p in form.writes)


def dot_error(adjoint: ir.AdjointKernel, form: Tangent, point: Point) -> float:
    """Of <seed, F' direction> == <F'^T seed, direction>, both as the passes made them; relative to the sum of sizes."""
    forward = [point.seed_of(*at) * slope for at, slope in slopes(form, point).items()]
    unwritten = {*adjoint.passed_through, *adjoint.seeds} - set(form.writes)
    kept = {p: point.loop.args[p].dim or 1 for p in unwritten if point.loop.args[p].kind == "dat"}
    forward += [point.seed_of(p, c) * point.direction((p, (0,) * point.loop.dims, c)) for p, n in kept.items() for c in range(n)]
    backward = [value * point.direction(place) for place, value in point.adjoint(adjoint).items()]
    return abs(sum(forward) - sum(backward)) / (sum(map(abs, forward)) + sum(map(abs, backward)) + 1e-300)


def test_cells_beside_the_point_move() -> None:
    loop = program(1, "u:dat:READ v:dat:READ w:dat:RW", [put(W(-1), U(1) * U(1) * V(0)), put(W(-3), W(-1) * U(0) + W(-2))])
    analysis = analyse(loop)
    assert isinstance(analysis.adjoint, ir.AdjointKernel) and isinstance(analysis.tangent, Tangent)
    for seed in range(5):
        assert error(loop, seed) < 1e-12
