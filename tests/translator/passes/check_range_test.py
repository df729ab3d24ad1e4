"""Two entries per dimension."""

from __future__ import annotations

from dataclasses import replace

from tests.translator.build_ir import program
from tests.translator.passes.checking import said
from translator.passes import check_range


LOOP = program(2, "u:dat:READ", [])


def test_short_ranges_are_errors_and_long_ones_warnings() -> None:
    assert said(check_range.run, replace(LOOP, range_length=2)) == ["error range-mismatch: loop 'loop' of 2 dimensions has a range of 2 entries"]
    assert said(check_range.run, replace(LOOP, range_length=6)) == ["warning range-mismatch: loop 'loop' of 2 dimensions has a range of 6 entries"]


def test_right_and_unknown_lengths_are_fine() -> None:
    assert said(check_range.run, LOOP, replace(LOOP, range_length=4)) == []
