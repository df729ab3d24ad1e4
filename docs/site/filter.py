"""What Doxygen reads of a header: python3 docs/site/filter.py HEADER.

Without the places of calls, which the compiler fills in; with what the head of the file says to users (what follows its first empty line) as the file's
description; with indented lines of comments as listings.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

PLACE = re.compile(r",?\s*(?:const )?(?:ops::)?Where where = (?:ops::)?Where::current\(\)")
LISTING = re.compile(r"\s*///   +\S")


def described(lines: list[str]) -> list[str]:
    """The head of the file as a comment that Doxygen reads."""
    head = next((k for k, line in enumerate(lines) if not line.startswith("//")), len(lines))
    empty = next((k for k in range(head) if lines[k].strip() == "//"), head)
    details = ["///" + line[2:] for line in lines[empty + 1:head]]
    return (["/// @file", "///", *details] if details else ["/// @file"]) + lines[head:]


def listings(lines: list[str]) -> Iterator[str]:
    """Runs of indented lines between @code and @endcode; below @param and the like they go on with its text."""
    inside = text = False
    for line in lines:
        indented = bool(LISTING.match(line))
        text = line.lstrip().startswith("/// @") or (text and indented)
        if (indented and not text) != inside:
            inside = not inside
            yield "/// @code{.cpp}" if inside else "/// @endcode"
        yield line


def filtered(text: str) -> str:
    return "\n".join(listings(described(PLACE.sub("", text).splitlines()))) + "\n"


if __name__ == "__main__":
    sys.stdout.write(filtered(Path(sys.argv[1]).read_text(encoding="utf-8")))
