"""What is certainly written at the end of each path."""

from __future__ import annotations

from tests.translator.build_ir import P, program, put, when
from translator.ir import Assign, Const, Declare, Expr, For, If, Jump, Stmt, Unary, Var, While
from translator.passes.written_before import left_unwritten, unwritten_reads

U, V = P(0), P(1)


def left(*body: Stmt, dim: int = 1) -> tuple[int, ...]:
    return left_unwritten(program(1, f"u:dat:READ v:dat:WRITE:double:{dim}", list(body)), 1)


def test_only_what_every_path_writes_counts() -> None:
    assert left(put(V(), U())) == ()
    assert left(when(U() > 0.0, [put(V(), U())])) == (0,)
    assert left(when(U() > 0.0, [put(V(), U())], [put(V(), 1.0)])) == ()


def test_a_path_that_leaves_does_not_join() -> None:
    endless = While(Const(True, "bool"), (when(U() > 0.0, [put(V(), U()), Jump("break")]),))
    assert left(endless) == ()


def test_the_last_case_of_all_is_reached_by_all_that_no_other_has_taken() -> None:
    """As in a switch over all values of an enumeration."""
    assert left(If((U() > 1.0).e, (put(V(), U()),), (If((U() > 0.0).e, (put(V(), 1.0),), (), last=True),))) == ()
    assert left(If((U() > 1.0).e, (put(V(), U()),), (If((U() > 0.0).e, (), (), last=True),))) == (0,)


DONE = Var("done", "bool")


def done(value: bool) -> Assign:
    return Assign(DONE, Const(value, "bool"))


def test_a_flag_keeps_paths_apart() -> None:
    """As a return in the middle of a kernel becomes one."""
    start, rest = Declare("done", "bool", (), Const(False, "bool")), If(Unary("!", DONE, "bool"), (put(V(), 0.0),))
    assert left(start, when(U() > 0.0, [put(V(), U()), done(True)]), rest) == ()
    assert left(start, when(U() > 0.0, [done(True)]), rest) == (0,)
    assert left(start, when(U() > 0.0, [put(V(), U()), done(True)]), done(False), If(DONE, (put(V(), 0.0),))) == (0,)
    assert left(If(DONE, (put(V(), U()),)), rest) == ()


def test_flags_of_blocks_do_not_outlive_them() -> None:
    """As in a loop with a return and a continue that is unrolled: so many paths that they would be joined."""
    start, rest = Declare("done", "bool", (), Const(False, "bool")), If(Unary("!", DONE, "bool"), (put(V(), 0.0),))
    rounds = []
    for k in range(8):
        own = Var(f"continued_{k}", "bool")
        inner = when(U() > float(k), [Assign(own, Const(True, "bool"))], [when(U() > 0.5, [put(V(), U()), done(True)])])
        rounds.append(If(Unary("!", DONE, "bool"), (Declare(own.name, "bool", (), Const(False, "bool")), inner)))
    assert left(start, *rounds, rest) == ()


def test_a_flag_that_is_set_in_a_loop() -> None:
    start, rest = Declare("done", "bool", (), Const(False, "bool")), If(Unary("!", DONE, "bool"), (put(V(), 0.0),))
    stop: Expr = P(2, "int")().e
    found = For("k", Const(0, "int"), stop, 1, (when(U() > 0.0, [put(V(), U()), done(True), Jump("break")]),))
    assert left(start, found, rest) == ()
    unfinished = For("k", Const(0, "int"), stop, 1, (when(U() > 0.0, [done(True), Jump("break")]),))
    assert left(start, unfinished, rest) == (0,)
    forgotten = For("k", Const(0, "int"), stop, 1, (when(U() > 0.0, [put(V(), U()), done(True)]), when(U() > 1.0, [done(False)])))
    assert left(start, forgotten, If(DONE, (put(V(), 0.0),))) == (0,)
    assert left(start, forgotten, rest) == ()


def test_many_flags_end() -> None:
    flags = [Var(f"f{i}", "bool") for i in range(9)]
    body = [when(U() > float(i), [Assign(flag, Const(True, "bool"))], [Assign(flag, Const(False, "bool"))]) for i, flag in enumerate(flags)]
    assert left(While((U() > 0.0).e, tuple(body)), While(flags[0], (put(V(), U()),))) == (0,)


def test_a_component_computed_at_run_time_may_be_any() -> None:
    assert left(put(V.at(P(0, "int")(), 0), U()), dim=4) == ()


def test_reads_are_reported_in_order() -> None:
    loop = program(1, "u:dat:READ v:dat:WRITE", [put(U(), V()), put(V(), V(1))])
    assert [r.load for r in unwritten_reads(loop, 1)] == [V().e, V(1).e]


def test_a_cell_beside_the_point_is_another_one() -> None:
    reads_first = program(1, "u:dat:READ v:dat:WRITE", [put(V(-1), U()), put(V(-2), V(0))])
    assert [r.load for r in unwritten_reads(reads_first, 1)] == [V(0).e]
    assert unwritten_reads(program(1, "u:dat:READ v:dat:WRITE", [put(V(-1), U()), put(V(-2), V(-1))]), 1) == ()
    assert left(put(V(-1), U()), when(U() > 0.0, [put(V(-2), U())])) == (0,)
    assert left(put(V(-1), U()), put(V(-2), U())) == ()
