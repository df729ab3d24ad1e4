"""What was reached: counters of GCC's --coverage, and arcs between lines of Python from the package coverage."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path

import coverage

Counter = tuple[int, int]  # (function, number)
FUNCTION, ARCS = 0x01000000, 0x01A10000  # tags of .gcda files


def counters(file: Path) -> Iterator[Counter]:
    """Each counter of a .gcda file that is not zero. GCC writes counters that are all zero as a negative length."""
    data, at, function = file.read_bytes(), 16, 0
    while at + 8 <= len(data):
        tag, length = struct.unpack_from("<Ii", data, at)
        at += 8
        if tag == FUNCTION and length > 0:
            (function,) = struct.unpack_from("<I", data, at)
        elif tag == ARCS and length > 0:
            yield from ((function, k) for k, count in enumerate(struct.unpack_from(f"<{length // 8}Q", data, at)) if count)
        at += max(length, 0)


def arcs(file: Path) -> Iterator[tuple[str, tuple[int, int]]]:
    """(source, (from line, to line)) of each arc in a file of the package coverage."""
    data = coverage.CoverageData(str(file))
    data.read()
    for source in data.measured_files():
        yield from ((source, arc) for arc in data.arcs(source) or ())
