"""Draws one result file: plot.py RECORD.json PICTURE.png."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt


def main(record: Path, picture: Path) -> None:
    result = json.loads(record.read_text())
    rows = [row for row in result["rows"] if "ratio" in row]
    names = [f"{row['case']}, {row['threads']} thr." for row in rows]
    place = range(len(rows))
    figure, (left, right) = plt.subplots(1, 2, figsize=(12, 1.5 + 0.35 * len(rows)), sharey=True)
    left.barh(place, [row["ratio"] for row in rows], color="tab:blue")
    left.set_yticks(list(place), names)
    left.invert_yaxis()
    left.set_xlabel("gradient / primal time")
    for index, row in enumerate(rows):
        for target in row["targets"]:
            if target["quantity"] == "ratio":
                left.plot([float(target["bound"].split()[1])] * 2, [index - 0.45, index + 0.45], color="tab:red")
    right.barh([p - 0.2 for p in place], [100 * row["primal_of_triad"] for row in rows], height=0.4, label="primal")
    right.barh([p + 0.2 for p in place], [100 * row["gradient_of_triad"] for row in rows], height=0.4, label="gradient")
    right.axvline(80, color="tab:red")
    right.set_xlabel("bytes by the model / triad [%]")
    right.legend()
    figure.suptitle(f"{result['machine']['cpu']}, commit {result['machine']['commit']}")
    figure.tight_layout()
    figure.savefig(picture, dpi=110)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
