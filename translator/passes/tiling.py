"""How the range of a loop is best cut: into tiles of several rows, or into pieces of one row (of several where the range is narrow).

A tile keeps what neighbouring rows share in the first-level cache; a long piece lets the hardware follow each array by itself, of which
it can only follow so many. Measured (4096 x 4096, beyond cache, GB/s in tiles and in long pieces): 5-point stencil, 3 arrays: 31 and 25;
two 5-point stencils, 4 arrays: 25 and 22; 4 arrays of which two are read in two rows: 24 and 30; 13 arrays: 22 and 31; 3-D stencils, 4
arrays: 14 and 20. Nine arrays read and nine written (lattice Boltzmann, ns a cell): tiles 8.8, pieces of 256 cells 5.3. While the values of
a piece are added up nothing is read, so such pieces are short and ask for what comes next: a sum of squared differences (ns a cell) 0.55 in long
pieces, 0.50 in short ones, 0.40 with what the next piece but one reads asked for; the same three pieces ahead where a loop reads eight rows:
a fifth slower, as that leaves the first-level cache. Asked for after the points of a piece, and line by line between the points: products of two
rows 0.42 and 0.49, of three 0.64 and 0.64, of five 1.21 and 1.01; five sums over five rows 1.81 and 1.47 (2.30 unasked).
Test:    tests/translator/passes/tiling_test.py
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from enum import Enum
from typing import NamedTuple

MOST_ARRAYS = 4  # that are worth a tile
MANY_ARRAYS = 16  # beyond these, pieces are short
MOST_AHEAD = 12  # rows that are asked for two pieces ahead
FEW_AHEAD = 2  # rows that are asked for all at once


class Shape(Enum):
    """Of pieces; named as in backends/openmp/pieces.hpp."""

    TILE = "tile"
    LONG_ROWS = "long_rows"
    SHORT_ROWS = "short_rows"
    SUMMED_ROWS = "summed_rows"
    SINGLE_ROWS = "single_rows"  # for row functions that take one row only, which `view` knows


class Ahead(NamedTuple):
    """How a row function asks memory for what is read soon."""

    points: str  # how many points ahead; C++
    between: bool  # a line of each row between the points of a line, or all lines after the points of a piece


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
        return Ahead("ops::openmp::asked_ahead", between=True)
    return Ahead("2 * n", between=rows > FEW_AHEAD) if summed and 0 < rows <= MOST_AHEAD else None
