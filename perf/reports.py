"""What an application reports of its runs: their times, and whether there is a gradient that was worth them."""

from __future__ import annotations

import math
from typing import Any

SMALLEST = {"double": 2.0**-1022, "float": 2.0**-126}  # that is not subnormal


class Refused(Exception):
    """A case proves nothing."""


def require_gradient(report: dict[str, Any]) -> None:
    """Refuses a run in which nothing happened: arithmetic with zeros proves nothing, and with subnormal numbers it takes another time.

    Raises Refused if the objective or the norm of the gradient is zero, subnormal in the type of the fields, or not finite.
    """
    for quantity in ("objective", "gradient_norm"):
        size = abs(report[quantity])
        if not SMALLEST[report["real"]] <= size < math.inf:
            raise Refused(f"{quantity} = {report[quantity]:g}, must be a normal {report['real']} other than zero: choose options that give one")


def warm(reports: list[Any], key: str) -> list[float]:
    """Times without the first two runs of each process, where there are others.

    The first run touches memory for the first time. Its gradient may use less memory than later ones; then the second run touches the rest.
    """
    return [seconds for report in reports for seconds in report[key][2:] or report[key][1:] or report[key]]
