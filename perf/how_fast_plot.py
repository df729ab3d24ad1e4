"""Draws docs/how_fast.png and docs/how_fast_history.png; needs Matplotlib. how_fast.py calls it.

Each picture says in its metadata ("Records") which numbers it was drawn from, so that a test can tell an old one.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

import history
import how_fast
import records
from records import ROOT, Row

NOW, HISTORY = ROOT / "docs" / "how_fast.png", ROOT / "docs" / "how_fast_history.png"


def bars() -> tuple[list[Row], list[Row]]:
    """What the first picture shows: of applications, and of peers."""
    applied, compared = how_fast.current()
    rows = [{"name": f"{row['case']}, {record.target}", "run": row["primal_of_triad"], "gradient": row["gradient_of_triad"], "ratio": row["ratio"]}
            for record, row in applied if "ratio" in row]
    peers = [{"name": f"{row['case']}: {row['peer']}", **{key: row["peers"][f"{key}_seconds"] / row["ours"][f"{key}_seconds"]
              for key in ("forward", "gradient") if f"{key}_seconds" in row["ours"]}} for _, row in compared]
    return rows, peers


def over_commits() -> tuple[list[str], history.Lines]:
    known = records.every()
    lines = history.lines(known)
    measured = {commit for line in lines.values() for commit, _ in line}
    return [commit for commit in history.commits(known) if commit in measured], lines


def digest(content: Any) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def horizontal(axes: Any, rows: list[Row], keys: dict[str, str], percent: bool = False) -> None:
    """Bars one below the other, those of one row together."""
    height = 0.8 / len(keys)
    for number, (key, label) in enumerate(keys.items()):
        places = [place + (number - (len(keys) - 1) / 2) * height for place, row in enumerate(rows) if key in row]
        axes.barh(places, [row[key] * (100 if percent else 1) for row in rows if key in row], height=height, label=label)
    axes.set_yticks(range(len(rows)), [row["name"] for row in rows], fontsize=8)
    axes.grid(axis="x", alpha=0.3)
    if len(keys) > 1:
        axes.legend(fontsize=8)


def draw_now(plt: Any) -> None:
    rows, peers = bars()
    heights = [len(rows), *([len(peers)] if peers else [])]
    figure = plt.figure(figsize=(12, 1.5 + 0.33 * sum(heights)), constrained_layout=True)
    grid = figure.add_gridspec(len(heights), 2, height_ratios=heights)
    left = figure.add_subplot(grid[0, 0])
    horizontal(left, rows, {"run": "run", "gradient": "gradient"}, percent=True)
    left.axvline(100, color="black", linewidth=0.8)
    left.set_xlabel("part of the bandwidth [%]")
    right = figure.add_subplot(grid[0, 1], sharey=left)
    horizontal(right, rows, {"ratio": "gradient / run"})
    right.tick_params(labelleft=False)
    right.set_xlabel("gradient / run")
    left.invert_yaxis()
    if peers:
        below = figure.add_subplot(grid[1, :])
        horizontal(below, peers, {"forward": "run", "gradient": "gradient"})
        below.invert_yaxis()
        below.axvline(1, color="black", linewidth=0.8)
        below.set_xscale("log")
        below.xaxis.set_major_locator(plt.LogLocator(subs=(1.0, 2.0, 5.0)))
        below.xaxis.set_major_formatter(plt.FuncFormatter(lambda value, _: f"{value:g}"))
        below.xaxis.set_minor_formatter(plt.NullFormatter())
        below.set_xlabel("time of the other tool / ours (left of 1: OPSgrad is slower)")
    figure.savefig(NOW, dpi=90, metadata={"Records": digest(bars())})


def draw_history(plt: Any) -> None:
    order, lines = over_commits()
    apps = sorted({case.split()[0] for case in lines})
    figure, grid = plt.subplots((len(apps) + 1) // 2, 2, figsize=(12, 2.6 * ((len(apps) + 1) // 2)), sharex=True, squeeze=False, constrained_layout=True)
    for axes, app in zip(grid.flat, apps):
        for case, line in lines.items():
            if case.split()[0] == app:
                axes.plot([order.index(commit) for commit, _ in line], [ratio for _, ratio in line], marker="o", markersize=4, label=case)
        axes.set_ylabel("gradient / run")
        axes.set_ylim(0, 1.4 * max(ratio for case, line in lines.items() if case.split()[0] == app for _, ratio in line))
        axes.grid(alpha=0.3)
        axes.legend(fontsize=6, loc="upper left", ncols=2)
        axes.set_xticks(range(len(order)), order, rotation=60, ha="right", fontsize=7)
    for axes in grid.flat[len(apps):]:
        axes.set_axis_off()
    for axes in grid.flat[max(len(apps) - 2, 0):len(apps)]:
        axes.tick_params(labelbottom=True)
    figure.savefig(HISTORY, dpi=90, metadata={"Records": digest(over_commits())})


def main() -> None:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    draw_now(plt)
    draw_history(plt)


if __name__ == "__main__":
    main()
