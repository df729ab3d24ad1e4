"""What a zero seed or a zero direction meets gives nothing, whatever it is; other derivatives keep their bits; linear kernels stay as they are."""

from __future__ import annotations

import math
from dataclasses import replace
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings

from tests.oracles.interpret import Memory, run as execute
from tests.oracles.point import Point
from tests.tier import examples
from tests.translator.build_ir import E, P, call, compare, constant, element, let, loop_over, program, put, select, var, when
from tests.translator.passes.random_kernels import CONSTANTS, random_loop, seeds
from translator import ir
from translator.passes import differentiate, simplify, tangent, zero_seeds
from translator.passes.analyse import analyse
from translator.passes.walk import Body, body_nodes

U, V, W, G, X = P(0), P(1), P(2), P(3), P(4)
ARGS = "u:dat:READ v:dat:READ w:dat:WRITE g:gbl:READ x:dat:WRITE"
S, T = var("s"), var("t")


def choices(body: Body) -> int:
    return sum(isinstance(n, ir.Select) for n in body_nodes(body))


def adjoint_of(loop: ir.Loop) -> ir.AdjointKernel:
    found = analyse(loop).adjoint
    assert isinstance(found, ir.AdjointKernel)
    return found


def gradient(body: list[ir.Stmt], u: float, v: float = 1.0, w: float = 1.0, x: float = 0.0) -> tuple[float, float]:
    """By u and by v, from seeds of w and x."""
    loop = program(1, ARGS, body)
    point = Point(loop, given={(0, (0,), 0): u, (1, (0,), 0): v}, elements={(3, 0): 2.0}, seeds={(2, 0): w, (4, 0): x})
    with np.errstate(all="ignore"):
        out = point.adjoint(adjoint_of(loop))
    return out.get((0, (0,), 0), 0.0), out.get((1, (0,), 0), 0.0)


def slope(body: list[ir.Stmt], u: float, v: float, du: float, dv: float) -> float:
    """Of w along (du, dv), by the tangent."""
    loop = program(1, ARGS, body)
    found = tangent.run(loop)
    assert isinstance(found, tangent.Tangent)
    given_ = {(0, (0,), 0): u, (1, (0,), 0): v, (5, (0,), 0): du, (6, (0,), 0): dv}
    output = next(o for o in found.form.outputs if o.param == 7)
    memory = Memory(lambda place: np.float64(given_[place]), {(3, 0): np.float64(2.0)})
    with np.errstate(all="ignore"):
        return float(execute(found.form.body, memory, {output.local.name: 0.0})[output.local.name])


SINGULAR = {
    "quotient": ([put(W(), V() / U())], 0.0),
    "reciprocal": ([let("s", 1.0 / U()), put(W(), S * V() * V())], 0.0),
    "log": ([put(W(), call("log", U()) * V())], 0.0),
    "pow": ([put(W(), call("pow", U(), V() - 3.0))], 0.0),
    "power": ([put(W(), call("pow", U(), E(ir.Const(-0.5, "double"))) + V())], 0.0),
    "sqrt of a negative": ([put(W(), call("sqrt", U()) * V())], -1.0),
    "asin": ([put(W(), call("asin", U()) * V())], 2.0),
    "tan": ([put(W(), call("tan", U()) * V())], math.inf),
    "infinite data": ([put(W(), U() * V())], math.inf),
    "NaN": ([put(W(), U() * U() * V())], math.nan),
    "branch": ([let("t", 1.0 / U()), let("s"), when(V() > 0.0, [put(S, T * T)], [put(S, T * V())]), put(W(), S * S)], 0.0),
    "loop": ([let("s", V()), loop_over("k", 0, 3, [put(S, S * S / U())]), put(W(), S)], 0.0),
    "array": ([let("a", extents=(2,)), put(element("a", 0), V() / U()), put(element("a", 1), U()), put(W(), element("a", 0) * element("a", 1))], 0.0),
}


@pytest.mark.parametrize("name", SINGULAR)
@pytest.mark.parametrize("zero", [0.0, -0.0])
def test_a_zero_seed_gives_zero(name: str, zero: float) -> None:
    body, u = SINGULAR[name]
    assert gradient(body, u, w=zero) == (0.0, 0.0)


@pytest.mark.parametrize("name", SINGULAR)
def test_a_zero_direction_gives_zero(name: str) -> None:
    body, u = SINGULAR[name]
    assert slope(body, u, 1.0, 0.0, 0.0) == 0.0


def test_without_the_pass_it_is_not_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zero_seeds, "run", lambda loop, body, directions=frozenset(): body)
    body, u = SINGULAR["quotient"]
    assert math.isnan(gradient(body, u, w=0.0)[0]) and math.isnan(slope(body, u, 1.0, 0.0, 0.0))


def test_a_seed_that_is_not_zero_gives_what_it_gave() -> None:
    assert gradient([put(W(), V() / U())], 0.0) == (-math.inf, math.inf)
    assert math.isnan(gradient([put(W(), call("sqrt", U()))], -1.0)[0])
    assert math.isnan(gradient([put(W(), U() * U())], 1.0, w=math.nan)[0])
    assert slope([put(W(), V() / U())], 0.0, 1.0, 0.0, 1.0) == math.inf


