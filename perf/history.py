"""Draws gradient / primal over the measured commits: history.py [PICTURE.png]. Commits are in the order of git."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "perf" / "results"
Lines = dict[str, list[tuple[str, float]]]  # of each case: commit and ratio


def commits() -> list[str]:
    """The first twelve digits of all commits up to this one, the oldest first."""
    listed = subprocess.run(["git", "rev-list", "--reverse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [commit[:12] for commit in listed.stdout.split()]


def lines(results: Iterable[Mapping[str, Any]], order: list[str]) -> Lines:
    """On as many threads as there were, and on devices; runs that are none of these commits, or only quick, or empty, say nothing."""
    place = {commit: index for index, commit in enumerate(order)}
    known = [result for result in results if result["machine"]["commit"] in place and not result["quick"] and result["rows"]]
    found: Lines = {}
    for result in sorted(known, key=lambda result: place[result["machine"]["commit"]]):
        most = max(row["threads"] for row in result["rows"])
        target = result.get("target", "openmp")
        for row in result["rows"]:
            if row["threads"] == most and "ratio" in row:
                case = row["case"] if target == "openmp" else f"{row['case']}, {target}"
                found.setdefault(case, []).append((result["machine"]["commit"], row["ratio"]))
    return found


def draw(cases: Lines, order: list[str], picture: Path) -> None:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    measured = sorted({commit for line in cases.values() for commit, _ in line}, key=order.index)
    apps = sorted({case.split()[0] for case in cases})
    figure, axes = plt.subplots(len(apps), 1, figsize=(11, 3.2 * len(apps)), sharex=True, squeeze=False, constrained_layout=True)
    for axis, app in zip(axes[:, 0], apps):
        for case, line in cases.items():
            if case.split()[0] == app:
                axis.plot([measured.index(commit) for commit, _ in line], [ratio for _, ratio in line], marker="o", label=case)
        axis.set_ylabel("gradient / primal")
        axis.margins(y=0.15)
        axis.set_ylim(bottom=0)
        axis.grid(alpha=0.3)
        axis.legend(fontsize=7, loc="center left", bbox_to_anchor=(1.0, 0.5))
    axes[-1, 0].set_xticks(range(len(measured)), measured, rotation=30, ha="right", fontsize=7)
    figure.savefig(picture, dpi=90)


def main(picture: Path = RESULTS / "history.png") -> None:
    order = commits()
    draw(lines((json.loads(path.read_text()) for path in sorted(RESULTS.glob("*.json"))), order), order, picture)


if __name__ == "__main__":
    main(*(Path(word) for word in sys.argv[1:2]))
