"""Random kernels mean in IR what they mean in C++: parsed and interpreted, against g++ on the same numbers.

The same of generated code, with its derivatives, for fewer of them, since compiling takes long.
By hand: python3 -m tests.translator.parse.random_cpp_test [batches of 40] [first seed] [generated]
"""

from __future__ import annotations

import math
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.fresh import fresh_seed
from tests.tier import FULL, drawn
from tests.translator.parse.constructs_test import FLAGS, HERE, interpreted
from tests.translator.parse.random_cpp import header
from tests.translator.parse.random_cpp_code import Code, complaint
from tests.translator.parse.random_cpp_forms import DEFINES
from translator.ir import Loop
from translator.parse import parse

KERNELS, CASES, GENERATED = 40 if FULL else 24, 12, 8 if FULL else 5


def cases(seed: int) -> list[tuple[list[float], list[int]]]:
    r = random.Random(seed)
    return [([r.uniform(-1.5, 1.5) for _ in range(16)], [r.randint(0, 4), r.randint(1, 3), r.randint(0, 3), r.randint(0, 3)]) for _ in range(CASES)]


def compiled(folder: Path, given: list[tuple[list[float], list[int]]], *flags: str) -> dict[str, list[list[float]]]:
    compile_text(folder, *flags)
    return run_text(folder, given)


def compile_text(folder: Path, *flags: str) -> None:
    subprocess.run(["g++", "-std=c++20", "-O1", "-w", "-ffp-contract=off", *flags, str(folder / "constructs_run.cpp"), "-o", str(folder / "run")], check=True)


def run_text(folder: Path, given: list[tuple[list[float], list[int]]]) -> dict[str, list[list[float]]]:
    text = "\n".join(" ".join([*(x.hex() for x in values), *map(str, n)]) for values, n in given)
    found: dict[str, list[list[float]]] = {}
    for name, *numbers in map(str.split, subprocess.run([str(folder / "run")], input=text, capture_output=True, text=True, check=True).stdout.splitlines()):
        found.setdefault(name, []).append([float.fromhex(x) for x in numbers])
    return found


def read(seed: int, folder: Path, count: int) -> dict[str, Loop]:
    """The kernels of a seed as the translator reads them."""
    for file in ("constructs.cpp", "constructs_run.cpp"):
        shutil.copy(HERE / file, folder / file)
    (folder / "constructs.hpp").write_text(header(seed, count))
    parsed = parse((str(folder / "constructs.cpp"),), (*FLAGS, *DEFINES))
    return {loop.name: loop for loop in parsed.program.loops}


def generated_differences(seed: int, folder: Path, count: int) -> tuple[dict[str, str], int]:
    """By kernel: what is wrong with its generated code; and how many have some."""
    loops = [loop for loop in read(seed, folder, count).values() if not loop.kernel.unsupported]
    code, given = Code(loops, folder / "code"), cases(seed)
    compile_text(folder, *DEFINES)
    found = {loop.name: complaint(code, k, given, lambda moved: run_text(folder, moved)[loop.name]) for k, loop in enumerate(loops)}
    return {name: told for name, told in found.items() if told}, len(loops)


def differences(seed: int, folder: Path) -> tuple[dict[str, str], int]:
    """By kernel: what is wrong with it; and how many the translator takes."""
    loops, given = read(seed, folder, KERNELS), cases(seed)
    right = compiled(folder, given, *DEFINES)
    wrong = {name: told for name, loop in loops.items() if not loop.kernel.unsupported and (told := difference(loop, given, right[name]))}
    return wrong, sum(not loop.kernel.unsupported for loop in loops.values())


def difference(loop: Loop, given: list[tuple[list[float], list[int]]], right: list[list[float]]) -> str:
    for (values, n), row in zip(given, right, strict=True):
        got = interpreted(loop, values, n)
        for a, b in zip(got, row):
            if math.isfinite(b) and not math.isclose(a, b, rel_tol=1e-12, abs_tol=1e-300):
                return f"{got} instead of {row} for n = {n}, values {values}"
    return ""


def kernel_text(folder: Path, name: str) -> str:
    return "inline void " + (folder / "constructs.hpp").read_text().split(f"inline void {name}(PARAMS)")[1].split("\n}")[0] + "\n}"


@pytest.mark.parametrize("seed", drawn([1, 2, None], 1, always=[None]))
def test_kernels_mean_what_they_mean_in_cpp(seed: int | None, tmp_path: Path) -> None:
    seed = fresh_seed() if seed is None else seed
    wrong, taken = differences(seed, tmp_path)
    assert not wrong, "\n".join(f"seed {seed}, {name}: {told}\n{kernel_text(tmp_path, name)}" for name, told in wrong.items())
    assert taken >= KERNELS // 2, "too many are not followed"


@pytest.mark.parametrize("seed", drawn([3, None], 1, always=[None]))
def test_generated_code_has_the_bits_and_the_slopes_of_cpp(seed: int | None, tmp_path: Path) -> None:
    seed = fresh_seed() if seed is None else seed
    wrong, taken = generated_differences(seed, tmp_path, GENERATED)
    assert not wrong, "\n".join(f"seed {seed}, {name}: {told}\n{kernel_text(tmp_path, name)}" for name, told in wrong.items())
    assert taken >= GENERATED // 2, "too many are not followed"


if __name__ == "__main__":
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    wrong_ones = 0
    for number in range(first, first + (int(sys.argv[1]) if len(sys.argv) > 1 else 10)):
        with tempfile.TemporaryDirectory() as name:
            generated = len(sys.argv) > 3
            found, followed = generated_differences(number, Path(name), KERNELS) if generated else differences(number, Path(name))
            for kernel, told in found.items():
                print(f"seed {number}, {kernel}: {told}\n{kernel_text(Path(name), kernel)}")
            wrong_ones += len(found)
            print(f"batch {number}: {followed} of {KERNELS} followed, {len(found)} wrong", flush=True)
    sys.exit(1 if wrong_ones else 0)
