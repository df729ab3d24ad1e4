"""What counts as float in a kernel between datasets of double."""

from __future__ import annotations

import pytest

from tests.translator.build_ir import E, P, call, let, num, program, put, var, when, compare
from translator.ir import Cast, Stmt
from translator.passes import in_float

U, V = P(0), P(1)


def narrow(e: E) -> E:
    return E(Cast(e.e, "float"))


def wide(e: E) -> E:
    return E(Cast(e.e, "double"))


@pytest.mark.parametrize(("body", "expected"), [
    ([put(U(), V())], False),
    ([put(U(), V() * wide(num(0.5, "float")))], False),
    ([put(U(), V() * wide(var("read", "float")))], False),
    ([put(U(), wide(narrow(V())))], True),
    ([let("f", narrow(V()), "float"), put(U(), wide(var("f", "float")))], True),
    ([put(U(), wide(var("f", "float") * var("g", "float")))], True),
    ([when(compare(">", V(), 0.0), [put(U(), wide(narrow(call("sqrt", V()))))])], True),
])
def test_kernels_that_compute_in_float(body: list[Stmt], expected: bool) -> None:
    assert in_float.run(program(1, "u:dat:RW v:dat:READ", body)) == expected
