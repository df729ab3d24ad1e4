"""Components stay within the dimension."""

from __future__ import annotations

from tests.translator.build_ir import P, program, put
from tests.translator.passes.checking import said
from translator.passes import check_components


U, V = P(0), P(1)



def test_numbers_beyond_the_dimension_are_errors_of_every_kind() -> None:
    body = [put(V(), U.at(2, 0) + P(2)[3] + P(3, "int")[1])]
    assert said(check_components.run, program(1, "u:dat:READ:double:2 v:dat:WRITE g:gbl:READ:double:3 i:idx:READ", body)) == [
        "error component-range: kernel 'kernel' uses component 2 of 'u', which is declared with dimension 2",
        "error component-range: kernel 'kernel' uses element 3 of 'g', which is declared with dimension 3",
        "error component-range: kernel 'kernel' uses element 1 of 'i', but the loop has 1 dimension"]


def test_negative_numbers_are_errors() -> None:
    assert said(check_components.run, program(1, "u:dat:READ v:dat:WRITE", [put(V(), U.at(-1, 0))])) == [
        "error component-range: kernel 'kernel' uses component -1 of 'u', which is declared with dimension 1"]


def test_numbers_within_are_fine() -> None:
    assert said(check_components.run, program(1, "u:dat:READ:double:2 v:dat:WRITE", [put(V(), U.at(1, 0))])) == []
