"""Kernels stay within declared constants."""

from __future__ import annotations

from tests.translator.build_ir import HERE, P, program, put
from tests.translator.passes.checking import said
from translator.ir import Constant, ConstantDecl
from translator.passes import check_constant_size


LOOP = program(1, "v:dat:WRITE", [put(P(0)(), Constant("w", 24, "double"))])


def test_read_beyond_is_an_error() -> None:
    assert said(check_constant_size.run, LOOP, constants=(ConstantDecl("w", "double", 3, 24, HERE),)) == [
        "error constant-size: kernel 'kernel' reads beyond the end of constant 'w': it uses byte 24 (counted from 0), but only 24 bytes are declared"]


def test_read_within_and_unknown_sizes_are_fine() -> None:
    assert said(check_constant_size.run, LOOP, constants=(ConstantDecl("w", "double", 4, 32, HERE),)) == []
    assert said(check_constant_size.run, LOOP, constants=(ConstantDecl("w", "user", 1, 0, HERE),)) == []
