"""WRITE data is read only after it was written."""

from __future__ import annotations

from tests.translator.build_ir import P, loop_over, program, put, when
from tests.translator.passes.checking import incomplete, said, with_stencil
from translator.passes import check_write_first


U, V = P(0), P(1)

ARGS = "u:dat:READ v:dat:WRITE"
FOUND = ["warning unwritten-read: kernel 'kernel' reads 'v' before writing it, although the argument is declared as WRITE"]
NEIGHBOUR = ["error unwritten-read: kernel 'kernel' reads 'v' at a neighbouring point, although the argument is declared as WRITE"]


def test_read_before_write_is_told_on_any_path() -> None:
    assert said(check_write_first.run, program(1, ARGS, [put(V(), V() + U())])) == FOUND
    assert said(check_write_first.run, program(1, ARGS, [when(U() > 0.0, [put(V(), 1.0)]), put(V(), V() * 2.0)])) == FOUND


def test_read_after_write_on_every_path_is_fine() -> None:
    written = when(U() > 0.0, [put(V(), 1.0)], [put(V(), 2.0)])
    assert said(check_write_first.run, program(1, ARGS, [written, put(V(), V() * 2.0)])) == []


def test_a_loop_that_certainly_runs_writes() -> None:
    body = [put(V(), U())]
    assert said(check_write_first.run, program(1, ARGS, [loop_over("k", 0, 3, body), put(V(), V() * 2.0)])) == []
    assert said(check_write_first.run, program(1, ARGS, [loop_over("k", 0, 0, body), put(V(), V() * 2.0)])) == FOUND


def test_points_that_share_a_cell_would_read_each_other() -> None:
    shared = with_stencil(program(1, ARGS, [put(V(), V() + U())]), 1, (0,), stride=(0,))
    assert said(check_write_first.run, shared) == [FOUND[0].replace("warning", "error")]


def test_neighbours_are_never_written_by_this_point() -> None:
    assert said(check_write_first.run, program(1, ARGS, [put(V(), 1.0), put(V(), V(1))])) == NEIGHBOUR
    assert said(check_write_first.run, program(1, ARGS, [put(V(), V() + V(1))])) == NEIGHBOUR


def test_components_are_told_apart() -> None:
    loop = program(1, "u:dat:READ v:dat:WRITE:double:2", [put(V.at(0, 0), U()), put(V.at(1, 0), V.at(1, 0))])
    assert said(check_write_first.run, loop) == FOUND


def test_incomplete_kernels_may_have_written_it() -> None:
    assert said(check_write_first.run, incomplete(program(1, ARGS, [put(V(), V() + U())]))) == []
