#!/usr/bin/env python3
"""Draws sentences from pages, comments of public headers and messages, for readers who say which of them they understand.

usage: draw_sentences.py [NUMBER [SEED]]     50 sentences, by the hash of the present commit
"""

from __future__ import annotations

import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SHORTEST = 5  # words
PAGES = ("*.md",)
MESSAGES = ("ops/**/*.cpp", "backends/**/*.cpp", "translator/**/*.py", "python/opsgrad/*.py")
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
JOINT = re.compile(r'"\s*(?:<<[^;"]*<<\s*)?f?"')  # between parts of one message
CODE = re.compile(r"[;{}]\s*$|::|->|#include|\(\?|\\\\")


def files(*patterns: str) -> list[Path]:
    listing = subprocess.run(["git", "ls-files", *patterns], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [ROOT / name for name in listing.splitlines()]


def prose(page: str) -> str:
    """A page without listings, tables and headings; links as their text."""
    page = re.sub(r"```.*?```", "\n\n", page, flags=re.DOTALL)
    lines = [line for line in page.splitlines() if not line.startswith(("    ", "|", "#", "!["))]
    text = re.sub(r"^\s*(?:[-*]|\d+\.) ", "\n\n", "\n".join(lines), flags=re.MULTILINE)
    return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)


def comments(header: str) -> str:
    """Comments of a header, one paragraph for each run of lines."""
    paragraphs: list[str] = []
    for line in header.splitlines():
        match = re.search(r"//[/!]?<? ?(.*)", line)
        paragraphs.append(re.sub(r"^@\w+(?: \w+)?\s+", "\n\n", match[1]) if match else "\n")
    return "\n".join(paragraphs)


def literals(source: str) -> Iterator[str]:
    """Messages, with `..` for values; not what looks like code or a list of names."""
    joined = JOINT.sub(lambda match: " .. " if "<<" in match[0] else "", re.sub(r'""".*?"""', "", source, flags=re.DOTALL))
    for text in LITERAL.findall(joined):
        text = re.sub(r"\{[^{}]*\}", "..", re.sub(r"(\\n)+$", "", text)).replace("\\n", " ")
        text = " ".join(f"|{text}|".replace("' .. '", "'..'").split())[1:-1]
        text = re.sub(r"^(?='[\s:;])", "'..", re.sub(r"^(?=[\s:;])", "..", text))  # a value comes first
        text = re.sub(r"(?<=\s)'$", "'..'", re.sub(r"\s+$", " ..", text))  # or last
        text = re.sub(r"(\.\.){2,}", "..", text)
        if len(text.split()) >= SHORTEST + 2 and re.search(r"[a-z] (a|an|the|is|are|has|have|of|in|for|to|with|and|or|not|no) [a-z]", text) and not CODE.search(text):
            yield text


def sentences(text: str) -> Iterator[str]:
    for paragraph in re.split(r"\n\s*\n", text):
        flat = " ".join(paragraph.split())
        for sentence in re.split(r"(?<=[.!?:])\s+(?=[A-Z`\"*])", flat):
            if len(sentence.split()) >= SHORTEST and sentence.rstrip("*`)").endswith((".", "?", "!")):
                yield sentence


def everything() -> list[tuple[str, str]]:
    """(place, sentence), in a fixed order."""
    found = [(path.relative_to(ROOT).as_posix(), s) for path in files(*PAGES) for s in sentences(prose(path.read_text()))]
    sys.path.insert(0, str(ROOT))
    from tests.public_headers_test import OF_USERS, table

    found += [(name, s) for name in sorted(table(OF_USERS)) for s in sentences(comments((ROOT / name).read_text()))]
    found += [(path.relative_to(ROOT).as_posix(), s) for path in files(*MESSAGES) for s in literals(path.read_text())]
    return sorted(set(found))


def main() -> None:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()
    seed = sys.argv[2] if len(sys.argv) > 2 else head
    drawn = random.Random(seed).sample(everything(), number)
    print(f"seed {seed}")
    for n, (place, sentence) in enumerate(drawn, 1):
        print(f"{n:3}. [{place}] {sentence}")


if __name__ == "__main__":
    main()
