"""Two builds in alternating pairs of processes: by how much one is slower than the other.

A pair is one process of each, one right after the other; who is first alternates, so that what changes slowly hits both alike.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from typing import Any

from reports import require_gradient, warm
from table import aligned

PAIRS = 6
LIMIT = 1.03  # slower by more is too slow
HEAD = ("case", "threads", "what", "this s", "other s", "this/other", "least", "most", "gradient", "verdict")
Report = dict[str, Any]
Run = Callable[..., Report]  # with the last options, of one process


@dataclass(frozen=True)
class Row:
    """One case, primal or gradient: seconds of each pair."""

    case: str
    threads: int
    what: str
    this: tuple[float, ...]
    other: tuple[float, ...]
    same_bits: bool

    @property
    def ratios(self) -> list[float]:
        return [a / b for a, b in zip(self.this, self.other)]

    @property
    def slower(self) -> bool:
        return median(self.ratios) > LIMIT

    def cells(self) -> tuple[str, ...]:
        ratios = self.ratios
        return (self.case, str(self.threads), self.what, f"{median(self.this):.4f}", f"{median(self.other):.4f}", f"{median(ratios):.3f}",
                f"{min(ratios):.3f}", f"{max(ratios):.3f}", "same bits" if self.same_bits else "other bits", "slower" if self.slower else "pass")


def seconds(report: Report) -> float:
    """Of one process: the median of its warm runs, forward and reverse together."""
    forward = warm([report], "forward_seconds")
    reverse = warm([report], "reverse_seconds") or [0.0] * len(forward)
    return median(f + r for f, r in zip(forward, reverse))


def pairs(this: Run, other: Run, options: tuple[str, ...], count: int) -> list[tuple[Report, Report]]:
    """Reports of both, the other one first in every second pair."""
    found = []
    for index in range(count):
        if index % 2 == 0:
            first = this(*options)
            found.append((first, other(*options)))
        else:
            first = other(*options)
            found.append((this(*options), first))
    return found


def rows(case: str, threads: int, this: Run, other: Run, limit: tuple[str, ...], count: int) -> list[Row]:
    """Primal and gradient of one case, the gradient with the options `limit`. Raises Refused where it proves nothing."""
    found = []
    for what, options in (("primal", ("-OPS_AD=0",)), ("gradient", ("-gradient", *limit))):
        reports = pairs(this, other, options, count)
        if what == "gradient":
            require_gradient(reports[0][0])
        same = all(a.get(key) == b.get(key) for a, b in reports for key in ("objective", "gradient_hash"))
        found.append(Row(case, threads, what, tuple(seconds(a) for a, _ in reports), tuple(seconds(b) for _, b in reports), same))
    return found


def render(found: list[Row]) -> str:
    slower = [row for row in found if row.slower]
    verdict = f"{len(slower)} of {len(found)} slower than {LIMIT:g} times the other build"
    return "\n".join([*aligned([HEAD, *(row.cells() for row in found)]), "", verdict])
