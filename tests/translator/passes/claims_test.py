"""Datasets that take the smallest or largest value: the point that offered what is on record claims the derivative, and other uses are refused."""

from __future__ import annotations

import pytest

from tests.oracles.interpret import Memory, run
from tests.translator.build_ir import P, call, let, program, put, select, var, when
from translator import ir
from translator.passes.analyse import analyse
from translator.passes.tangent import Tangent

U, M, V = P(0), P(1), P(2)
LEAST, MOST = "u:dat:READ m:dat:MIN", "u:dat:READ m:dat:MAX"
AT = (0,)


def analysed(args: str, body: list[ir.Stmt]) -> tuple[ir.AdjointKernel, object]:
    found = analyse(program(1, args, body))
    assert isinstance(found.adjoint, ir.AdjointKernel), found.adjoint
    return found.adjoint, found


def contributions(adjoint: ir.AdjointKernel, u: float, left: float, seed: float) -> dict[int, float]:
    """To the value and to the dataset, at a point with value `u`, where the loop left `left`."""
    memory = Memory(lambda place: {0: u, 1: left}[place[0]], {}, {}, lambda param, component, offset=(): seed)
    run(adjoint.body, memory)
    return {place[0]: float(value) for place, value in memory.contributions}


OFFERS: dict[str, tuple[str, list[ir.Stmt]]] = {
    "choice": (MOST, [let("a", U(0) * U(0)), put(M(0), select(M(0) < var("a"), var("a"), M(0)))]),
    "other way round": (MOST, [let("a", U(0) * U(0)), put(M(0), select(var("a") < M(0), M(0), var("a")))]),
    "branch": (MOST, [let("a", U(0) * U(0)), when(var("a") > M(0), [put(M(0), var("a"))])]),
    "function": (MOST, [put(M(0), call("fmax", M(0), U(0) * U(0)))]),
    "least": (LEAST, [let("a", U(0) * U(0)), put(M(0), select(var("a") < M(0), var("a"), M(0)))]),
    "least by a branch": (LEAST, [let("a", U(0) * U(0)), when(var("a") < M(0), [put(M(0), var("a"))])]),
    "some points": (LEAST, [when(U(0) > 1.0, [put(M(0), call("fmin", M(0), U(0) * U(0)))])]),
}


@pytest.mark.parametrize("args, body", OFFERS.values(), ids=OFFERS.keys())
def test_the_point_that_offered_the_value_claims_the_derivative(args: str, body: list[ir.Stmt]) -> None:
    adjoint, found = analysed(args, body)
    assert contributions(adjoint, 3.0, 9.0, 0.5) == {0: 3.0, 1: -0.5}
    assert {p: abs(value) for p, value in contributions(adjoint, 3.0, 9.5, 0.5).items()} == {0: 0.0, 1: 0.0}
    facts = found.facts[1]  # type: ignore[attr-defined]
    assert facts.reads_after and facts.adjoint_reads and facts.target and facts.seed and not facts.consumed


def test_values_that_do_not_move_claim_it_too() -> None:
    adjoint, _ = analysed("n:dat:READ:int m:dat:MAX", [put(M(0), call("fmax", M(0), ir.Cast(P(0, "int")(0).e, "double")))])
    assert contributions(adjoint, 3, 3.0, 0.5) == {1: -0.5}


def test_the_tangent_walks_backwards_and_keeps_what_no_point_has_attained() -> None:
    _, found = analysed(*OFFERS["choice"])
    tangent = found.tangent  # type: ignore[attr-defined]
    assert isinstance(tangent, Tangent) and tangent.backwards and tangent.reads == (0, 1)

    def moved(left: float) -> float:
        values = {0: 3.0, 1: left, 2: 0.1, 3: 7.0}
        return float(run(tangent.form.body, Memory(lambda place: values[place[0]], {}, {}))[tangent.form.outputs[0].local.name])

    assert (moved(9.0), moved(10.0)) == (pytest.approx(0.6), 7.0)


@pytest.mark.parametrize("args, body, words", [
    (MOST, [when(U(0) > M(0), [put(M(0), U(0) * 2.0)])], "may access it only by calling combine_"),
    (MOST, [put(M(0), call("fmin", M(0), U(0)))], "combine_max"),
    (MOST, [put(M(0), U(0))], "may access it only by calling combine_"),
    (LEAST + " w:dat:WRITE", [put(M(0), call("fmin", M(0), U(0))), put(V(), M(0))], "may access it only by calling combine_"),
    (LEAST, [put(M(0), call("fmin", M(0), U(0) + M(0)))], "combine_min"),
    (LEAST + " w:dat:RW", [put(V(), V() * V()), put(M(0), call("fmin", M(0), U(0)))], "compute the minimum or maximum in a separate loop"),
])
def test_what_cannot_be_differentiated_is_named(args: str, body: list[ir.Stmt], words: str) -> None:
    found = analyse(program(1, args, body)).adjoint
    assert isinstance(found, ir.NotDifferentiable)
    assert words in f"{found.what}; {found.hint}"


def test_there_is_no_second_derivative() -> None:
    again = analyse(program(1, *OFFERS["function"]), second=True).second
    assert isinstance(again, ir.NotDifferentiable) and "OPS_MIN or OPS_MAX" in again.what
