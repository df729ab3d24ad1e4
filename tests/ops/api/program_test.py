"""ops/api/program.hpp: a program that needs arguments is refused by a sentence that says what to write."""

from __future__ import annotations

import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[3]


def test_a_program_with_parameters_is_told_to_capture_them(tmp_path: Path) -> None:
    source = tmp_path / "program.cpp"
    source.write_text('#include "ops/api/program.hpp"\nvoid run(int, char**);\nint main(int argc, char** argv) { return ops_main(argc, argv, run); }\n')
    done = subprocess.run(["c++", "-std=c++20", "-fsyntax-only", f"-I{ROOT}", source], capture_output=True, text=True, timeout=300)
    assert done.returncode != 0
    assert "ops_main: the program is called without arguments; capture what it needs: [&] { run(argc, argv); }" in done.stderr
