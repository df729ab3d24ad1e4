"""A hand-written adjoint, converted, is the adjoint it was written to be; what it may not do is named."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.oracles.point import Point
from tests.translator.build_ir import P, call, cast, kernel, let, loop_over, num, program, put, var, when
from translator import ir
from translator.passes.analyse import analyse

PARAMS = "u:dat u_a1s:dat v:dat v_a1s:dat w:dat w_a1s:dat"
U, UA, V, VA, W, WA = (P(i) for i in range(6))
PRIMAL = [put(P(2)(), P(0)(1) * P(0)(-1) * call("sin", P(1)()))]
UP, UM = put(UA(1), UA(1) + U(-1) * call("sin", V()) * WA()), put(UA(-1), UA(-1) + U(1) * call("sin", V()) * WA())
VB = put(VA(), VA() + U(1) * U(-1) * call("cos", V()) * WA())
ZERO = put(WA(), num(0.0))


UVW = "u:dat:READ v:dat:READ w:dat:WRITE"


def given(adjoint: list[ir.Stmt], primal: list[ir.Stmt] = PRIMAL, args: str = UVW, params: str = PARAMS) -> ir.Loop:
    return program(1, args, primal, kernel(params, adjoint))


def converted(loop: ir.Loop) -> ir.AdjointKernel:
    adjoint = analyse(loop).adjoint
    assert isinstance(adjoint, ir.AdjointKernel), adjoint
    return adjoint


def assert_transposed(loop: ir.Loop, points: int = 10) -> ir.AdjointKernel:
    adjoint = converted(loop)
    for seed in range(points):
        assert Point(loop, seed).mismatch(adjoint) < 1e-12
    return adjoint


def test_increments_reads_and_zeroing() -> None:
    adjoint = assert_transposed(given([UP, UM, VB, ZERO]))
    assert (adjoint.targets, adjoint.seeds, adjoint.adjoint_reads, adjoint.passed_through) == ((0, 1), (2,), (0, 1), ())


def test_it_takes_precedence_even_when_wrong() -> None:
    wrong = given([put(UA(1), UA(1) + 2.0 * WA()), ZERO])
    assert Point(wrong).mismatch(converted(wrong)) > 1e-3


def test_a_derivative_left_out_is_passive() -> None:
    u, v, va, _w, wa = (P(i) for i in range(5))
    body = [put(va(), va() + u(1) * u(-1) * call("cos", v()) * wa()), put(wa(), num(0.0))]
    adjoint = converted(given(body, params="u:dat v:dat v_a1s:dat w:dat w_a1s:dat"))
    assert (adjoint.targets, adjoint.seeds) == ((1,), (2,))


def test_an_output_without_derivative_is_passive_and_consumed() -> None:
    loop = given([], params="u:dat v:dat w:dat")
    assert converted(loop).body == ()
    assert analyse(loop).facts[2].consumed


def test_repeated_increments_of_one_point_add_up_in_order() -> None:
    body = [put(UA(1), UA(1) + 3.0 * WA() + 1.0 * WA()), put(UA(1), UA(1) - WA()), ZERO]
    adjoint = assert_transposed(given(body, [put(P(2)(), 3.0 * P(0)(1))]))
    assert len([s for s in adjoint.body if isinstance(s, ir.Contribute)]) == 1


def test_increments_in_branches_and_loops() -> None:
    up = [put(UA(1), UA(1) + 2.0 * WA())]
    again = [loop_over("i", 0, 3, [put(UA(1), UA(1) + V() * WA()), put(VA(), VA() + U(1) * WA())])]
    primal = [when(P(1)() > 1.0, [put(P(2)(), 2.0 * P(0)(1))], [put(P(2)(), 3.0 * P(0)(1) * P(1)())])]
    assert_transposed(given([when(V() > 1.0, up, again), ZERO], primal), 30)


def test_loops_of_computed_length_may_stay() -> None:
    count = cast(V() * 3.0, "int")
    primal = [let("s", 0.0), loop_over("i", 0, cast(P(1)() * 3.0, "int"), [put(var("s"), var("s") + P(0)(1))]), put(P(2)(), var("s"))]
    assert_transposed(given([loop_over("i", 0, count, [put(UA(1), UA(1) + WA())]), ZERO], primal), 30)


def test_the_derivative_of_what_was_written_is_a_value() -> None:
    w, wa, u, ua = P(0), P(1), P(2), P(3)
    body = [put(ua(), ua() + w() * w() * wa()), put(wa(), 2.0 * w() * u() * wa())]
    loop = given(body, [put(P(0)(), P(0)() * P(0)() * P(1)())], "w:dat:RW u:dat:READ", "w:dat w_a1s:dat u:dat u_a1s:dat")
    adjoint = assert_transposed(loop)
    assert adjoint.targets == (0, 1)


@pytest.mark.parametrize("access", ["RW", "INC"])
def test_an_increment_leaves_its_derivative_alone(access: str) -> None:
    body = [put(UA(), UA() + 2.0 * VA())]
    loop = given(body, [put(P(1)(), P(1)() + 2.0 * P(0)())], f"u:dat:READ v:dat:{access}", "u:dat u_a1s:dat v:dat v_a1s:dat")
    assert assert_transposed(loop).passed_through == (1,)


@pytest.mark.parametrize("through_minus", [False, True])
def test_places_computed_from_data_are_chosen_among_the_declared_ones(through_minus: bool) -> None:
    """A donor on the side that the flow comes from; the derivative goes where the value came from, and nowhere else."""
    donor = var("donor", "int")

    def choose_side(v: Any) -> list[ir.Stmt]:
        return [let("donor", num(0, "int"), "int"), when(v > 1.0, [put(donor, num(-1, "int"))], [put(donor, num(1, "int"))])]

    change = UA(donor) - -(V() * WA()) if through_minus else UA(donor) + V() * WA()
    body = [*choose_side(V()), put(UA(donor), change), put(VA(), VA() + U(donor) * WA()), ZERO]
    loop = given(body, [*choose_side(P(1)()), put(P(2)(), P(0)(donor) * P(1)())])
    stencil = ir.Stencil("S_u", 1, ((-1,), (0,), (1,)), (1,))
    loop = replace(loop, args=(replace(loop.args[0], stencil=stencil), *loop.args[1:]))
    adjoint = assert_transposed(loop, 30)
    assert {s.offset for s in adjoint.body if isinstance(s, ir.Contribute) and s.param == 0} == {(-1,), (0,), (1,)}


def test_reductions_give_their_seed() -> None:

    body = [put(UA(), UA() + 2.0 * U() * P(3)[0])]
    loop = given(body, [put(P(1)[0], P(1)[0] + P(0)() * P(0)())], "u:dat:READ r:reduce:INC", "u:dat u_a1s:dat r:pointer r_a1s:pointer")
    assert assert_transposed(loop).seeds == (1,)



def test_values_assigned_in_the_adjoint_are_its_own() -> None:
    body = [put(W(), U(1) * U(-1)), put(VA(), VA() + W() * call("cos", V()) * WA()), UP, UM, ZERO]
    assert assert_transposed(given(body)).adjoint_reads == (0, 1)


def test_components_the_kernel_does_not_assign_pass_through() -> None:
    primal = [put(P(1).at(0, 0), 2.0 * P(0)())]
    body = [put(UA(), UA() + 2.0 * VA.at(0, 0)), put(VA.at(0, 0), num(0.0))]
    loop = given(body, primal, "u:dat:READ v:dat:RW:double:2", "u:dat u_a1s:dat v:dat v_a1s:dat")
    assert_transposed(loop)


@pytest.mark.parametrize(
    "body, words",
    [
        ([UP, UM, VB], "does not set 'w_a1s' to zero, although kernel 'kernel' overwrites 'w'"),
        ([put(UA(1), WA()), ZERO], "assigns 'u_a1s', which it may only increment"),
        ([put(UA(1), UA(1) * WA()), ZERO], "assigns 'u_a1s'"),
        ([put(UA(1), UA(1) + UA(-1)), ZERO], "reads 'u_a1s', which it may only increment"),
        ([put(UA(1), UA(1) + WA(1)), ZERO], "reads 'w_a1s'"),
        ([put(UA(1), UA(1) + W() * WA()), ZERO], "must not read 'w', because the adjoint does not receive the values"),
        ([put(U(1), num(1.0)), ZERO], "writes 'u' off-centre"),
    ],
)
def test_what_an_adjoint_may_not_do_is_named(body: list[ir.Stmt], words: str) -> None:
    refusal = analyse(given(body)).adjoint
    assert isinstance(refusal, ir.NotDifferentiable)
    assert words in refusal.what and refusal.hint


@pytest.mark.parametrize(
    "params, words",
    [
        ("u:dat u_a1s:dat v:dat", "has 2 arguments besides derivatives, but kernel has 3"),
        ("u_a1s:dat u:dat v:dat w:dat", "'u_a1s' of kernel_adjoint follows no argument"),
    ],
)
def test_parameters_must_match(params: str, words: str) -> None:
    refusal = analyse(given([], params=params)).adjoint
    assert isinstance(refusal, ir.NotDifferentiable)
    assert words in refusal.what


def test_unsupported_constructs_of_the_adjoint_are_reported() -> None:
    loop = given([ZERO])
    assert loop.kernel.user_adjoint is not None
    odd = replace(loop.kernel.user_adjoint, unsupported=(ir.Unsupported("goto", ir.NOWHERE),))
    refusal = analyse(replace(loop, kernel=replace(loop.kernel, user_adjoint=odd))).adjoint
    assert isinstance(refusal, ir.NotDifferentiable) and refusal.what == "goto"




def test_kernels_that_write_beside_their_points_have_no_adjoint_by_hand() -> None:
    loop = program(1, "u:dat:RW", [put(P(0)(-1), 2.0 * P(0)(1))], kernel("u:dat u_a1s:dat", [put(P(1)(1), P(1)(1) + 2.0 * P(1)(-1)), put(P(1)(-1), 0.0)]))
    refusal = analyse(loop).adjoint
    assert isinstance(refusal, ir.NotDifferentiable)
    assert refusal.what == "adjoint 'kernel_adjoint' cannot be used, because kernel 'kernel' writes 'u' at a nonzero offset"
