"""Identifiers of generated code that cannot meet the user's."""

from __future__ import annotations

from collections.abc import Iterable

_RESERVED = frozenset({
    # of C++
    "std", "ops", "int", "double", "float", "bool", "static", "const", "template",
    # of the functions in templates and their drivers
    "launch", "args", "range", "range_", "at", "s", "n", "rows", "row", "piece", "stream", "targets", "buffers", "row_cells", "late", "holes", "cells", "held", "begin", "end",
})


class Names:
    """Hands out each name once; a name already taken gets underscores."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = set(taken) | _RESERVED

    def fresh(self, stem: str) -> str:
        while stem in self._taken:
            stem += "_"
        self._taken.add(stem)
        return stem
