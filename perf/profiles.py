"""What Nsight Compute counts of kernels, brought together by kernel."""

from __future__ import annotations

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


def read(text: str) -> list[dict[str, Any]]:
    """A row a kernel and grid, medians over its launches; longest first. `text`: the raw page as CSV."""
    lines = text[text.index('"ID"'):]
    rows: dict[tuple[str, float], list[dict[str, float]]] = {}
    for one in list(csv.DictReader(io.StringIO(lines)))[1:]:  # the first is the units
        values = {word: float(one[metric].replace(",", "")) for metric, word in METRICS.items() if one.get(metric)}
        rows.setdefault((short(one["Kernel Name"]), values["blocks"]), []).append(values)
    found = [{"kernel": kernel, "launches": len(all_of_it), **{word: median(one[word] for one in all_of_it) for word in all_of_it[0]}}
             for (kernel, _), all_of_it in rows.items()]
    for row in found:
        row["seconds"] *= 1e-9
    return sorted(found, key=lambda row: -row["seconds"] * row["launches"])
