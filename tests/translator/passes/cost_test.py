"""The cost model ranks bodies as machines do and charges nothing for what is hoisted."""

from __future__ import annotations

from tests.translator.build_ir import E, P, call, cast, constant, let, loop_over, program, put, var, when
from translator import ir
from translator.passes import cost
from translator.passes.activity import Activity

U = P(0)()
A = constant("a")


def price(*body: ir.Stmt) -> float:
    return cost.of_body(body, Activity(program(1, "u:dat:READ", []), body))


def of(e: E) -> float:
    return price(let("x", e))


def test_functions_cost_more_than_division_than_addition() -> None:
    assert of(call("exp", U)) > of(U / U) > of(U + U) > of(U) > 0
    assert of(call("exp", U)) > of(call("sqrt", U)) > of(call("fmax", U, U))


def test_uniform_values_are_free() -> None:
    assert of(call("exp", A) / A) == 0
    assert of(call("exp", A) / A * U) == of(A * U)
    assert price(let("k", call("exp", A)), let("x", var("k") * U)) == of(A * U)


def test_both_branches_count_and_loops_count_several_times() -> None:
    step = put(var("x"), U * U)
    assert price(when(U > 0.0, [step], [step])) == price(when(U > 0.0, [step])) + price(step)
    assert price(loop_over("i", 0, cast(U, "int"), [step])) > 4 * price(step)
