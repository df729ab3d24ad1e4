"""Which numbers within structs a kernel reads."""

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
    assert run(loop, {"rate"}) == (Member(-1, "limits", 24, 0, 0, "double"), Member(1, "", 8, 0, 0, "double"), Member(1, "", 16, 4, 3, "float"))


def test_a_kernel_without_structs_has_none() -> None:
    assert run(program(1, "u:dat:READ g:gbl:READ w:dat:WRITE", [put(W(), U(0) * P(1)[0])])) == ()
