"""Declared points are read."""

from __future__ import annotations

from dataclasses import replace

from tests.translator.build_ir import P, program, put, var
from tests.translator.passes.checking import incomplete, program_of, said, with_stencil
from translator.passes import check_unread_point


U, V = P(0), P(1)

LOOP = with_stencil(program(1, "u:dat:READ v:dat:WRITE", [put(V(), U(1))]), 0, (0,), (1,), (2,))


def test_unread_points_are_one_warning() -> None:
    assert said(check_unread_point.run, LOOP) == [
        "warning unread-point: kernel 'kernel' never reads 'u' at (0) (2), although stencil 'S' has these points"]


def test_points_within_what_is_read_cost_nothing() -> None:
    loop = program(1, "u:dat:READ v:dat:WRITE", [put(V(), U(-1) + U(2))])
    assert said(check_unread_point.run, with_stencil(loop, 0, (0,), (1,), (2,), (-1,))) == []
    assert said(check_unread_point.run, with_stencil(loop, 0, (0,), (-2,), (2,), (-1,))) != []


def test_nothing_is_said_where_nothing_is_certain() -> None:
    assert said(check_unread_point.run, incomplete(LOOP)) == []
    computed = program(1, "u:dat:READ v:dat:WRITE", [put(V(), U(var("k", "int")))])
    assert said(check_unread_point.run, with_stencil(computed, 0, (0,), (1,))) == []


def test_writing_the_centre_counts() -> None:
    loop = program(1, "u:dat:RW", [put(U(), U(1))])
    assert said(check_unread_point.run, with_stencil(loop, 0, (0,), (1,))) == []


def test_a_stencil_is_told_once_with_all_its_kernels() -> None:
    others = [replace(LOOP, kernel=replace(LOOP.kernel, name=name)) for name in ("second", "third", "second")]
    (found,) = check_unread_point.run(program_of(LOOP, *others))
    assert found.message.startswith("kernel 'kernel' never reads 'u'") and found.notes[-1].message == "the following kernels do not read all points of the stencil either: 'second', 'third'"
