"""Gradient / run of each case over the measured commits."""

from __future__ import annotations

from collections.abc import Iterable

from records import Record

Lines = dict[str, list[tuple[str, float]]]  # of each case: commit and ratio


def lines(known: Iterable[Record]) -> Lines:
    """In the order of the records; cases in double that were measured at two commits or more. Of two records of one commit the later one counts."""
    found: dict[str, dict[str, float]] = {}
    for record in known:
        for row in record.rows:
            if "ratio" in row and "float" not in row["case"]:
                case = row["case"] if record.target == "openmp" else f"{row['case']}, {record.target}"
                found.setdefault(case, {})[record.commit[:7]] = row["ratio"]
    return {case: list(line.items()) for case, line in found.items() if len(line) > 1}


def commits(known: Iterable[Record]) -> list[str]:
    """The measured ones, in the order of the records."""
    return list(dict.fromkeys(record.commit[:7] for record in known))
