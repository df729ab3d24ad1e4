"""Chromium without a window: the page after its script ran, what it wrote to the console, and pictures of it."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

# What is pasted into a page gets `out(name, value)`; the test finds it in Shown.said.
REPORT = "<script>function out(name, value) { document.body.dataset['said' + name] = String(value); }\n%s</script></body>"


@dataclass(frozen=True)
class Shown:
    html: str
    console: tuple[str, ...]  # errors and warnings

    def body(self, name: str) -> str | None:
        """An attribute data-<name> of the body."""
        match = re.search(rf'<body[^>]*\sdata-{name}="([^"]*)"', self.html)
        return match[1] if match else None

    def said(self, name: str) -> str:
        text = self.body(f"said{name}")
        assert text is not None, f"the script did not report '{name}'; console: {self.console}"
        return text

    def text(self, element: str) -> str:
        """Of the first element with this id, without its tags."""
        match = re.search(rf'<(\w+)[^>]*\sid="{element}"[^>]*>(.*?)</\1>', self.html, re.DOTALL)
        assert match, element
        return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", match[2])).strip()


def chromium(url: str, folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    program = shutil.which("chromium")
    assert program, "chromium is missing: run scripts/install.sh --tests"
    return subprocess.run(
        [program, "--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", f"--user-data-dir={folder / 'browser'}", *options, url],
        capture_output=True, text=True, timeout=120)


def show(page: str, folder: Path, script: str = "", width: int = 1280) -> Shown:
    """The page, after `script` has run at its end."""
    file = folder / "shown.html"
    file.write_text(page.replace("</body>", REPORT % script) if script else page)
    done = chromium(file.as_uri(), folder, f"--window-size={width},900", "--dump-dom")
    assert done.returncode == 0, done.stderr
    return Shown(done.stdout, tuple(line for line in done.stderr.splitlines() if "CONSOLE" in line))
