"""Bytes of generated code, by application and target, of a build.

    python3 perf/sizes.py [--build build/release] [--before FOLDER]

`--before`: another build, for instance of the commit before; the table then has both, and their ratio.
"""

from __future__ import annotations

import argparse
from pathlib import Path


def sizes(build: Path) -> dict[tuple[str, str], int]:
    """Of every folder apps/*/generated/<application>/<target>."""
    folders = [f for f in build.glob("apps/*/generated/*/*") if (f / "loops.cpp").is_file()]
    return {(f.parent.name, f.name): sum(file.stat().st_size for file in f.glob("*.cpp")) for f in folders}


def table(now: dict[tuple[str, str], int], before: dict[tuple[str, str], int]) -> str:
    """A line per application and target, by name."""
    lines = []
    for key in sorted(now):
        old = before.get(key)
        more = f" {old:9d} {now[key] / old:6.2f}" if old else ""
        lines.append(f"{key[0]:20s} {key[1]:10s} {now[key]:9d}{more}")
    head = f"{'application':20s} {'target':10s} {'bytes':>9s}" + (f" {'before':>9s} {'ratio':>6s}" if before else "")
    return "\n".join([head, *lines]) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=Path("build/release"))
    parser.add_argument("--before", type=Path)
    asked = parser.parse_args()
    print(table(sizes(asked.build), sizes(asked.before) if asked.before else {}), end="")


if __name__ == "__main__":
    main()
