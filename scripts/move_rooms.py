#!/usr/bin/env python3
"""Moves the files of a checkout from the flat rooms of ops/ to those of ADR 42, and renames what the ADR renames.

For people with changes from before the move: commit them, run this, commit again, then merge the main branch.
usage: move_rooms.py [ADR]
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ADR = ROOT / "docs/adr/0042-rooms-have-two-levels.md"
CODE = {".hpp", ".cpp", ".h", ".cu"}
LEFT_ALONE = {"CHANGELOG.md", "docs/adr/0042-rooms-have-two-levels.md", "scripts/move_rooms.py"}
TOKENS = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'|//[^\n]*|#\s*include[^\n]*|[A-Za-z_][A-Za-z0-9_]*')
QUOTED = re.compile(r"`[^`\n]*`")
LINK = re.compile(r"\]\(([^)#:\s]+)(#[^)]*)?\)")


def tables(adr: Path) -> dict[str, dict[str, str]]:
    """Heading -> old -> new, of the tables below the ADR's headings."""
    found: dict[str, dict[str, str]] = {}
    for part in re.split(r"^## ", adr.read_text(), flags=re.MULTILINE)[1:]:
        rows = re.findall(r"^\| `([^`]+)` \| `([^`]+)` \|$", part, flags=re.MULTILINE)
        found[part.splitlines()[0]] = dict(rows)
    return found


def git(*args: str) -> str:
    return subprocess.run(["git", *args], cwd=ROOT, check=True, capture_output=True, text=True).stdout


def new_path(path: str, rooms: dict[str, str], files: dict[str, str]) -> str:
    stem, dot, suffix = path.rpartition(".")
    if dot and stem in files:
        return f"{files[stem]}.{suffix}"
    if path.startswith("tests/ops/"):  # tests are arranged as rooms are
        return "tests/" + new_path(path.removeprefix("tests/"), rooms, {})
    room = max((r for r in rooms if path.startswith(r + "/")), key=len, default=None)
    return path if room is None else rooms[room] + path[len(room):]


def new_of(changed: dict[str, str], new: str) -> str:
    return next(old for old, to in changed.items() if to == new)


def moves(tracked: list[str], rooms: dict[str, str], files: dict[str, str]) -> dict[str, str]:
    """Old path -> new path. Of files that several rooms have, the first room's stays, the others go (new path "")."""
    order = {room: i for i, room in enumerate(rooms)}
    result: dict[str, str] = {}
    taken: set[str] = set()
    mine = [p for p in tracked if p.startswith(("ops/", "tests/ops/"))]
    for path in sorted(mine, key=lambda p: (order.get("/".join(p.removeprefix("tests/").split("/")[:2]), 0), p)):
        new = new_path(path, rooms, files)
        if new in taken:
            if Path(path).name not in {"README.md", "CMakeLists.txt"}:
                raise SystemExit(f"{path}: {new} is there already")
            if path.startswith("tests/"):  # one folder has the tests of both
                (ROOT / new_of(result, new)).open("a").write((ROOT / path).read_text())
            new = ""
        taken.add(new)
        result[path] = new
    return result


def renamed_code(text: str, names: dict[str, str]) -> str:
    """Identifiers in code, and in backquotes in comments; not in strings."""

    def change(match: re.Match[str]) -> str:
        token = match[0]
        if token.startswith("//"):
            return QUOTED.sub(lambda quoted: re.sub(r"[A-Za-z_]\w*", lambda m: names.get(m[0], m[0]), quoted[0]), token)
        return names.get(token, token)

    return TOKENS.sub(change, text)


def renamed_paths(text: str, changed: dict[str, str], rooms: dict[str, str], files: dict[str, str]) -> str:
    def change(match: re.Match[str]) -> str:
        path = match[0]
        dot = path.endswith(".")
        path = path.rstrip(".")
        if changed.get(path):
            new = changed[path]
        elif path in files:
            new = files[path]
        else:
            new = new_path(path + "/", rooms, {}).rstrip("/")
        return new + ("." if dot else "")

    first = "|".join(sorted((room.split("/")[1] for room in rooms), key=len, reverse=True))
    text = re.sub(rf"\btests\.ops\.({first})\b", lambda m: "tests." + rooms["ops/" + m[1]].replace("/", "."), text)  # Python's modules
    return re.sub(rf"(?<![\w-])(?:tests/)?ops/(?:{first})(?![\w-])[\w./-]*", change, text)


def renamed_links(text: str, old: str, new: str, changed: dict[str, str], rooms: dict[str, str]) -> str:
    """Relative links of a page, where the page or what it links to has moved."""

    def change(match: re.Match[str]) -> str:
        target = os.path.normpath(os.path.join(os.path.dirname(old), match[1]))
        now = changed.get(target) or new_path(target, rooms, {})
        link = os.path.relpath(now, os.path.dirname(new))
        return f"]({link if now != target or old != new else match[1]}{match[2] or ''})"

    return LINK.sub(change, text)


def names_for(path: str, names: dict[str, str]) -> dict[str, str]:
    """A name with `@where` is renamed in files whose path has `where` alone."""
    return {name.split("@")[0]: new for name, new in names.items() if "@" not in name or name.split("@")[1] in path}


def main() -> None:
    found = tables(Path(sys.argv[1]) if len(sys.argv) > 1 else ADR)
    rooms, files, names = found["Rooms"], found["Files"], found["Names"]
    tracked = git("ls-files").splitlines()
    changed = moves(tracked, rooms, files)
    libraries = {old.split("/")[-1]: new.split("/")[-1] for old, new in rooms.items()}
    for path in tracked:
        if path in LEFT_ALONE or not (ROOT / path).is_file():
            continue
        new = changed.get(path, path)
        try:
            text = old_text = (ROOT / path).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        if Path(path).suffix == ".md":
            text = renamed_links(text, path, new or path, changed, rooms)
        text = renamed_paths(text, changed, rooms, files)
        if Path(path).suffix in CODE and path.startswith(("ops/", "backends/", "include/", "tests/ops/", "tests/cuda/", "tests/hostile/", "tests/backends/", "tests/faults/")):
            text = renamed_code(text, names_for(path, names))
        if path == "docs/extending.md":  # shows code of the library
            text = re.sub(r"```cpp\n.*?```", lambda m: renamed_code(m[0], names), QUOTED.sub(lambda m: renamed_code(m[0], names), text), flags=re.DOTALL)
        if Path(path).name == "CMakeLists.txt" or Path(path).suffix == ".cmake":
            text = re.sub(r"\bops(::|_)(\w+)\b", lambda m: f"ops{m[1]}{libraries.get(m[2], m[2])}", text)
        if text != old_text:
            (ROOT / path).write_text(text, encoding="utf-8")
    for old, new in changed.items():
        if new == "":
            git("rm", "-qf", old)
        elif new != old:
            (ROOT / new).parent.mkdir(parents=True, exist_ok=True)
            git("mv", old, new)


if __name__ == "__main__":
    main()
