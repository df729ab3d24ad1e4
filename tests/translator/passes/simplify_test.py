"""Simplification folds what is known and changes no bit (on random kernels: random_kernels_test)."""

from __future__ import annotations

from tests.translator.build_ir import E, P, call, cast, compare, constant, element, kernel, let, loop_over, num, put, select, var, when
from translator import ir
from translator.passes.simplify import UNROLLED_STATEMENTS, fold, run
from translator.passes.walk import statements

U, W = P(0), P(1)
I = var("i", "int")


def simplified(body: list[ir.Stmt]) -> tuple[ir.Stmt, ...]:
    return run(kernel("u:dat w:dat", body)).body


def store(value: E) -> list[ir.Stmt]:
    return [put(W(), value)]


def test_constant_locals_reach_their_uses() -> None:
    k = var("k", "int")
    assert simplified([let("k", 2, "int"), put(k, k * 3 - 5), *store(U(k))]) == tuple(store(U(1)))


def test_values_known_on_both_branches_only_survive() -> None:
    k = var("k", "int")
    same = [let("k", 0, "int"), when(U() > 0.0, [put(k, num(1, "int"))], [put(k, num(1, "int"))]), *store(U(k))]
    assert simplified(same) == tuple(store(U(1)))
    different = [let("k", 0, "int"), when(U() > 0.0, [put(k, num(1, "int"))]), *store(U(k))]
    assert any(isinstance(s, ir.If) for s in simplified(different))


def test_known_conditions_choose_their_branch() -> None:
    assert simplified([when(compare("<", 1, 2), store(U(1)), store(U(2)))]) == tuple(store(U(1)))
    assert simplified(store(select(compare("<", 2, 1), U(1), U(2)))) == tuple(store(U(2)))


def test_floating_point_is_folded_between_literals_only() -> None:
    kept = [U() + 0.0, U() * 0.0, 0.0 - U(), (U() + 1.0) + 2.0, U() / 1.0]
    for value in kept:
        assert simplified(store(value)) == tuple(store(value))
    assert simplified(store(U() * 1.0 + 1.0 * U(1))) == tuple(store(U() + U(1)))
    assert simplified(store((num(0.1) + 0.2) * U())) == tuple(store(num(0.1 + 0.2) * U()))


def test_multiplying_by_an_integer_one_keeps_the_type() -> None:
    value = ir.Binary("*", ir.Load(0, (ir.Const(0, "int"),), ir.Const(0, "int"), "float"), ir.Const(1.0, "double"), "double")
    assert fold(value) == ir.Cast(value.left, "double")


def test_short_circuits_fold_without_evaluating_more() -> None:
    flag = E(ir.Binary("&&", ir.Const(False, "bool"), compare("<", U(), 1.0).e, "bool"))
    assert simplified([when(flag, store(U(1)), store(U(2)))]) == tuple(store(U(2)))


def test_counted_loops_unroll_with_locals_of_their_own() -> None:
    body = [let("s", 0.0), loop_over("i", -1, 2, [let("t", U(I)), put(var("s"), var("s") + var("t") * var("t"))]), *store(var("s"))]
    out = simplified(body)
    names = [s.name for s in out if isinstance(s, ir.Declare)]
    assert not any(isinstance(s, ir.For) for s in statements(out)) and len(names) == len(set(names)) == 4


def test_triangular_and_descending_loops_unroll() -> None:
    inner = loop_over("j", 0, I, [put(var("s"), var("s") + U(var("j", "int")))])
    out = simplified([let("s", 0.0), loop_over("i", 3, 0, [inner], step=-1), *store(var("s"))])
    reads = [s for s in statements(out) if isinstance(s, ir.Assign) and isinstance(s.target, ir.Var)]
    assert len(reads) == 6


def test_loop_variable_declared_outside_keeps_its_last_value() -> None:
    assert simplified([let("i", None, "int"), loop_over("i", 0, 4, []), *store(U(I))]) == tuple(store(U(4)))


def test_long_loops_stay_loops() -> None:
    body = [let("s", 0.0), loop_over("i", 0, UNROLLED_STATEMENTS + 1, [put(var("s"), var("s") + U(0))]), *store(var("s"))]
    assert any(isinstance(s, ir.For) for s in simplified(body))


def test_constant_tables_become_offsets() -> None:
    entries = [put(element("c", i, type="int"), num(v, "int")) for i, v in ((0, -1), (1, 1))]
    table = [let("c", extents=(2,), type="int"), *entries]
    body = [*table, let("s", 0.0), loop_over("i", 0, 2, [put(var("s"), var("s") + U(element("c", I, type="int")))]), *store(var("s"))]
    loads = {n for s in statements(simplified(body)) if isinstance(s, ir.Assign) for n in [s.value] if isinstance(n, ir.Binary)}
    assert {n.right for n in loads} == {U(-1).e, U(1).e}


def test_values_changed_by_a_loop_of_unknown_length_are_forgotten() -> None:
    k, n = var("k", "int"), cast(U(), "int")
    body = [let("k", 0, "int"), loop_over("i", 0, n, [put(k, k + 1)]), *store(U(k))]
    assert simplified(body)[-1] == store(U(k))[0]


def test_user_adjoint_is_simplified_too() -> None:
    k = ir.Kernel("k", (), (), ir.NOWHERE, (), kernel("u:dat w:dat", [let("unused", 1.0), *store(U())]))
    adjoint = run(k).user_adjoint
    assert adjoint is not None and adjoint.body == tuple(store(U()))


def test_constants_of_the_program_are_not_literals() -> None:
    assert simplified(store(constant("a") * U() * call("sqrt", 2.0))) == tuple(store(constant("a") * U() * call("sqrt", 2.0)))
