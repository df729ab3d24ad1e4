"""Printed C++ evaluates as the IR says: literals keep type and value, sums and products are never regrouped."""

from __future__ import annotations

import math
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.oracles.interpret import Memory, evaluate
from tests.translator.generated import ROOT
from translator.ir import Binary, Call, Cast, Const, Declare, Expr, For, Select, Unary, Var
from translator.view.cpp import Printer, literal
from translator.view.names import Names


class Nowhere:
    def load(self, e: object) -> str:
        raise AssertionError

    store = global_ = constant = seed = load

    def contribute(self, s: object) -> list[str]:
        raise AssertionError


def text(e: Expr) -> str:
    return Printer(Nowhere()).expr(e)


A, B, C = (Var(name, "double") for name in "abc")


def binary(op: str, left: Expr, right: Expr) -> Binary:
    return Binary(op, left, right, "double")


@pytest.mark.parametrize(
    ("constant", "expected"),
    [
        (Const(2.0, "double"), "2.0"),
        (Const(2, "double", "2"), "2.0"),
        (Const(0.1, "double", "1e-1"), "1e-1"),
        (Const(0.5, "double", "0x1p-1"), "0x1p-1"),
        (Const(0.1, "float", "0.1f"), "0.1f"),
        (Const(0.1, "float", "0.1"), "static_cast<float>(0.1)"),
        (Const(0.1, "double", "0.1f"), "static_cast<double>(0.1f)"),
        (Const(0.25, "float"), "0.25f"),
        (Const(0.5, "long double"), "0.5L"),
        (Const(0.1, "long double", "0.1L"), "0.1L"),
        (Const(-0.25, "long double", "-0.25L"), "(-0.25L)"),
        (Const(-0.0, "double"), "(-0.0)"),
        (Const(-3, "int"), "(-3)"),
        (Const(-(2**31), "int"), "(-2147483647 - 1)"),
        (Const(7, "long long"), "7LL"),
        (Const(7, "unsigned int"), "7u"),
        (Const(True, "bool"), "true"),
        (Const(math.inf, "double"), "static_cast<double>(__builtin_inf())"),
    ],
)
def test_literals(constant: Const, expected: str) -> None:
    assert literal(constant) == expected


def test_sums_are_not_regrouped() -> None:
    assert text(binary("+", binary("+", A, B), C)) == "a + b + c"
    assert text(binary("+", A, binary("+", B, C))) == "a + (b + c)"
    assert text(binary("-", A, binary("-", B, C))) == "a - (b - c)"
    assert text(binary("*", binary("+", A, B), C)) == "OPS_ROUNDED((a + b) * c)"
    assert text(binary("/", A, binary("*", B, C))) == "a / (b * c)"
    assert text(Unary("-", binary("*", A, B), "double")) == "-OPS_ROUNDED(a * b)"
    assert text(Unary("-", Unary("-", A, "double"), "double")) == "-(-a)"


def test_products_are_rounded_where_something_may_be_added() -> None:
    assert text(binary("+", binary("*", A, B), C)) == "OPS_ROUNDED(a * b) + c"
    assert text(binary("-", A, binary("*", binary("*", A, B), C))) == "a - OPS_ROUNDED(a * b * c)"
    assert text(binary("*", A, binary("*", B, C))) == "OPS_ROUNDED(a * (b * c))"
    assert text(binary("+", binary("/", binary("*", A, B), C), A)) == "a * b / c + a"
    assert text(binary("*", binary("+", binary("*", A, B), C), A)) == "OPS_ROUNDED((OPS_ROUNDED(a * b) + c) * a)"
    n = Var("n", "int")
    assert text(Binary("+", Binary("*", n, n, "int"), n, "int")) == "n * n + n"


def test_arguments_are_converted_to_the_function_that_was_called() -> None:
    assert text(Call("sqrt", (Var("n", "int"),), "double")) == "std::sqrt(static_cast<double>(n))"
    assert text(Call("ldexp", (A, Var("n", "int")), "double")) == "std::ldexp(a, n)"
    assert text(Call("abs", (Var("n", "int"),), "int")) == "std::abs(n)"
    assert text(Cast(A, "float")) == "static_cast<float>(a)"


def test_locals_that_nothing_reads_are_marked() -> None:
    lines = Printer(Nowhere()).whole((Declare("a", "double", (), Const(1.0, "double")), Declare("b", "double", (), A)))
    assert lines == ["double a = 1.0;", "[[maybe_unused]] double b = a;"]


def test_counted_loops_keep_their_step() -> None:
    loop = For("k", Const(4, "int"), Const(0, "int"), -2, ())
    assert Printer(Nowhere()).statement(loop, 0) == ["for (int k = 4; k > 0; k -= 2) {", "}"]


def test_the_bound_of_a_loop_is_one_operand() -> None:
    loop = For("k", Const(0, "int"), Binary("&", Var("n", "int"), Const(3, "int"), "int"), 1, ())
    assert Printer(Nowhere()).statement(loop, 0)[0] == "for (int k = 0; k < (n & 3); ++k) {"


def test_names_are_handed_out_once() -> None:
    names = Names({"u"})
    assert [names.fresh("u"), names.fresh("u"), names.fresh("launch"), names.fresh("v")] == ["u_", "u__", "launch_", "v"]


def expressions() -> st.SearchStrategy[Expr]:
    numbers = st.floats(-8, 8, allow_nan=False).map(lambda v: Const(v, "double"))
    leaves = st.one_of(numbers, st.sampled_from([A, B, C]))

    def grow(inner: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
        return st.one_of(
            st.builds(binary, st.sampled_from("+-*/"), inner, inner),
            st.builds(lambda e: Unary("-", e, "double"), inner),
            st.builds(lambda x, y, t, o: Select(Binary("<", x, y, "bool"), t, o, "double"), inner, inner, inner, inner),
            st.builds(lambda e: Call("sqrt", (Call("fabs", (e,), "double"),), "double"), inner),
        )

    return st.recursive(leaves, grow, max_leaves=12)


@settings(max_examples=3, deadline=None)
@given(st.lists(expressions(), min_size=40, max_size=40))
def test_printed_expressions_have_the_bits_of_the_ir(tmp_path_factory: pytest.TempPathFactory, all_: list[Expr]) -> None:
    """Without functions that libraries round differently, equality is exact."""
    values = {"a": 0.1, "b": -3.7, "c": 1e-3}
    program = ["#include <cmath>", "#include <cstdio>", '#include "rounded.hpp"', "int main() {"]
    program += [f"  volatile double {k}_ = {v!r}; const double {k} = {k}_; (void){k};" for k, v in values.items()]
    program += [f'  std::printf("%a\\n", {text(e)});' for e in all_] + ["}"]
    assert run("\n".join(program), tmp_path_factory.mktemp("cpp")) == [float(evaluate(e, Memory(), values)).hex() for e in all_]


def run(source: str, folder: Path) -> list[str]:
    (folder / "t.cpp").write_text(source)
    compiler = ["c++", "-std=c++20", "-O1", "-ffp-contract=off", f"-I{ROOT / 'backends/common'}"]
    subprocess.run([*compiler, "t.cpp", "-o", "t"], cwd=folder, check=True, capture_output=True)
    lines = subprocess.run([str(folder / "t")], check=True, capture_output=True, text=True).stdout.split()
    return [float.fromhex(line).hex() if "nan" not in line else "nan" for line in lines]
