"""What passed values say of accesses of arguments that are switched off; whatever is not sure counts as touched."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.translator.build_ir import E, P, compare, let, program, put, select, var, when
from translator.ir import Binary, Expr, Loop, Stmt, Unary
from translator.passes import touched

U, V, FLAGS, INDEX = P(0), P(1), P(2, "int"), P(3, "int")
FIRST, SECOND = compare("==", FLAGS[0], 1), compare("==", FLAGS[1], 1)


def loop(body: list[Stmt]) -> Loop:
    found = program(1, "u:dat:RW v:dat:RW flags:gbl:READ:int:2 index:idx:READ", body)
    return replace(found, args=(replace(found.args[0], optional=True), *found.args[1:]))


def condition(*body: Stmt) -> Expr | None:
    return touched.run(loop(list(body)))[0]


def both(op: str, left: E, right: E) -> E:
    return E(Binary(op, left.e, right.e, "bool"))


def test_a_kernel_without_optional_arguments_is_not_asked() -> None:
    assert touched.run(program(1, "u:dat:RW", [put(U(), 1.0)])) == {}


@pytest.mark.parametrize("body", [
    [put(V(), U())],
    [put(U(), 1.0)],
    [when(compare(">", V(), 0.0), [put(U(), 1.0)])],
    [when(compare("==", INDEX[0], 1), [put(U(), 1.0)])],
    [when(FIRST, [put(V(), 1.0)], [put(V(), 2.0)]), put(V(), V() + U(1))],
    [when(both("||", FIRST, compare(">", V(), 0.0)), [put(U(), 1.0)])],
    [let("k", FLAGS[0], "int"), put(var("k", "int"), INDEX[0]), when(compare("==", var("k", "int"), 1), [put(U(), 1.0)])],
    [when(FIRST, [put(U(), 1.0)]), put(V(), U())],
])
def test_what_is_not_sure_counts_as_touched(body: list[Stmt]) -> None:
    assert condition(*body) is None


def test_never() -> None:
    assert condition(put(V(), 2.0)) == touched.NEVER


@pytest.mark.parametrize("body", [
    [when(FIRST, [put(U(), 1.0)])],
    [when(both("&&", FIRST, compare(">", V(), 0.0)), [put(U(), 1.0)])],
    [when(both("&&", compare(">", V(), 0.0), FIRST), [put(U(), U(1) * 2.0)])],
    [when(both("&&", FIRST, compare(">", U(), 0.0)), [put(V(), 1.0)])],
    [put(V(), select(FIRST, U(), 0.0))],
    [let("k", FLAGS[0], "int"), when(compare("==", var("k", "int"), 1), [put(U(), 1.0)])],
])
def test_a_flag_decides(body: list[Stmt]) -> None:
    assert condition(*body) == FIRST.e


def test_the_other_side_of_a_branch() -> None:
    assert condition(when(FIRST, [put(V(), 1.0)], [put(U(), 1.0)])) == Unary("!", FIRST.e, "bool")
    neither = condition(when(both("||", FIRST, SECOND), [put(V(), 1.0)], [put(U(), 1.0)]))
    assert neither == Binary("&&", Unary("!", FIRST.e, "bool"), Unary("!", SECOND.e, "bool"), "bool")


def test_several_accesses_and_nested_conditions() -> None:
    found = condition(when(FIRST, [put(U(), 1.0)]), when(SECOND, [when(compare(">", V(), 1.0), [put(V(), U())])]))
    assert found == Binary("||", FIRST.e, SECOND.e, "bool")
    assert condition(when(FIRST, [when(SECOND, [put(U(), 1.0)])])) == Binary("&&", FIRST.e, SECOND.e, "bool")
