"""Tiles where few arrays are read in several rows; pieces of one row elsewhere."""

from __future__ import annotations

from translator.passes.tiling import FEW_AHEAD, MANY_ARRAYS, MOST_AHEAD, MOST_ARRAYS, Ahead, Shape, ahead, shape

HERE = [(0,)]
CROSS = [(-1,), (0,), (1,), (0,)]


def test_a_stencil_over_rows_is_worth_a_tile() -> None:
    assert shape(2, {"u": CROSS, "f": HERE, "new": HERE}) is Shape.TILE


def test_arrays_that_share_no_rows_are_not() -> None:
    assert shape(2, {"u": HERE, "new": HERE}) is Shape.LONG_ROWS
    assert shape(2, {"u": [(0,), (1,)], "v": HERE, "new": HERE}) is Shape.LONG_ROWS


def test_many_arrays_are_not_and_pieces_are_short_for_very_many() -> None:
    assert shape(2, {name: CROSS for name in range(MOST_ARRAYS + 1)}) is Shape.LONG_ROWS
    assert shape(2, {name: CROSS for name in range(MANY_ARRAYS + 1)}) is Shape.SHORT_ROWS


def test_tiles_know_two_axes() -> None:
    assert shape(3, {"u": [(-1, 0), (0, 0), (1, 0), (0, 1), (0, -1)], "new": [(0, 0)]}) is Shape.LONG_ROWS
    assert shape(1, {"u": [()], "new": [()]}) is Shape.LONG_ROWS


def test_pieces_are_short_where_their_values_are_added_up() -> None:
    assert shape(2, {"u": HERE, "v": HERE}, summed=True) is Shape.SUMMED_ROWS
    assert shape(2, {"u": CROSS, "f": HERE}, summed=True) is Shape.TILE
    assert shape(2, {name: HERE for name in range(MOST_AHEAD + 1)}, summed=True) is Shape.LONG_ROWS
    assert shape(2, {name: CROSS for name in range(5)}, summed=True) is Shape.LONG_ROWS


def test_sums_ask_for_few_rows_at_once_for_more_line_by_line_and_for_many_not_at_all() -> None:
    asks = [ahead(rows, summed=True, streams=False) for rows in (0, 1, FEW_AHEAD, FEW_AHEAD + 1, MOST_AHEAD, MOST_AHEAD + 1)]
    assert [a and a.between for a in asks] == [None, False, False, True, True, None]


def test_others_ask_where_there_may_be_many_streams() -> None:
    assert ahead(3, summed=False, streams=False) is None
    assert ahead(0, summed=False, streams=True) is None
    assert ahead(30, summed=False, streams=True) == Ahead("ops::openmp::asked_ahead", True)
