"""A kernel may write what its loop lets it write."""

from __future__ import annotations

from tests.translator.build_ir import P, program, put, when
from tests.translator.passes.checking import program_of, said
from translator.passes import check_access


U, V = P(0), P(1)



def test_write_to_read_argument_is_an_error_whatever_its_kind() -> None:
    assert said(check_access.run, program(1, "u:dat:READ v:dat:WRITE", [put(U(), 1.0), put(V(), 2.0)])) == [
        "error access-mismatch: kernel 'kernel' writes 'u', which is declared as READ"]
    assert said(check_access.run, program(1, "g:gbl:READ", [put(U[0], 1.0)])) == [
        "error access-mismatch: kernel 'kernel' writes 'g', which is declared as READ"]
    assert said(check_access.run, program(1, "i:idx:READ", [put(P(0, "int")[0], 1)])) == [
        "error access-mismatch: kernel 'kernel' writes 'i', which is the loop index"]


def test_the_hint_names_the_access_that_would_be_right() -> None:
    hints = [check_access.run(program_of(program(1, "u:dat:READ v:dat:WRITE", body)))[0].hint for body in (
        [put(U(), 1.0)], [put(U(), U() + 1.0)], [when(V() > 0.0, [put(U(), 1.0)])])]
    assert hints == [f"declare 'u' as {access}, or write to a different dataset" for access in ("WRITE", "RW", "RW")]


def test_changing_accesses_and_reading_are_fine() -> None:
    loop = program(1, "u:dat:READ v:dat:RW r:reduce:INC", [put(V(), V() + U()), put(P(2)[0], P(2)[0] + U())])
    assert said(check_access.run, loop) == []
