"""Sources read with more lines at their end, which name what clang shows only where something refers to it.

Test:    tests/translator/parse/adjoint_templates_test.py, tests/translator/parse/objects_test.py
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from translator.diagnostics import Diagnostic
from translator.parse.units import Source, Unit, read

_FLAGS = ("-fno-access-control",)  # they name private members too


class AddedLines:
    """What was asked for so far, source by source; a `@` in a line stands for a number of its own."""

    def __init__(self) -> None:
        self.tried: set[tuple[str, str]] = set()
        self.lines: dict[str, list[str]] = {}  # those that compile

    def add(self, wanted: dict[str, dict[str, None]]) -> bool:
        """Whether any are new."""
        new = [(path, line) for path, lines in wanted.items() for line in lines if (path, line) not in self.tried]
        self.tried.update(new)
        for path, line in new:
            self.lines.setdefault(path, []).append(line)
        return bool(new)

    def read(self, source: Source) -> tuple[Unit, tuple[Diagnostic, ...]]:
        """A source with its lines; a line that does not compile is left out from now on."""
        while True:
            lines = self.lines.get(source.path, [])
            text = "".join(line.replace("@", str(n)) + "\n" for n, line in enumerate(lines))
            unit, complaints = read(replace(source, flags=(*source.flags, *_FLAGS)) if lines else source, text)
            wrong = _complained(source.path, complaints)
            if not wrong:
                return unit, complaints
            self.lines[source.path] = [line for n, line in enumerate(lines) if n not in wrong]


def _complained(path: str, complaints: Iterable[Diagnostic]) -> set[int]:
    """Which of the added lines the compiler finds wrong."""
    first = Path(path).read_text().count("\n") + 2
    places = [span for d in complaints for span in (d.span, *(note.span for note in d.notes))]
    return {place.line - first for place in places if place.file == path and place.line >= first}
