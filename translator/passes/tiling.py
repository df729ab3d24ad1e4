"""How the range of a loop is best cut: into tiles of several rows, or into pieces of one row (of several where the range is narrow).

A tile keeps what neighbouring rows share in the first-level cache; a long piece lets the hardware follow each array by itself, of which
it can only follow so many. Measured (4096 x 4096, beyond cache, GB/s in tiles and in long pieces): 5-point stencil, 3 arrays: 31 and 25;
two 5-point stencils, 4 arrays: 25 and 22; 4 arrays of which two are read in two rows: 24 and 30; 13 arrays: 22 and 31; 3-D stencils, 4
arrays: 14 and 20. Nine arrays read and nine written (lattice Boltzmann, ns a cell): tiles 8.8, pieces of 256 cells 5.3. While the values of
a piece are added up nothing is read, so such pieces are short, and rows ask ahead for what they read, some lines between points: as far ahead as
there are few rows. One thread, and two where memory is busy (ns a cell), unasked and asked: a sum 0.31 and 0.29, 0.20 and 0.16; of
products of two arrays 0.44 and 0.39, 0.32 and 0.30; of five 1.15 and 0.97, 0.82 and 0.81; five sums over five arrays 2.28 and 1.42, 1.19 and 0.96. Of
products of eight it makes no difference. All lines after the points of a piece, two pieces ahead: slower from three arrays on.
Test:    tests/translator/passes/tiling_test.py
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from enum import Enum
from typing import NamedTuple

MOST_ARRAYS = 4  # that are worth a tile
MANY_ARRAYS = 16  # beyond these, pieces are short
MOST_AHEAD = 12  # rows that a sum asks for
SUM_AHEAD = 1536  # elements of all these rows together that it is ahead
LINE = 8  # points
LONG_LINE = 128  # where there is one row: all of a piece
STREAMS_AHEAD = 24  # points


class Shape(Enum):
    """Of pieces. A target that cuts ranges into pieces has a shape of each of these names."""

    TILE = "tile"
    LONG_ROWS = "long_rows"
    SHORT_ROWS = "short_rows"
    SUMMED_ROWS = "summed_rows"
    SINGLE_ROWS = "single_rows"  # for row functions that take one row only, which `view` knows


class Ahead(NamedTuple):
    """How a row function asks memory for what is read soon."""

    points: int  # how many points ahead
    at_once: int  # before so many points, as much of each row


def shape(dims: int, rows: Mapping[Hashable, Collection[tuple[int, ...]]], summed: bool = False) -> Shape:
    """`rows`: for every array of a loop, the rows (offsets on axes 1 ..) that a point reads or writes of it. `summed`: what its points offer is
    added up after each piece."""
    again = sum(len(set(r)) - 1 for r in rows.values())
    if dims == 2 and len(rows) <= MOST_ARRAYS and 2 * again > len(rows):
        return Shape.TILE
    if summed and sum(len(set(r)) for r in rows.values()) <= MOST_AHEAD:
        return Shape.SUMMED_ROWS
    return Shape.LONG_ROWS if len(rows) <= MANY_ARRAYS else Shape.SHORT_ROWS


def ahead(rows: int, summed: bool, streams: bool) -> Ahead | None:
    """For a row function that reads so many rows. `summed`: what its points offer is added up after each piece, and meanwhile nothing else asks.
    `streams`: the rows may be more than the hardware follows by itself."""
    if streams and rows:
        return Ahead(STREAMS_AHEAD, LINE)
    if not summed or not 0 < rows <= MOST_AHEAD:
        return None
    return Ahead(SUM_AHEAD // rows // LINE * LINE, LONG_LINE if rows == 1 else LINE)
