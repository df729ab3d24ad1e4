"""Datasets meet accessors, values meet pointers."""

from __future__ import annotations

from tests.translator.build_ir import P, program, put
from tests.translator.passes.checking import said, with_arg
from translator.passes import check_parameter_kind


LOOP = program(1, "u:dat:READ g:gbl:READ", [put(P(0)(), P(1)[0])])


def test_mixed_up_kinds_are_errors_at_each_argument() -> None:
    assert said(check_parameter_kind.run, with_arg(with_arg(LOOP, 0, kind="gbl"), 1, kind="dat")) == [
        "error parameter-kind: argument 1 of loop 'loop' is a global value, but kernel 'kernel' takes 'const ACC<double>& u'",
        "error parameter-kind: argument 2 of loop 'loop' is a dataset, but kernel 'kernel' takes 'const double* g'"]


def test_matching_kinds_are_fine() -> None:
    assert said(check_parameter_kind.run, LOOP) == []
