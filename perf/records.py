"""Committed records of perf/run.py and perf/peers/run.py: which there are, in which order, and which rows are current."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reports import SMALLEST

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "perf" / "results"
ARCHIVE = RESULTS / "archive"
Row = dict[str, Any]


@dataclass(frozen=True)
class Record:
    path: Path
    content: Row

    @property
    def date(self) -> str:
        """When it was measured, UTC. Records that do not say so are the oldest."""
        return str(self.content["machine"].get("date", ""))

    @property
    def commit(self) -> str:
        return str(self.content["machine"]["commit"])

    @property
    def target(self) -> str:
        return str(self.content.get("target", "openmp"))

    @property
    def device(self) -> str:
        """What it was measured on, without names of hosts."""
        about = self.content["machine"]
        where = f"{about['cpu']}, {about['cores']} cores, {' '.join(about['compiler'])}"
        return f"{self.content['device'].split(',')[0]}" if "device" in self.content else where

    @property
    def rows(self) -> list[Row]:
        """Those that prove something: a zero objective is that of a run in which nothing happened. On as many threads as there were."""
        rows = [row for row in self.content["rows"] if abs(row.get("objective") or 0.0) >= SMALLEST["double"]]
        most = max((row["threads"] for row in rows), default=0)
        return [row for row in rows if row["threads"] == most]


def read(paths: Iterable[Path]) -> list[Record]:
    """The oldest first; no quick ones."""
    found = [Record(path, json.loads(path.read_text())) for path in paths]
    return sorted((record for record in found if not record.content["quick"]), key=lambda record: (record.date, record.path.name))


def current() -> list[Record]:
    return read(RESULTS.glob("*.json"))


def every() -> list[Record]:
    return read([*RESULTS.glob("*.json"), *ARCHIVE.glob("*.json")])


def newest(records: Iterable[Record], cases: Iterable[str]) -> list[tuple[Record, Row]]:
    """For each case and target the row that was measured last, in the order of the cases."""
    found: dict[tuple[str, str], tuple[Record, Row]] = {}
    for record in records:
        for row in record.rows:
            found[row["case"], record.target] = record, row
    order = {case: place for place, case in enumerate(dict.fromkeys(cases))}
    return [found[key] for key in sorted((key for key in found if key[0] in order), key=lambda key: (key[1] != "openmp", order[key[0]]))]


def newest_peers(records: Iterable[Record]) -> list[tuple[Record, Row]]:
    """For each problem and tool the row that was measured last, whatever its size."""
    found = {(row["case"].split()[0], row["peer"]): (record, row) for record in records for row in record.content.get("peers", [])}
    order = ("poisson", "burgers", "lbm", "wave", "shallow_water", "tridiagonal")
    return [found[key] for key in sorted(found, key=lambda key: (order.index(key[0]), key))]


def updates(row: Row) -> float:
    """Points times steps. Rows of old records have it in their names only: 1024² x100, 256³ x10; stencil1d has ten million points."""
    if "points" in row:
        return float(row["points"] * row["steps"])
    steps = re.search(r"x(\d+)", row["case"])
    size = re.search(r"(\d+)([²³])", row["case"])
    points = int(size[1]) ** (2 if size[2] == "²" else 3) if size else 10_000_000
    return float(points * int(steps[1] if steps else 1))
