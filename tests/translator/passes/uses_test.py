"""Every access with its place."""

from __future__ import annotations

from tests.translator.build_ir import P, program, put, when
from translator.passes import uses


U, V = P(0), P(1)


def test_reads_come_before_the_write_of_a_statement() -> None:
    loop = program(1, "u:dat:READ v:dat:RW", [put(V(), V() + U(1))])
    assert [(u.param, u.writes) for u in uses.uses(loop.kernel.body)] == [(1, False), (0, False), (1, True)]


def test_conditions_and_indices_are_reads() -> None:
    loop = program(1, "u:dat:READ v:dat:RW g:gbl:READ", [when(U() > 0.0, [put(V(), P(2)[P(2)[0]])])])
    assert [u.param for u in uses.uses(loop.kernel.body)] == [0, 2, 2, 1]
