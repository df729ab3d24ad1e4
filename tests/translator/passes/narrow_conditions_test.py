"""Comparisons of small integers leave a body of doubles, but only if no such integer stays."""

from __future__ import annotations

from tests.translator.build_ir import E, P, cast, compare, constant, let, num, select, var
from translator.ir import Binary, Contribute, Expr, Load, Stmt
from translator.passes import narrow_conditions
from translator.passes.walk import body_nodes

U, KIND, FLAG = P(0), P(1, "int"), P(2, "int")


def uniform(e: Expr) -> bool:
    return e == constant("k", "int").e


def contribute(e: E) -> Contribute:
    return Contribute(0, (0,), 0, e.e)


def run(*body: Stmt) -> narrow_conditions.Narrow:
    return narrow_conditions.run(tuple(body), uniform)


def test_a_condition_becomes_a_local() -> None:
    condition = compare(">", KIND(0), constant("k", "int"))
    narrow = run(let("c", condition, type="bool"), contribute(select(var("c", "bool"), U(0), num(0.0))))
    assert narrow.conditions == (condition.e,)
    assert not any(isinstance(n, Load) and n.type == "int" for n in body_nodes(narrow.body))


def test_a_condition_is_decided_once() -> None:
    condition = compare(">", KIND(0), FLAG(0))
    narrow = run(contribute(select(condition, U(0), num(0.0)) + select(condition, U(1), num(0.0))))
    assert len(narrow.names) == 1


def test_several_comparisons_are_one_condition() -> None:
    both = E(Binary("&", compare(">", KIND(0), FLAG(0)).e, compare("==", FLAG(1), FLAG(0)).e, "bool"))
    assert run(contribute(select(both, U(0), num(0.0)))).conditions == (both.e,)


def test_all_stays_if_an_integer_stays() -> None:
    body = (contribute(select(compare(">", KIND(0), FLAG(0)), U(0), num(0.0)) * cast(KIND(0), "double")),)
    assert run(*body) == narrow_conditions.Narrow(body)


def test_comparisons_with_values_stay() -> None:
    body = (contribute(select(U(0) > 0.0, U(0), num(0.0))),)
    assert run(*body) == narrow_conditions.Narrow(body)


def test_large_integers_stay() -> None:
    body = (contribute(select(compare(">", P(1, "long long")(0), P(2, "long long")(0)), U(0), num(0.0))),)
    assert run(*body) == narrow_conditions.Narrow(body)
