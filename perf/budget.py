"""The budget of cases that may keep a part of what all their steps would: measured by the program itself, not assumed."""

from __future__ import annotations

import re
from collections.abc import Callable

from cases import Case

UNITS = {"bytes": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30}
LEARNING_STEPS = 8  # a plan is made from the first four


def tape_bytes(plan: str) -> float:
    """What `-OPS_AD_PLAN` says that one step keeps."""
    found = re.search(r"the tape of a step +([\d.]+) (bytes|[KMG]iB)", plan)
    if not found:
        raise SystemExit(f"perf/budget.py: no tape of a step in this plan:\n{plan}")
    return float(found[1]) * UNITS[found[2]]


def option(case: Case, output: Callable[..., str]) -> tuple[str, ...]:
    """The option that limits the gradient of `case`. `output` runs the program with options and gives what it prints."""
    if not case.kept:
        return ()
    plan = output(*case.options, "-gradient", f"-steps={LEARNING_STEPS}", "-OPS_AD_PLAN")
    return (f"-OPS_AD_MEMORY={int(case.kept * case.steps * tape_bytes(plan))}",)
