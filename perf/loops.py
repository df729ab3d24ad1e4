"""The table of loops (`-OPS_DIAGS=2`) of one more run that is not timed: what took how long, and whether that is all the time there was."""

from __future__ import annotations

from typing import Any

Loops = list[dict[str, Any]]
KEPT = 0.99  # of the time of each direction: the many small loops at the end are left out of the results


def share(report: dict[str, Any]) -> float:
    """What all rows of the last run add up to, as part of the wall time of its worse direction."""
    walls = [report[direction][-1] for direction in ("forward_seconds", "reverse_seconds") if report[direction]]
    return float(min(tabled / wall for tabled, wall in zip(report["table_seconds"], walls)))


def longest(loops: Loops) -> Loops:
    """Those that took longest, until they are nearly all of the time."""
    left, kept = sum(float(loop["seconds"]) for loop in loops), []
    least = (1.0 - KEPT) * left
    for loop in sorted(loops, key=lambda loop: -float(loop["seconds"])):
        if left <= least:
            break
        kept.append(loop)
        left -= float(loop["seconds"])
    return kept
