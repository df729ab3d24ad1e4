"""Points write themselves only."""

from __future__ import annotations

from tests.translator.build_ir import P, program, put, var
from tests.translator.passes.checking import said
from translator.passes import check_off_centre_write


U, V = P(0), P(1)



def test_write_to_a_neighbour_is_an_error() -> None:
    assert said(check_off_centre_write.run, program(1, "u:dat:READ v:dat:RW", [put(V(1), U())])) == [
        "error off-centre-write: kernel 'kernel' writes 'v' at (1)"]
    assert said(check_off_centre_write.run, program(1, "u:dat:READ v:dat:RW", [put(V(var("k", "int")), U())])) == [
        "error off-centre-write: kernel 'kernel' writes 'v' at an offset computed at run time"]


def test_write_to_the_centre_is_fine() -> None:
    assert said(check_off_centre_write.run, program(2, "u:dat:READ v:dat:RW", [put(V(0, 0), U(1, 0))])) == []
