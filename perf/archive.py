"""Moves records that docs/how_fast.md no longer shows to perf/results/archive.

    python3 perf/archive.py

Each gets a line in the index (perf/results/archive/README.md), its picture goes with it, and links of the repository's files are changed. Run
perf/how_fast.py before or after; the page does not depend on it. Records of measurements that are no JSON are moved by hand.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import how_fast
import records
from records import ARCHIVE, ROOT, Record

LINKING = {".md", ".py", ".sh", ".hpp", ".cpp"}


def superseded() -> list[Record]:
    applied, compared = how_fast.current()
    shown = {record.path for record, _ in (*applied, *compared)}
    return [record for record in records.current() if record.path not in shown]


def entry(record: Record) -> str:
    """Its line in the index."""
    rows = [*record.content["rows"], *record.content.get("peers", [])]
    cases = "; ".join(dict.fromkeys(f"{row['case']}, beside {row['peer']}" if "peer" in row else row["case"] for row in rows))
    threads = " and ".join(map(str, sorted({row["threads"] for row in rows})))
    target = record.target if record.target != "openmp" else f"openmp, {threads} threads"
    return f"| [{record.path.name}]({record.path.name}) | {cases} ({target}) | {record.commit[:7]} |"


def relinked(text: str, name: str) -> str:
    """With links to perf/results/NAME, also those from within perf/, as they have to be now."""
    return re.sub(rf"results/{re.escape(name)}", f"results/archive/{name}", text)


def move(paths: list[Path]) -> None:
    """Files of perf/results, and all links to them."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    files = [ROOT / name for name in listed if Path(name).suffix in LINKING and (ROOT / name).is_file()]
    for path in paths:
        path.rename(ARCHIVE / path.name)
    for file in files:
        old = new = file.read_text(encoding="utf-8")
        for path in paths:
            new = relinked(new, path.name)
        if new != old:
            file.write_text(new, encoding="utf-8")


def main() -> None:
    ARCHIVE.mkdir(exist_ok=True)
    old = superseded()
    index = ARCHIVE / "README.md"
    lines = index.read_text(encoding="utf-8").rstrip("\n").splitlines()
    index.write_text("\n".join([*lines, *map(entry, old)]) + "\n", encoding="utf-8")
    beside = [record.path.with_suffix(".png") for record in old]
    move([*(record.path for record in old), *(path for path in beside if path.exists())])
    for record in old:
        print(f"{record.path.relative_to(ROOT)}: moved")


if __name__ == "__main__":
    main()
