"""How long generated code of random kernels of about 2 KB takes to compile.

    /usr/bin/python3 -m tests.kernels.compile_times [--count 100] [--target openmp] [--compiler g++]

Each kernel is a program of its own, with all derivatives, compiled as an application's loops are. CPU seconds, bytes of generated code for each
byte of the kernel, and the slowest kernels by their seeds.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
from itertools import count
from pathlib import Path

from tests.kernels.batch import _program
from tests.kernels.text import TextKernel, random_kernel

ROOT = Path(__file__).parents[2]
INCLUDE = [f"-I{ROOT}", f"-I{ROOT}/include", f"-I{ROOT}/tests/kernels"]
FLAGS = ["-std=c++20", "-O3", "-DNDEBUG", "-fPIC", "-march=native", "-ffp-contract=off", "-fno-semantic-interposition", "-fopenmp", "-fno-math-errno",
         "-fno-trapping-math", "-fno-thread-jumps", "-fno-builtin-atan", "-fno-builtin-atanh"]


def kernels(wanted: int) -> list[tuple[int, TextKernel]]:
    """The first `wanted` of 1.8 to 2.5 KB."""
    found: list[tuple[int, TextKernel]] = []
    for seed in count():
        kernel = random_kernel(seed)
        if 1800 <= len(kernel.text("kernel_0")) <= 2500:
            found.append((seed, kernel))
        if len(found) == wanted:
            return found
    raise AssertionError


def measured(kernel: TextKernel, target: str, compiler: str, folder: Path) -> tuple[float, int]:
    """[CPU s], [bytes] of generated code."""
    (folder / "kernels.inc").write_text(kernel.text("kernel_0"))
    (folder / "program.cpp").write_text(_program([kernel], ["kernel_0"], "double", "double"))
    translate = [sys.executable, "-m", "translator", "translate", str(folder / "program.cpp"), f"--target={target}", "--out", str(folder), "--name", "program"]
    subprocess.run([*translate, "--", "-std=c++20", f"-I{folder}", *INCLUDE], check=True, cwd=ROOT, capture_output=True)
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run([compiler, *FLAGS, *INCLUDE, "-c", folder / target / "loops.cpp", "-o", folder / "loops.o"], check=True)
    seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    return seconds, sum(file.stat().st_size for file in (folder / target).glob("*.cpp"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--target", default="openmp")
    parser.add_argument("--compiler", default="g++")
    asked = parser.parse_args()
    times: list[tuple[float, int, int]] = []
    ratios: list[float] = []
    for seed, kernel in kernels(asked.count):
        with tempfile.TemporaryDirectory() as folder:
            seconds, size = measured(kernel, asked.target, asked.compiler, Path(folder))
        times.append((seconds, seed, size))
        ratios.append(size / len(kernel.text("kernel_0")))
        print(f"seed {seed}: {seconds:.1f} s, {size} bytes", file=sys.stderr, flush=True)
    times.sort()
    ratios.sort()
    print(f"{asked.target}, {asked.compiler}, {len(times)} kernels: CPU s median {times[len(times) // 2][0]:.1f}, 90 % {times[len(times) * 9 // 10][0]:.1f}, "
          f"most {times[-1][0]:.1f}; bytes of generated code for a byte of kernel: median {ratios[len(ratios) // 2]:.0f}, most {ratios[-1]:.0f}")
    print("slowest: " + ", ".join(f"seed {seed} {seconds:.1f} s" for seconds, seed, _ in times[:-6:-1]))


if __name__ == "__main__":
    main()
