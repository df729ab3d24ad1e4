"""The table of loops (`-OPS_DIAGS=2`) of one more run that is not timed: what took how long, and whether that is all the time there was."""

from __future__ import annotations

from typing import Any

Loops = list[dict[str, Any]]
KEPT = 0.99  # of the time of each direction: the many small loops at the end are left out of the results
SOLVES = ("ops_tridMultiDimBatch", "ops_tridMultiDimBatch_Inc")
SMALL = 0.05  # of the time: such loops do not count for the slowest


def share(report: dict[str, Any]) -> float:
    """What all rows of the last run add up to, as part of the wall time of its worse direction."""
    walls = [report[direction][-1] for direction in ("forward_seconds", "reverse_seconds") if report[direction]]
    return float(min(tabled / wall for tabled, wall in zip(report["table_seconds"], walls)))


def longest(loops: Loops, rate: float) -> Loops:
    """Those that took longest, until they are nearly all of the time; each with its bandwidth as part of `rate` [bytes/s]."""
    left, kept = sum(float(loop["seconds"]) for loop in loops), []
    least = (1.0 - KEPT) * left
    for loop in sorted(loops, key=lambda loop: -float(loop["seconds"])):
        if left <= least:
            break
        kept.append({**loop, "of_triad": loop["bytes"] / loop["seconds"] / rate})
        left -= float(loop["seconds"])
    return kept


def solve_adjoint(loops: Loops, rate: float) -> float:
    """Seconds of the reversed tridiagonal solves over those of the solves and of the bytes that they move beyond these, at `rate` [bytes/s]; 0: no solves."""
    def of(key: str, direction: str) -> float:
        return float(sum(loop[key] for loop in loops if loop["name"] in SOLVES and loop["pass"] == direction))

    return of("seconds", "reversed") / (of("seconds", "forward") + max(0.0, of("bytes", "reversed") - of("bytes", "forward")) / rate or 1.0)


def together(loops: Loops) -> float:
    """Such a part of all loops that move bytes, weighted by their time."""
    counted = [loop for loop in loops if loop["bytes"] > 0]
    return float(sum(loop["of_triad"] * loop["seconds"] for loop in counted) / sum(loop["seconds"] for loop in counted))


def slowest(loops: Loops) -> float:
    """The least such part of a loop that takes more than next to nothing; of all, where there is none. Rows that are no loops move no bytes by the model."""
    counted = [loop for loop in loops if loop["bytes"] > 0]
    large = [loop for loop in counted if loop["seconds"] > SMALL * sum(one["seconds"] for one in loops)]
    return float(min(loop["of_triad"] for loop in large or counted))
