"""What Nsight Compute counts of kernels, brought together by kernel."""

from __future__ import annotations

import contextlib
import csv
import io
import re
from statistics import median
from typing import Any

METRICS = {
    "gpu__time_duration.sum": "seconds", "dram__bytes_read.sum": "bytes_read", "dram__bytes_write.sum": "bytes_written",
    "smsp__inst_executed.sum": "instructions", "launch__registers_per_thread": "registers", "launch__grid_size": "blocks",
    "launch__block_size": "threads", "smsp__issue_active.avg.pct_of_peak_sustained_active": "issue_percent",
    "sm__warps_active.avg.pct_of_peak_sustained_active": "occupancy_percent",
    "dram__throughput.avg.pct_of_peak_sustained_elapsed": "dram_percent",
}


def short(kernel: str) -> str:
    """The loop's symbol and function, without the templates around them."""
    found = re.search(r"ops_loops::(\w+::\w+?)(?:_launch)?\b", kernel)
    return found[1] if found else re.sub(r"\s+", " ", kernel)[:120]


def counted(row: dict[str, str]) -> dict[str, float]:
    """Of one launch, what the profiler could count."""
    found = {}
    for metric, word in METRICS.items():
        with contextlib.suppress(ValueError):  # "n/a", or nothing
            found[word] = float((row.get(metric) or "").replace(",", ""))
    return found


def together(kernel: str, launches: list[dict[str, float]]) -> dict[str, Any]:
    """Medians over the launches that have the quantity."""
    words = [word for word in METRICS.values() if any(word in one for one in launches)]
    row = {word: median(one[word] for one in launches if word in one) for word in words}
    return {"kernel": kernel, "launches": len(launches), **row, "seconds": 1e-9 * row.get("seconds", 0.0)}


def read(text: str) -> list[dict[str, Any]]:
    """A row a kernel and grid, medians over its launches; longest first. `text`: the raw page as CSV, behind what the program and the profiler say.

    Raises ValueError where there is no such page.
    """
    start = text.find('"ID",')
    if start < 0:
        raise ValueError(f"the profiler has counted nothing: {text[-500:]}")
    groups: dict[tuple[str, float], list[dict[str, float]]] = {}
    for row in csv.DictReader(io.StringIO(text[start:])):
        if (row["ID"] or "").isdigit():  # the first row has the units
            launch = counted(row)
            groups.setdefault((short(row["Kernel Name"]), launch.get("blocks", 0.0)), []).append(launch)
    found = [together(kernel, launches) for (kernel, _), launches in groups.items()]
    return sorted(found, key=lambda row: -row["seconds"] * row["launches"])
