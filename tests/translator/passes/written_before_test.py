"""What is certainly written at the end of each path."""

from __future__ import annotations

from tests.translator.build_ir import P, program, put, when
from translator.ir import Const, Jump, Stmt, While
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


def test_a_component_computed_at_run_time_may_be_any() -> None:
    assert left(put(V.at(P(0, "int")(), 0), U()), dim=4) == ()


def test_reads_are_reported_in_order() -> None:
    loop = program(1, "u:dat:READ v:dat:WRITE", [put(U(), V()), put(V(), V(1))])
    assert [r.load for r in unwritten_reads(loop, 1)] == [V().e, V(1).e]
