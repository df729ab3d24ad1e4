"""The two walks of docs/architecture.md are the calls that really happen, from the program to the machine."""

from __future__ import annotations

import bisect
import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.sanitized import sanitized

BUILD = Path(os.environ["OPSGRAD_BUILD"])
PROGRAM = BUILD / "tests/ops/derivatives/events/events_walk_openmp"
PAGE = Path(__file__).parents[4] / "docs/architecture.md"
MOST = {"loop": 10, "adjoint": 12}
HEADING = {"loop": "### A loop forward", "adjoint": "### A loop reversed"}


def symbols() -> tuple[list[int], list[str]]:
    listing = subprocess.run(["nm", "-C", "--defined-only", "-n", PROGRAM], capture_output=True, text=True, check=True).stdout
    functions = [match.groups() for match in re.finditer(r"(?m)^([0-9a-f]+) [tTwW] (.*)$", listing)]
    return [int(address, 16) for address, _ in functions], [name for _, name in functions]


def short(name: str) -> str:
    """"void ops::LoopEngine::run(ops::LoopRequest const&)": "LoopEngine::run"."""
    name = re.sub(r"\(anonymous namespace\)::|\[clone[^\]]*\]", "", name)
    while (plain := re.sub(r"<[^<>]*>", "", name)) != name:
        name = plain
    return name.split("(")[0].split(" ")[-1].removeprefix("ops::")


def stacks() -> dict[str, list[str]]:
    """Outermost first; of this library alone, and without the machine of the test."""
    done = subprocess.run([PROGRAM, "-OPS_DIAGS=0", "-slots=2"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    addresses, names = symbols()
    found: dict[str, list[str]] = {}
    for what, frames in re.findall(r"stack of (\w+)((?: [0-9a-f]+)+)", done.stderr):
        all_names = [names[bisect.bisect_right(addresses, int(frame, 16)) - 1] for frame in frames.split()]
        ours = [short(name) for name in all_names if re.search(r"\bops(::|_par_loop|_interpret)", name) and "Walked" not in name]
        found[what] = ours[::-1]
    return found


def walk(what: str) -> list[str]:
    text = PAGE.read_text().split(HEADING[what])[1].split("\n#")[0]
    return re.findall(r"(?m)^\d+\. `([\w:]+)`", text)


@pytest.mark.parametrize("what", ["loop", "adjoint"])
def test_the_walk_is_short(what: str) -> None:
    assert 0 < len(walk(what)) <= MOST[what]


@pytest.mark.parametrize("what", ["loop", "adjoint"])
@pytest.mark.skipif(sanitized(BUILD), reason="without optimisation other functions are on the way")
def test_the_walk_is_what_happens(what: str) -> None:
    """The compiler may put calls into one another, clang more of them, so not all of the walk is in the stack; what is stands in its order."""
    listed, happened = walk(what), stacks()[what]
    assert listed[-1] == "Machine::run"  # the machine that wrote down the stack
    rest = iter(listed)
    assert all(name in rest for name in happened), f"listed {listed}, happened {happened}"
    by_clang = "CMAKE_CXX_COMPILER_ID \"Clang\"" in next(BUILD.glob("CMakeFiles/*/CMakeCXXCompiler.cmake")).read_text()
    assert len(happened) >= len(listed) // (3 if by_clang else 2), happened
