"""Checks that make sense only for loops that fit their kernels wait until they do."""

from __future__ import annotations

from dataclasses import replace

from tests.translator.build_ir import P, program, put
from tests.translator.passes.checking import program_of
from translator.passes import check


LOOP = program(1, "u:dat:READ v:dat:WRITE", [put(P(1)(), P(0)()), put(P(0)(), 1.0)])


def test_a_misfit_is_reported_alone() -> None:
    assert [d.code for d in check.run(program_of(replace(LOOP, args=LOOP.args[:1])))] == ["parameter-count"]


def test_a_fitting_loop_goes_through_all_checks() -> None:
    assert [d.code for d in check.run(program_of(LOOP))] == ["access-mismatch"]
