"""Two entries per dimension."""

from __future__ import annotations

from dataclasses import replace

from tests.translator.build_ir import program
from tests.translator.passes.checking import said
from translator.passes import check_range


LOOP = program(2, "u:dat:READ", [])


def test_short_ranges_are_errors_and_long_ones_warnings() -> None:
    assert said(check_range.run, replace(LOOP, range_length=2)) == ["error range-mismatch: the range of loop 'loop' must have 4 entries, but has 2"]
    assert said(check_range.run, replace(LOOP, range_length=6)) == ["warning range-mismatch: the range of loop 'loop' must have 4 entries, but has 6"]


def test_right_and_unknown_lengths_are_fine() -> None:
    assert said(check_range.run, LOOP, replace(LOOP, range_length=4)) == []
