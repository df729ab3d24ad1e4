"""The table of loops (`-OPS_DIAGS=2`) of one more run that is not timed: what took how long, and whether that is all the time there was."""

from __future__ import annotations

from typing import Any

Loops = list[dict[str, Any]]
KEPT = 0.99  # of the time of each direction: the many small loops at the end are left out of the results


def seconds(loops: Loops, *passes: str) -> float:
    return sum(float(loop["seconds"]) for loop in loops if loop["pass"] in passes)


def share(report: dict[str, Any]) -> float:
    """What the loops of the last run add up to, as part of the wall time of its worse direction."""
    loops = report["loops"]
    parts = [seconds(loops, "forward") / report["forward_seconds"][-1]]
    if report["reverse_seconds"]:
        parts.append(seconds(loops, "again", "reversed") / report["reverse_seconds"][-1])
    return min(parts)


def longest(loops: Loops) -> Loops:
    """Those that took longest, until they are nearly all of the time."""
    left, kept = seconds(loops, "forward", "again", "reversed"), []
    least = (1.0 - KEPT) * left
    for loop in sorted(loops, key=lambda loop: -float(loop["seconds"])):
        if left <= least:
            break
        kept.append(loop)
        left -= float(loop["seconds"])
    return kept
