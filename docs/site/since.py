"""Since which release an option, a function or a type exists: docs/reference/since.txt lists all that came after the first release."""

from __future__ import annotations

import re
from pathlib import Path

LIST = Path(__file__).parents[1] / "reference" / "since.txt"
FIRST = "0.1.0"
OPTION = re.compile(r"`-?(OPS_\w+)")


def later(text: str) -> dict[str, str]:
    """The release of each listed name."""
    entries = (line.split() for line in text.splitlines() if line and not line.startswith("#"))
    return {name: release for release, name in entries}


def since(name: str, listed: dict[str, str]) -> str:
    return listed.get(name, FIRST)


def with_column(page: str, listed: dict[str, str]) -> str:
    """The page of options with a last column in each table of options. A row has one release for all of its options."""
    lines, inside = [], False
    for line in page.splitlines():
        begins = line.startswith("| option ")
        inside = begins or (inside and line.startswith("|"))
        if begins:
            line += " since |"
        elif inside and line.startswith("|---"):
            line += "---|"
        elif inside:
            (release,) = {since(name, listed) for name in OPTION.findall(line.split("|")[1])}
            line += f" {release} |"
        lines.append(line)
    return "\n".join(lines) + "\n"
