"""Seeded faults: right programs with one mistake at a time, and whether what is reported names the mistake."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
BUILD = Path(os.environ.get("OPSGRAD_BUILD", ROOT / "build" / "release"))
MARK = re.compile(r"(\s*)// fault ([\w-]+)(?: in (\w+))?:(.*)")
HEAD = re.compile(r"^\S+?:(\d+):\d+: (?:error|warning)\[([\w-]+)\]: (.*)$", re.M)


@dataclass(frozen=True, slots=True)
class Mistake:
    """In declarations.cpp: `text` in place of a line."""

    code: str  # of the diagnostic that is due
    line: int  # from 1
    text: str
    kernel: str  # or what else is named

    @property
    def name(self) -> str:
        return f"{self.line}-{self.code}"

    @property
    def late(self) -> bool:
        """What has no derivative is said only of programs that are right otherwise."""
        return self.code == "not-differentiable"

    def named(self, report: str) -> bool:
        """A diagnostic of this code whose head names the kernel, or that stands, or has a note, on the wrong line."""
        for part in report.split("\n\n"):
            head = HEAD.search(part)
            if head and head[2] == self.code and (f"program.cpp:{self.line}:" in part or f"'{self.kernel}'" in head[3]):
                return True
        return False


def mistakes() -> list[Mistake]:
    lines = (HERE / "declarations.cpp").read_text().splitlines()
    found = []
    for number, line in enumerate(lines, 1):
        if match := MARK.fullmatch(line):
            shown = re.search(r"void (\w+?)(?:_adjoint)?\(|ops_par_loop\((\w+)", lines[number])
            kernel = match[3] or ((shown[1] or shown[2]) if shown else "nothing")
            found.append(Mistake(match[2], number + 1, match[1] + match[4].strip(), kernel))
    return found


def translated(folder: Path, wrong: Sequence[Mistake]) -> str:
    """What the translator says of declarations.cpp with these mistakes."""
    lines = (HERE / "declarations.cpp").read_text().splitlines()
    for mistake in wrong:
        lines[mistake.line - 1] = mistake.text
    (folder / "program.cpp").write_text("\n".join(lines) + "\n")
    include = [f"-I{ROOT}", f"-I{ROOT / 'include'}"]
    result = subprocess.run([sys.executable, "-m", "translator", "check", "program.cpp", "--", "-std=c++20", *include], cwd=folder,
                            env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, timeout=300)
    return result.stdout + result.stderr


@dataclass(frozen=True, slots=True)
class Fault:
    """In one of the programs: chosen by name at run time."""

    program: str
    name: str
    says: str  # what is due in the report, beside the line
    at: str = ""  # the mark of the line that must be named; "": that of the fault

    def line(self) -> int:
        """Of the mark "here: <fault>, <fault>..", or of the line below if it stands alone."""
        for number, line in enumerate((HERE / f"{self.program}.cpp").read_text().splitlines(), 1):
            if (mark := line.partition("// here: ")[2]) and (self.at or self.name) in re.split(r",\s*", mark):
                return number + line.strip().startswith("//")
        raise AssertionError(f"{self.program}.cpp has no line marked 'here: {self.at or self.name}'")

    def named(self, report: str) -> bool:
        """One sentence with the place and the words."""
        place = re.compile(rf"{self.program}\.cpp:{self.line()}\b")
        return any(place.search(line) and re.search(self.says, line) for line in report.splitlines())


def run(program: str, names: Sequence[str], *options: str) -> dict[str, str]:
    """What the program reports of each fault, all in one process."""
    result = subprocess.run([BUILD / "tests" / "faults" / f"faults_{program}_seq", *names, *options], capture_output=True, text=True, timeout=300)
    assert result.returncode == 0, result.stdout + result.stderr
    reports: dict[str, str] = {}
    for part in re.split(r"^== ", result.stdout, flags=re.M)[1:]:
        name, _, report = part.partition("\n")
        reports[name] = report
    assert set(reports) == set(names)
    return reports
