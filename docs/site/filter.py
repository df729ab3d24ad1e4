"""What Doxygen reads of a header: python3 docs/site/filter.py HEADER.

Without the places of calls, which the compiler fills in; without constructors from internal types, which only the library calls; with what the head of the
file says to users (what follows its first empty line) as the file's description; with indented lines of comments as listings; with the release since
which a function or a type exists (since.py).
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from since import LIST, later, since

PLACE = re.compile(r",?\s*(?:const )?(?:ops::)?Where where = (?:ops::)?Where::current\(\)")
INTERNAL = re.compile(r"^  ops_\w+\((?:const )?ops::[^;]*?\{\}\n\n?", re.MULTILINE)
LISTING = re.compile(r"\s*///   +\S")
DOTS = re.compile(r"(///.*\w.*)\.\.$", re.MULTILINE)  # at the end of a line they end a list, for Doxygen
NAMED = re.compile(r"(?!using|return|friend|#)(?:inline |constexpr )*[A-Za-z_][\w:<>*&, ]*?[ *&]((?:ops|OPS)_\w+)(?:\(|[^;()]*$)")


def described(lines: list[str]) -> list[str]:
    """The head of the file as a comment that Doxygen reads."""
    head = next((k for k, line in enumerate(lines) if not line.startswith("//")), len(lines))
    empty = next((k for k in range(head) if lines[k].strip() == "//"), head)
    details = ["///" + line[2:] for line in lines[empty + 1:head]]
    return (["/// @file", "///", *details] if details else ["/// @file"]) + lines[head:]


def listings(lines: list[str]) -> Iterator[str]:
    """Runs of indented lines between @code and @endcode. The paragraph of a @param, however indented, is text."""
    inside = text = False
    for line in lines:
        indented = bool(LISTING.match(line))
        text = line.lstrip().startswith("/// @") or (text and line.lstrip().startswith("/// "))
        if (indented and not text) != inside:
            inside = not inside
            yield "/// @code{.cpp}" if inside else "/// @endcode"
        yield line


def dated(lines: list[str], listed: dict[str, str]) -> Iterator[str]:
    """Each comment of a function or type of the API, at the outermost level, ends with its release."""
    for number, line in enumerate(lines):
        yield line
        if line.startswith("///") and not lines[number + 1].startswith("///"):
            found = next((NAMED.match(below) for below in lines[number + 1:] if not below.startswith(("template", "  requires"))), None)
            if found:
                yield from ("///", f"/// @since {since(found[1], listed)}")


def filtered(text: str, listed: dict[str, str]) -> str:
    lines = described(DOTS.sub(r"\1…", INTERNAL.sub("", PLACE.sub("", text))).splitlines())
    return "\n".join(listings(list(dated(lines, listed)))) + "\n"


if __name__ == "__main__":
    names = later(LIST.read_text(encoding="utf-8"))
    sys.stdout.write(filtered(Path(sys.argv[1]).read_text(encoding="utf-8"), names))
