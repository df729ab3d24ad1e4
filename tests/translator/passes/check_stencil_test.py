"""Reads stay within the declared stencil."""

from __future__ import annotations

from tests.translator.build_ir import E, P, let, program, put, var, when
from tests.translator.passes.checking import said, with_stencil
from translator import ir
from translator.passes import check_stencil


U, V = P(0), P(1)

LOOP = program(1, "u:dat:READ v:dat:WRITE", [put(V(), U(2) + U(0))])


def test_read_outside_is_doubtful() -> None:
    assert said(check_stencil.run, with_stencil(LOOP, 0, (0,), (1,))) == [
        "warning stencil-mismatch: kernel 'kernel' reads 'u' at (2), outside stencil 'S'"]


def test_points_of_one_argument_are_named_together() -> None:
    loop = program(1, "u:dat:READ v:dat:WRITE", [put(V(), U(-1) + U(1) + U(-1) + U(0))])
    assert said(check_stencil.run, with_stencil(loop, 0, (0,))) == [
        "warning stencil-mismatch: kernel 'kernel' reads 'u' at (-1) (1), outside stencil 'S'"]


def test_reads_inside_and_unknown_stencils_are_fine() -> None:
    assert said(check_stencil.run, with_stencil(LOOP, 0, (0,), (2,))) == []
    assert said(check_stencil.run, LOOP) == []


def test_a_place_that_a_condition_decides_is_looked_at() -> None:
    zero, left, k = ir.Const(0, "int"), ir.Const(-1, "int"), var("k", "int")
    body = [let("k", E(zero), "int"), when(U() > 0.0, [put(k, E(left))]), put(V(), U(k))]
    loop = program(1, "u:dat:READ v:dat:WRITE", body)
    assert said(check_stencil.run, with_stencil(loop, 0, (0,))) == [
        "warning stencil-mismatch: kernel 'kernel' reads 'u' at (-1), outside stencil 'S'"]


def test_computed_offsets_are_left_to_the_checked_target() -> None:
    loop = program(1, "u:dat:READ v:dat:WRITE", [put(V(), U(var("k", "int")))])
    assert said(check_stencil.run, with_stencil(loop, 0, (0,))) == []
