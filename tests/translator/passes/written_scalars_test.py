"""What loops over scalars write are sums over their one point; other loops are left alone."""

from __future__ import annotations

from dataclasses import replace

from tests.translator.build_ir import P, let, program, put, var, when
from tests.translator.passes.checking import said
from translator.ir import Access
from translator.passes import check_access, check_argument_access, check_partial_write, check_write_first, written_scalars
from translator.signature import signature

A, B = P(0), P(1)
LOOP = replace(program(1, "a:scalar:READ b:scalar:WRITE:double:2", [put(B[0], A[0]), put(B[1], B[0] * 2.0)]), scalars=True)


def test_written_scalars_become_sums() -> None:
    args = written_scalars.run(LOOP).args
    assert [(a.kind, a.access) for a in args] == [("scalar", Access.READ), ("reduce", Access.INC)]


def test_the_signature_is_that_of_the_sum() -> None:
    assert signature(LOOP) == signature(written_scalars.run(LOOP)) == "1|sca:double:1|red:double:2:INC"


def test_other_loops_are_left_alone() -> None:
    loop = program(1, "a:scalar:READ v:dat:WRITE", [put(P(1)(), A[0])])
    assert written_scalars.run(loop) is loop


def test_a_right_kernel_passes_the_checks() -> None:
    for check in (check_access, check_argument_access, check_partial_write, check_write_first):
        assert said(check.run, LOOP) == []


def test_a_component_that_is_not_written_is_an_error() -> None:
    loop = replace(LOOP, kernel=replace(LOOP.kernel, body=(put(B[0], A[0]), when(A[0] > 0.0, [put(B[1], A[0])]))))
    assert said(check_partial_write.run, loop) == [
        "error partial-write: kernel 'kernel' does not write component 1 of 'b' on every path, although the argument is declared as WRITE"]


def test_a_new_value_is_not_read_before_it_is_written() -> None:
    loop = replace(LOOP, kernel=replace(LOOP.kernel, body=(let("t", B[1]), put(B[0], var("t")), put(B[1], A[0]))))
    assert said(check_write_first.run, loop) == ["error unwritten-read: kernel 'kernel' reads 'b' before writing it, although the argument is declared as WRITE"]


def test_other_arguments_and_accesses_are_errors() -> None:
    loop = replace(program(1, "a:scalar:RW u:dat:READ r:reduce:INC", [put(A[0], P(1)())]), scalars=True)
    assert said(check_argument_access.run, loop) == [
        "error argument-access: argument 1 of loop 'loop', a scalar, is declared as RW",
        "error argument-access: argument 2 of loop 'loop' is a dataset, but ops_scalar_loop accepts only scalars and global values",
        "error argument-access: argument 3 of loop 'loop' is a reduction, but ops_scalar_loop accepts only scalars and global values"]


def test_loops_over_points_write_no_scalar() -> None:
    assert said(check_argument_access.run, program(1, "a:scalar:WRITE v:dat:WRITE", [put(P(1)(), 1.0)])) == [
        "error argument-access: argument 1 of loop 'loop', a scalar, is declared as WRITE"]
