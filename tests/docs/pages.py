"""What the tests of pages share: listings, and where they come from."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from textwrap import dedent

ROOT = Path(__file__).parents[2]
BUILD = Path(os.environ.get("OPSGRAD_BUILD", ROOT / "build" / "release"))


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", page.read_text(), re.DOTALL | re.MULTILINE)


def quotes(file: str, listing: str) -> bool:
    """Whether `listing` is a run of whole lines of the file, however far indented."""
    lines = file.splitlines()
    wanted = dedent(listing).splitlines()
    return any(dedent("\n".join(lines[i:i + len(wanted)])).splitlines() == wanted for i in range(len(lines) - len(wanted) + 1))


def printed(program: str, target: str, folder: Path) -> str:
    """What a program of docs/example prints."""
    done = subprocess.run([BUILD / "docs" / "example" / f"{program}_{target}"], capture_output=True, text=True, timeout=120, cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
