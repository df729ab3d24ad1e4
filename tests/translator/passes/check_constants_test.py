"""Globals are declared constants."""

from __future__ import annotations

from tests.translator.build_ir import HERE, P, constant, program, put
from tests.translator.passes.checking import said
from translator.ir import ConstantDecl
from translator.passes import check_constants


LOOP = program(1, "v:dat:WRITE", [put(P(0)(), constant("dx") * constant("dx"))])


def test_undeclared_global_is_one_error_per_kernel() -> None:
    assert said(check_constants.run, LOOP, LOOP) == [
        "error undeclared-constant: kernel 'kernel' uses the global variable 'dx', which is not a declared constant"]


def test_declared_constant_is_fine() -> None:
    assert said(check_constants.run, LOOP, constants=(ConstantDecl("dx", "double", 1, 8, HERE),)) == []
