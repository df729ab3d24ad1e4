"""What the compiler says it made of CloverLeaf's generated loops: all of the time loop is vectorised, both ways, in double and in float,
without run-time alias checks."""

from __future__ import annotations

import json
import platform
import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.apps.apps_test import BUILD
from tests.tier import FULL, drawn

SETUP = ("initialise_chunk", "generate_chunk")  # runs once
AT_ONE_POINT = {("calc_dt", "adjoint_points")}  # the derivative of a minimum: only where it is attained
TANGENT = "tangent"  # not measured
AVX2 = 32  # [bytes]


def judged(folder: Path) -> list[Path]:
    """The files of loops that run in time steps; a third of them outside the full tier, since the compiler needs a second for each."""
    files = [file for file in sorted(folder.glob("loop_*.cpp")) if not kernel_of(file).startswith(SETUP)]
    return drawn(files, len(files) // 3)


def kernel_of(file: Path) -> str:
    return re.sub(r"^loop_\d+_", "", file.stem)


def only(names: set[str], loops: str) -> str:
    """The main file of generated code without the loops of other names."""
    loops = re.sub(r"^namespace (loop_\w+) \{\n.*?^\}  // namespace \1\n", lambda block: block[0] if block[1] in names else "", loops, flags=re.M | re.S)
    kept = [line for line in loops.splitlines(True) if (found := re.match(r'#include "(loop_\w+)\.cpp"|    (loop_\w+)::implementation,', line)) is None
            or (found[1] or found[2]) in names]
    return "".join(kept)


def report(app: str, made: Path) -> tuple[list[Path], str]:
    """Generated files of a build, and what GCC says of them. Loops that equal others are not merged, so that each is in the report."""
    entries = json.loads((BUILD / "compile_commands.json").read_text())
    entry = next(entry for entry in entries if f"{app}_openmp_loops" in entry["command"] and entry["file"].endswith("/loops.cpp"))
    command = shlex.split(entry["command"])
    compiler = next(at for at, word in enumerate(command) if Path(word).name != "ccache")
    version = subprocess.run([command[compiler], "--version"], capture_output=True, text=True, check=True).stdout
    if "Free Software Foundation" not in version or platform.machine() != "x86_64" or "-fsanitize" in entry["command"]:
        pytest.skip("reads the report of GCC on x86-64, without sanitizers")
    command[command.index("-o") + 1] = "/dev/null"
    source = Path(entry["file"])
    files = judged(source.parent)
    (made / "loops.cpp").write_text(only({file.stem for file in files}, source.read_text()))
    command = [str(made / "loops.cpp") if word == entry["file"] else word for word in command[compiler:] if word != "-MD" and not word.startswith("-march")]
    command.append(f"-I{source.parent}")
    result = subprocess.run([*command, "-march=x86-64-v3", "-fno-ipa-icf", "-fopt-info-vec-optimized"], cwd=entry["directory"], capture_output=True, text=True, timeout=900)
    assert result.returncode == 0, result.stderr
    return files, result.stderr


def simd_loops(file: Path) -> Iterator[tuple[str, range]]:
    """Function and lines of each loop that is said to be vectorisable."""
    lines, function = file.read_text().splitlines(), ""
    for at, line in enumerate(lines, start=1):
        if found := re.search(r"void (\w+)\(", line):
            function = found[1]
        if line.strip() != "#pragma omp simd":
            continue
        depth, end = 0, at
        while depth > 0 or end == at:
            depth += lines[end].count("{") - lines[end].count("}")
            end += 1
        yield function, range(at + 1, end + 1)


@pytest.mark.parametrize("app", ["cloverleaf", *(["cloverleaf_float"] if FULL else [])])
def test_the_time_loop_is_vectorised_forward_and_in_reverse(app: str, tmp_path: Path) -> None:
    files, said = report(app, tmp_path)
    bytes_of: dict[tuple[str, int], int] = {}
    for file, line, size in re.findall(r"([\w./-]+\.cpp):(\d+):\d+: optimized: +loop vectorized using (\d+) byte", said):
        place = (Path(file).name, int(line))
        bytes_of[place] = max(int(size), bytes_of.get(place, 0))
    checked_for_aliases = {(Path(file).name, int(line)) for file, line in re.findall(r"([\w./-]+\.cpp):(\d+):\d+: optimized: +loop versioned", said)}
    loops = 0
    for file in files:
        kernel = kernel_of(file)
        for function, lines in simd_loops(file):
            if function.startswith(TANGENT) or (kernel, function) in AT_ONE_POINT:
                continue
            loops += 1
            place = f"{file.name}:{lines.start}: {function}"
            assert max(bytes_of.get((file.name, line), 0) for line in lines) >= AVX2, place
            assert not any((file.name, line) in checked_for_aliases for line in lines), place
    assert loops > (100 if FULL else 25)
