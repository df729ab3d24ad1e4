"""Recorded loops have adjoints."""

from __future__ import annotations

from dataclasses import replace

from tests.translator.build_ir import P, call, program, put
from tests.translator.passes.checking import program_of
from translator.ir import Loop, NotDifferentiable
from translator.passes.analyse import analyse
from translator.passes import check_differentiable


U, V = P(0), P(1)
UNKNOWN = program(1, "u:dat:READ v:dat:WRITE", [put(V(), call("nextafter", U(), U()))])


def codes(loop: Loop, derivatives: bool) -> list[str]:
    found = check_differentiable.run(program_of(loop, derivatives=derivatives), (analyse(loop),))
    return [f"{d.severity} {d.code}" for d in found]


def test_no_adjoint_is_an_error_where_derivatives_are_used() -> None:
    assert codes(UNKNOWN, True) == ["error not-differentiable"]
    assert codes(UNKNOWN, False) == []


def test_passive_loops_need_none() -> None:
    assert codes(replace(UNKNOWN, passive=True), True) == []


def test_smooth_kernels_have_one() -> None:
    assert codes(program(1, "u:dat:READ v:dat:WRITE", [put(V(), U() * U())]), True) == []


def test_assigned_sums_are_left_to_another_check() -> None:
    loop = program(1, "u:dat:READ r:reduce:INC", [put(P(1)[0], U())])
    assert isinstance(analyse(loop).adjoint, NotDifferentiable)
    assert codes(loop, True) == []
