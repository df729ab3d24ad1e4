"""Loops with std::fmax and std::fmin, and minima and maxima over all points, are vector code under GCC and clang, both ways."""

from __future__ import annotations

import platform
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.apps.vectorised_test import simd_loops
from tests.tier import drawn
from tests.translator.build_ir import P, call, program, put
from tests.translator.generated import ROOT, program_of
from translator.passes.analyse import analyse
from translator.render import render

u, v, w = P(0, dims=2), P(1, dims=2), P(2, dims=2)
LOOPS = [
    program(2, "u:dat:READ v:dat:WRITE", [put(v(), call("fmax", call("fmin", u(1, 0), u(-1, 0)), 0.5))]),
    program(2, "u:dat:READ v:dat:READ w:dat:WRITE", [put(w(), call("fmin", u() * v(0, 1), u() / v()) * u(1, 0))]),
    program(2, "u:dat:READ most:reduce:MAX", [put(P(1)[0], call("fmax", P(1)[0], u() * u(0, 1)))]),
    program(2, "u:dat:READ least:reduce:MIN", [put(P(1)[0], call("fmin", P(1)[0], u() - u(0, 1)))]),
]
FLAGS = ["-std=c++20", f"-I{ROOT}", "-O3", "-march=x86-64-v3", "-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math", "-c", "-o", "/dev/null"]
COMPILERS = {
    "g++": (["-fopenmp", "-fno-thread-jumps", "-fno-ipa-icf", "-fopt-info-vec-optimized"], r"([\w./-]+\.cpp):(\d+):\d+: optimized: +loop vectorized"),
    "clang++-19": (["-fopenmp-simd", "-Rpass=loop-vectorize"], r"([\w./-]+\.cpp):(\d+):\d+: remark: vectorized loop"),
}


@pytest.mark.parametrize("compiler", drawn(list(COMPILERS), 1))
def test_no_call_stops_vectorisation(compiler: str, tmp_path: Path) -> None:
    if platform.machine() != "x86_64" or shutil.which(compiler) is None:
        pytest.skip(f"needs {compiler} on x86-64")
    for name, text in render(program_of(LOOPS), tuple(analyse(loop) for loop in LOOPS), "openmp").items():
        (tmp_path / Path(name).name).write_text(text)
    options, pattern = COMPILERS[compiler]
    result = subprocess.run([compiler, *FLAGS, *options, "loops.cpp"], cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert result.returncode == 0, result.stderr
    said = {(Path(file).name, int(line)) for file, line in re.findall(pattern, result.stderr)}
    loops = 0
    for file in sorted(tmp_path.glob("loop_*.cpp")):
        for function, lines in simd_loops(file):
            if function.endswith("_lines") and compiler.startswith("clang"):
                continue  # one line of memory, unrolled before it becomes vector code
            loops += 1
            assert any((file.name, line) in said for line in range(lines.start - 1, lines.stop)), f"{file.name}:{lines.start}: {function}"
    assert loops >= 8
