"""Tiles where few arrays are read in several rows; pieces of one row elsewhere."""

from __future__ import annotations

from translator.passes.tiling import MANY_ARRAYS, MOST_AHEAD, MOST_ARRAYS, Ahead, Shape, ahead, shape

HERE = [(0,)]
CROSS = [(-1,), (0,), (1,), (0,)]


def test_a_stencil_over_rows_is_worth_a_tile() -> None:
    assert shape(2, {"u": CROSS, "f": HERE, "new": HERE}) is Shape.TILE


def test_arrays_that_share_no_rows_are_not() -> None:
    assert shape(2, {"u": HERE, "new": HERE}) is Shape.LONG_ROWS
    assert shape(2, {"u": [(0,), (1,)], "v": HERE, "new": HERE}) is Shape.LONG_ROWS


def test_many_arrays_are_not_and_pieces_are_short_for_very_many() -> None:
    assert shape(2, dict.fromkeys(range(MOST_ARRAYS + 1), CROSS)) is Shape.LONG_ROWS
    assert shape(2, dict.fromkeys(range(MANY_ARRAYS + 1), CROSS)) is Shape.SHORT_ROWS


def test_tiles_know_two_axes() -> None:
    assert shape(3, {"u": [(-1, 0), (0, 0), (1, 0), (0, 1), (0, -1)], "new": [(0, 0)]}) is Shape.LONG_ROWS
    assert shape(1, {"u": [()], "new": [()]}) is Shape.LONG_ROWS


def test_pieces_are_short_where_their_values_are_added_up() -> None:
    assert shape(2, {"u": HERE, "v": HERE}, summed=True) is Shape.SUMMED_ROWS
    assert shape(2, {"u": CROSS, "f": HERE}, summed=True) is Shape.TILE
    assert shape(2, dict.fromkeys(range(MOST_AHEAD + 1), HERE), summed=True) is Shape.LONG_ROWS
    assert shape(2, dict.fromkeys(range(5), CROSS), summed=True) is Shape.LONG_ROWS


def test_sums_ask_the_further_ahead_the_fewer_rows_they_read_and_not_for_many() -> None:
    assert ahead(0, summed=True, streams=False) is None
    assert ahead(1, summed=True, streams=False) == Ahead(1536, 128)
    assert ahead(5, summed=True, streams=False) == Ahead(304, 8)  # whole lines
    assert ahead(MOST_AHEAD, summed=True, streams=False) == Ahead(128, 8)
    assert ahead(MOST_AHEAD + 1, summed=True, streams=False) is None


def test_others_ask_where_there_may_be_many_streams() -> None:
    assert ahead(3, summed=False, streams=False) is None
    assert ahead(0, summed=False, streams=True) is None
    assert ahead(30, summed=False, streams=True) == Ahead(24, 8)