def test_each_seed_counts_by_itself() -> None:
    body = [put(W(), 1.0 / U()), put(X(), 3.0 * U() + V())]
    assert gradient(body, 0.0, w=0.0, x=1.0) == (3.0, 1.0)
    body = [let("s", 1.0 / U()), let("t", S * 0.0 + V()), put(W(), S * V()), put(X(), V() * V())]
    assert gradient(body, 0.0, 2.0, w=0.0, x=1.0) == (0.0, 4.0)


@pytest.mark.parametrize("body", [
    [let("s", 1.0 / U()), put(W(), select(U() > 0.0, S, V()))],
    [put(W(), call("fmax", call("sqrt", U()), V()))],
    [put(W(), call("fmin", V(), call("sqrt", U())))],
    [put(W(), call("fmax", V(), call("sqrt", U() / V())))],
    [let("s", call("sqrt", U())), put(W(), select(compare(">=", S, 0.0), S, V()))],
    [let("s", call("sqrt", U())), let("t", V()), when(U() > 0.0, [put(T, S)]), put(W(), T)],
])
def test_what_was_not_chosen_gives_nothing_in_both_modes(body: list[ir.Stmt]) -> None:
    assert gradient(body, -2.0, 1.5) == (0.0, 1.0)
    assert slope(body, -2.0, 1.5, 0.7, 0.3) == 0.3


@pytest.mark.parametrize("name", ["fmax", "fmin"])
def test_fmax_and_fmin_take_the_number_where_one_is_none(name: str) -> None:
    nan = math.nan
    assert gradient([put(W(), call(name, U(), V()))], nan, 1.5) == (0.0, 1.0)
    assert gradient([put(W(), call(name, U(), V()))], 1.5, nan) == (1.0, 0.0)
    assert gradient([put(W(), call(name, U(), V()))], nan, nan) == (1.0, 0.0)


@pytest.mark.parametrize("value", [
    U() - 2.0 * U(1) + U(-1), constant("k") * (U(1) - U(-1)) / G[0], (U(1) - V()) / 3.0, select(U(3) > 0.0, U(), V()) * 2.0,
])
def test_products_with_what_is_the_same_everywhere_need_no_choice(value: E) -> None:
    loop = program(1, ARGS, [put(W(), value)])
    with_it = adjoint_of(loop).body
    assert all(not (isinstance(n, ir.Select) and n.condition == compare("!=", E(ir.Seed(2, 0, "double")), 0.0).e) for n in body_nodes(with_it))


def test_a_chain_of_products_has_one_choice() -> None:
    loop = program(1, ARGS, [put(W(), call("exp", call("sin", U() * V(1)) / V(-1)))])
    only = program(1, "u:dat:READ v:gbl:READ w:dat:WRITE", [put(W(), call("exp", call("sin", U() * P(1)[0]) / P(1)[1]))])
    assert choices(adjoint_of(only).body) == 1
    assert choices(adjoint_of(loop).body) == 3  # one for each place


def test_directions_are_sources_in_second_derivatives() -> None:
    """w = u * u * u by value and direction: where neither seed is given nothing comes, whatever the direction meets."""
    loop = program(1, "u:dat:READ w:dat:WRITE", [put(P(1)(), U() * U() / P(0)(1))])
    both = tangent.with_values(loop)
    assert isinstance(both, ir.Loop)
    adjoint = differentiate.run(both, frozenset({2, 3}))
    assert isinstance(adjoint, ir.AdjointKernel)
    zero = {(p, (o,), 0): 0.0 for p in (0, 2) for o in (0, 1)}
    with np.errstate(all="ignore"):
        nothing = Point(both, given=dict(zero), seeds={(1, 0): 0.0, (3, 0): 0.0}).adjoint(adjoint)
        along = Point(both, given={**zero, (0, (0,), 0): 2.0, (0, (1,), 0): math.inf}, seeds={(1, 0): 0.0, (3, 0): 1.0}).adjoint(adjoint)
    assert all(value == 0.0 for value in nothing.values()) and not any(map(math.isnan, along.values()))


def contributions(loop: ir.Loop, point: Point, scale: float) -> list[float]:
    adjoint = differentiate.run(loop)
    assert isinstance(adjoint, ir.AdjointKernel)
    memory = Memory(lambda place: np.float64(point.value(place)), point.elements, CONSTANTS, lambda p, c: np.float64(scale * point.seed_of(p, c)))
    with np.errstate(all="ignore"):
        execute(adjoint.body, memory)
    return [float(value) for _, value in memory.contributions]


def simplified(seed: int) -> ir.Loop:
    loop = random_loop(seed, 1, seed % 2 == 1)
    return replace(loop, kernel=simplify.run(loop.kernel))


@settings(deadline=None, max_examples=examples(60))
@given(seeds())
def test_random_kernels_keep_their_derivatives(seed: int) -> None:
    loop, point = simplified(seed), Point(random_loop(seed, 1, False), constants=CONSTANTS)
    with_it = contributions(loop, point, 1.0)
    with patch.object(zero_seeds, "run", lambda loop, body, directions=frozenset(): body):
        assert contributions(loop, point, 1.0) == with_it


@settings(deadline=None, max_examples=examples(60))
@given(seeds())
def test_random_kernels_with_values_that_are_no_numbers_give_nothing_for_zero_seeds(seed: int) -> None:
    drawn = [0.0, math.inf, -math.inf, math.nan, 1.0, -2.0]
    loop = simplified(seed)
    try:
        found = contributions(loop, Point(loop, seed, lambda r: r.choice(drawn), constants=CONSTANTS), 0.0)
    except (OverflowError, ValueError):  # an index from infinity
        return
    assert all(value == 0.0 for value in found)
