"""Whether a build has the address sanitizer, under which memory is another matter."""

from __future__ import annotations

from pathlib import Path


def sanitized(build: Path) -> bool:
    cache = build / "CMakeCache.txt"
    return cache.exists() and "fsanitize=address" in cache.read_text()
