"""exp, sin and their like: the library's own where that is asked and the target can have them, and then no call stops vectorisation, either way."""

from __future__ import annotations

import platform
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.apps.vectorised_test import simd_loops
from tests.translator.build_ir import P, call, program, put
from tests.translator.choices_test import COMPILERS, FLAGS
from tests.translator.generated import program_of
from translator.ir import Loop
from translator.passes.analyse import analyse
from translator.render import render

u, v = P(0, dims=2), P(1, dims=2)
ONE = "exp expm1 log log1p sin cos tan asin acos atan sinh cosh tanh erf cbrt".split()
TWO = "pow atan2 hypot".split()
LOOPS = [*(program(2, "u:dat:READ v:dat:WRITE", [put(v(), call(name, u()))]) for name in ONE),
         *(program(2, "u:dat:READ v:dat:WRITE", [put(v(), call(name, u(), u() * 0.5))]) for name in TWO)]


def written(loops: list[Loop], target: str, own_functions: bool) -> dict[str, str]:
    return render(program_of(loops), tuple(analyse(loop) for loop in loops), target, own_functions=own_functions)


@pytest.mark.parametrize("target", ["openmp", "cuda"])
def test_own_functions_are_asked_for(target: str) -> None:
    loops = LOOPS[:1]
    assert "namespace functions = ops::functions;" in written(loops, target, True)["loops.cpp"]
    assert "namespace functions = ops::backend::library;" in written(loops, target, False)["loops.cpp"]


@pytest.mark.parametrize("target", ["seq", "checked"])
def test_the_reference_keeps_the_functions_of_the_c_library(target: str) -> None:
    text = written(LOOPS[:1], target, True)["loops.cpp"]
    assert "namespace functions = ops::backend::library;" in text and "ops/loops/functions" not in text


def test_no_call_stops_vectorisation(tmp_path: Path) -> None:
    if platform.machine() != "x86_64" or shutil.which("g++") is None:
        pytest.skip("needs g++ on x86-64")
    for name, text in written(LOOPS, "openmp", True).items():
        (tmp_path / Path(name).name).write_text(text)
    options, pattern = COMPILERS["g++"]
    result = subprocess.run(["g++", *FLAGS, *options, "loops.cpp"], cwd=tmp_path, capture_output=True, text=True, timeout=900)
    assert result.returncode == 0, result.stderr
    said = {(Path(file).name, int(line)) for file, line in re.findall(pattern, result.stderr)}
    slow = [f"{file.name}: {function}" for file in sorted(tmp_path.glob("loop_*.cpp")) for function, lines in simd_loops(file)
            if not any((file.name, line) in said for line in range(lines.start - 1, lines.stop))]
    tan = f"loop_{ONE.index('tan')}_kernel.cpp: "
    assert set(slow) <= {f"{tan}adjoint_points", f"{tan}tangent_row"}  # its derivatives (ops/loops/functions/README.md)
