"""The adjoint of a kernel's values and directions is the derivative of its adjoint along them, by a complex step, construct by construct."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings

from tests.oracles.interpret import Memory, Place, run
from tests.oracles.point import STEP, Point
from tests.tier import examples
from tests.translator.build_ir import P, call, let, num, program, put, select, var, when
from tests.translator.passes.random_kernels import CONSTANTS, random_loop, seeds
from translator import ir
from translator.passes.analyse import LoopAnalysis, analyse

U, V, W = P(0), P(1), P(2)
UVW = "u:dat:READ v:dat:READ w:dat:WRITE"


def both(loop: ir.Loop) -> tuple[LoopAnalysis, LoopAnalysis]:
    first = analyse(loop, second=True)
    assert isinstance(first.second, LoopAnalysis), first.second
    return first, first.second


def expected(adjoint: ir.AdjointKernel, point: Point) -> dict[Place, float]:
    """By a complex step of the first adjoint: values move along directions, seeds of directions along those of values."""
    count = len(point.loop.args) // 2

    def value(place: Place) -> complex | float:
        real = point.loop.kernel.params[place[0]].type in ("double", "float")
        return complex(point.value(place), STEP * point.value((place[0] + count, *place[1:]))) if real else point.value(place)

    def seed(param: int, component: int) -> complex:
        return complex(point.seed_of(param + count, component), STEP * point.seed_of(param, component))

    memory = Memory(value, point.elements, point.constants, seed)
    run(adjoint.body, memory)
    sums: dict[Place, complex] = {}
    for p in adjoint.passed_through:
        for c in range(point.loop.args[p].dim or 1):
            sums[p, (0,) * point.loop.dims, c] = seed(p, c)
    for place, term in memory.contributions:
        sums[place] = sums.get(place, 0j) + complex(term)
    out = {(p + count, *at): x.real for (p, *at), x in sums.items()}
    return {**out, **{place: x.imag / STEP for place, x in sums.items()}}  # type: ignore[dict-item]


def error(loop: ir.Loop, seed: int) -> float:
    first, second = both(loop)
    assert isinstance(first.adjoint, ir.AdjointKernel) and isinstance(second.adjoint, ir.AdjointKernel), second.adjoint
    point = Point(second.loop, seed, constants=CONSTANTS)
    exact, mine = expected(first.adjoint, point), point.adjoint(second.adjoint)
    return max((abs(mine.get(at, 0.0) - exact.get(at, 0.0)) / (abs(exact.get(at, 0.0)) + 1.0) for at in {*exact, *mine}), default=0.0)


@pytest.mark.parametrize("name", "sqrt cbrt exp log log1p sin cos tan asin acos atan sinh cosh tanh asinh erf fabs".split())
def test_functions_of_one_argument(name: str) -> None:
    loop = program(1, "u:dat:READ w:dat:WRITE", [put(P(1)(), call(name, U(1) * U(-1) * 0.4) * U(0))])
    assert max(error(loop, seed) for seed in range(5)) < 1e-11


@pytest.mark.parametrize("name", "pow atan2 hypot fmin fmax copysign".split())
def test_functions_of_two_arguments(name: str) -> None:
    for a, b in ((U(1) * 3.0, V(0)), (U(1) * 3.0, num(0.7)), (num(2.5), V(0)), (V(0), U(0) * 0.5)):
        assert error(program(1, UVW, [put(W(), call(name, a, b) * U(0))]), 1) < 1e-11


def test_outputs_read_and_overwritten_in_place() -> None:
    body = [
        let("a", U(0) * V(1)),
        when(U(0) > 1.0, [put(var("a"), call("sin", var("a"))), put(W(), W() * var("a") / V(0))], [put(W(), U(1))]),
        put(W(), select(V(0) > 1.0, W() * W(), call("exp", W()))),
    ]
    loop = program(1, "u:dat:READ v:dat:READ w:dat:RW", body)
    assert max(error(loop, seed) for seed in range(20)) < 1e-11


def test_one_output_that_swaps_with_another() -> None:
    v, w = P(0), P(1)
    loop = program(1, "v:dat:RW w:dat:RW", [let("a", v()), put(v(), w() * w()), put(w(), var("a") * v())])
    assert error(loop, 3) < 1e-12


def test_a_linear_kernel_reads_neither_values_nor_directions() -> None:
    _, second = both(program(1, UVW, [put(W(), U(1) * 2.0 - V(0))]))
    assert not any(f.adjoint_reads for f in second.facts)
    assert [f.deferrable for f in second.facts] == [False, True, False, False, True, False]


def test_what_the_second_adjoint_reads_is_kept_for_the_first() -> None:
    first, second = both(program(1, UVW, [put(W(), U(0) * call("sin", V(0)))]))
    needed = [f.adjoint_reads for f in second.facts[:3]]
    assert needed == [True, True, False] and all(f.adjoint_reads or not n for f, n in zip(first.facts, needed))


def test_directions_end_where_passive_values_are_written() -> None:
    _, second = both(program(1, UVW, [put(W(), num(2.0)), let("a", U(0) * V(0))]))
    assert second.facts[2].consumed and not second.facts[5].written


def test_a_smallest_value_at_the_point_that_gave_it() -> None:
    loop = program(1, "u:dat:READ r:reduce:MIN", [put(P(1)[0], call("fmin", P(1)[0], call("exp", U(0)) * U(1)))])
    assert [f.seed for f in both(loop)[1].facts] == [False, True, False, True]
    assert max(error(loop, seed) for seed in range(5)) < 1e-11


@settings(max_examples=examples(100), deadline=None)
@given(seeds())
@example(33092)  # what is not a number becomes an integer
def test_random_kernels_by_complex_step(seed: int) -> None:
    assert error(random_loop(seed, 1, True), seed) < 1e-9
