"""Which numbers within structs a kernel reads, and which of long double."""

from __future__ import annotations

from tests.translator.build_ir import P, constant, let, loop_over, program, put, var
from translator import ir
from translator.passes.members import Member, run

U, W = P(0), P(2)


def member(byte: int, type: str = "double", index: ir.Expr | None = None, stride: int = 0, count: int = 0) -> ir.Constant:
    return ir.Constant("p", byte, type, index, stride, count, 1)


def test_real_members_of_arguments_and_constants() -> None:
    k = var("k", "int").e
    body = [
        let("x", member(8)),
        let("n", member(0, "int"), "int"),
        loop_over("k", 0, 3, [put(var("x"), var("x") + constant("rate"))]),
        let("y", member(16, "float", k, 4, 3), "float"),
        let("z", member(64, "long double"), "long double"),
        put(W(), var("x") * U(0) + ir.Constant("limits", 24, "double")),
    ]
    loop = program(1, "u:dat:READ p:gbl:READ w:dat:WRITE", body)
    assert run(loop, {"rate"}) == (Member(-1, "limits", 24, 0, 0, 8), Member(1, "", 8, 0, 0, 8), Member(1, "", 16, 4, 3, 4),
                                    Member(1, "", 64, 0, 0, 16))


def test_a_kernel_without_structs_has_none() -> None:
    assert run(program(1, "u:dat:READ g:gbl:READ w:dat:WRITE", [put(W(), U(0) * P(1)[0])])) == ()


def test_numbers_of_long_double_are_listed_as_they_have_no_type_at_run_time() -> None:
    body = [let("x", ir.Global(1, ir.Const(1, "int"), "long double"), "long double"), put(W(), var("x") * U(0) * P(3)[0] * ir.Constant("wide", 0, "long double"))]
    loop = program(1, "u:dat:READ g:gbl:READ w:dat:WRITE h:gbl:READ", body)
    assert run(loop) == (Member(-1, "wide", 0, 0, 0, 16), Member(1, "", 0, 16, 0, 16))
