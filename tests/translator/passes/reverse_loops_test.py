"""Loops whose trip count comes from data, reversed: exact for any number of rounds, and stacks that do not grow with it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.oracles.point import Point
from tests.translator.build_ir import HERE, P, call, cast, compare, element, let, loop_over, num, program, put, var, when
from translator import ir
from translator.passes.analyse import analyse
from translator.passes.reverse_loops import KEPT
from translator.passes.walk import statements

U, N, W, S, T, I = P(0), P(1, "int"), P(2), var("s"), var("t"), var("i", "int")
ARGS = "u:dat:READ n:dat:READ:int w:dat:RW"


def adjoint_of(body: list[ir.Stmt], n: int = 3, args: str = ARGS) -> ir.AdjointKernel:
    """The adjoint, checked against a complex step where the integer is `n`."""
    loop = program(1, args, body)
    adjoint = analyse(loop).adjoint
    assert isinstance(adjoint, ir.AdjointKernel)
    for seed in range(3):
        assert Point(loop, seed, given={(1, (0,), 0): n}).mismatch(adjoint) < 1e-13
    return adjoint


@pytest.mark.parametrize("rounds", [-3, 0, 1, KEPT - 1, KEPT, KEPT + 1, 3 * KEPT + 5])
def test_any_number_of_rounds(rounds: int) -> None:
    step = put(S, call("sin", S) * U(0) * 0.5 + U(1) * cast(I, "double") * 0.01)
    adjoint_of([let("s", U(-1)), loop_over("i", 0, N(), [step]), put(W(), W() * S)], rounds)


def test_memory_does_not_grow_with_the_trip_count() -> None:
    adjoint = adjoint_of([let("s", 1.0), loop_over("i", 0, 100000 * N(), [put(S, S * 0.5 + call("sin", S) * U(0))]), put(W(), S)], 0)
    sizes = {s.extents for s in statements(adjoint.body) if isinstance(s, ir.Declare) and s.extents}
    assert sizes == {(KEPT,)}


@pytest.mark.parametrize("start, stop, step", [(2, 9, 3), (9, 2, -3), (-4, 4, 2), (5, 5, 1), (7, -8, -1)])
def test_counters_that_start_anywhere_and_step_either_way(start: int, stop: int, step: int) -> None:
    grow = put(S, S * U(0) * 0.5 + cast(I, "double") * U(1) * S * 0.1)
    adjoint_of([let("s", U(0)), loop_over("i", start + N() * 0, stop + N() * 0, [grow], step), put(W(), S)])


def test_loops_that_are_left_on_a_condition() -> None:
    newton = ir.While(compare(">", call("fabs", S * S - U(0)), 1e-9).e, (put(S, 0.5 * (S + U(0) / S)),), HERE)
    adjoint_of([let("s", U(0)), newton, put(W(), S)])


def test_loops_left_in_the_middle() -> None:
    body = [put(S, S * U(0) * 1.5), when(S > 2.0, [ir.Jump("break")]), put(S, S + U(1) * 0.1)]
    adjoint_of([let("s", 1.0), loop_over("i", 0, N(), body), put(W(), S * W())], 9)


def test_loops_in_loops_and_branches() -> None:
    inner = loop_over("j", I, N(), [put(T, call("sin", T) + S * U(1)), when(T > 1.0, [put(S, S * 0.5), put(T, T * S)])])
    outer = loop_over("i", 0, N(), [put(T, S * 0.5), inner, put(S, call("tanh", S + T))])
    adjoint_of([let("s", U(0)), let("t", 0.0), when(U(1) > 0.7, [outer], [put(S, U(0) * 2.0)]), put(W(), S * T)], 4)


def test_a_round_that_exchanges_what_it_carries() -> None:
    swap = [let("old", S), put(S, T * U(0)), put(T, var("old"))]
    adjoint_of([let("s", U(0)), let("t", U(1)), loop_over("i", 0, N(), swap), put(W(), S * T * T)], 5)


def test_arrays_filled_and_read_in_rounds() -> None:
    fill = put(element("a", I), U(0) * cast(I, "double"))
    use = put(S, S * 0.5 + element("a", I) * element("a", num(4, "int") - I))
    body = [let("a", extents=(5,)), loop_over("i", 0, 5, [put(element("a", I), U(1))]), loop_over("i", 0, N(), [fill])]
    adjoint_of([*body, let("s", 0.0), loop_over("i", 0, N(), [use, put(element("a", I), S)]), put(W(), S * element("a", N() - 1))], 4)


def test_reads_at_the_point_that_the_round_asks_for() -> None:
    loop = program(1, ARGS, [let("s", 0.0), loop_over("i", -1, N(), [put(S, S * 0.5 + U(I) * U(0))]), put(W(), S)])
    declared = ir.Stencil("S", 1, ((-1,), (0,), (1,)), (1,))
    loop = replace(loop, args=(replace(loop.args[0], stencil=declared), *loop.args[1:]))
    adjoint = analyse(loop).adjoint
    assert isinstance(adjoint, ir.AdjointKernel)
    for n in (-1, 0, 1, 2):
        assert Point(loop, given={(1, (0,), 0): n}).mismatch(adjoint) < 1e-13


def test_what_no_derivative_needs_is_not_run_again() -> None:
    """A sum of reads carries nothing back but a count: no stack, no values."""
    adjoint = adjoint_of([let("s", 0.0), loop_over("i", 0, N(), [put(S, S + U(0) * cast(I, "double"))]), put(W(), S)])
    assert not [s for s in statements(adjoint.body) if isinstance(s, ir.Declare) and s.extents]
    assert adjoint.adjoint_reads == (1,)


def test_an_array_of_old_values_of_what_is_written_is_no_table() -> None:
    fill = [let("a", extents=(2,)), *(put(element("a", i), W() * (i + 1.0)) for i in range(2))]
    adjoint_of([*fill, when(U(0) > 0.7, [put(W(), element("a", N() - 2) * U(0))])])
