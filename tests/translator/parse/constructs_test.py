"""Kernels mean in IR what they mean in C++: parsed and interpreted, against g++ on the same numbers."""

from __future__ import annotations

import math
import random
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.oracles.interpret import Memory, Place, run
from translator.ir import Loop
from translator.parse import parse
from translator.passes import simplify

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
FLAGS = ("-std=c++20", f"-I{ROOT}", f"-I{ROOT}/include")
CASES = 60


@pytest.fixture(scope="module")
def loops() -> dict[str, Loop]:
    parsed = parse((str(HERE / "constructs.cpp"),), FLAGS)
    assert parsed.diagnostics == ()
    found = {loop.name: loop for loop in parsed.program.loops}
    assert [entry for loop in found.values() for entry in loop.kernel.unsupported] == []
    return found


@pytest.fixture(scope="module")
def cases() -> list[tuple[list[float], list[int]]]:
    r = random.Random(7)
    return [([r.uniform(-1.5, 1.5) for _ in range(16)], [r.randint(0, 4), r.randint(1, 3), r.randint(0, 3), r.randint(0, 3)])
            for _ in range(CASES)]


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory, cases: list[tuple[list[float], list[int]]]) -> dict[str, list[list[float]]]:
    program = tmp_path_factory.mktemp("constructs") / "run"
    subprocess.run(["g++", "-std=c++20", "-O1", "-ffp-contract=off", str(HERE / "constructs_run.cpp"), "-o", str(program)], check=True)
    given = "\n".join(" ".join([*(x.hex() for x in values), *map(str, n)]) for values, n in cases)
    lines = subprocess.run([str(program)], input=given, capture_output=True, text=True, check=True).stdout.splitlines()
    out: dict[str, list[list[float]]] = {}
    for name, *numbers in map(str.split, lines):
        out.setdefault(name, []).append([float.fromhex(x) for x in numbers])
    return out


def names() -> Iterator[str]:
    text = (HERE / "constructs.hpp").read_text()
    for word in text[text.index("#define CONSTRUCTS") :].split("X(")[2:]:
        yield word.split(")")[0].replace("INSTANCE", "instance<double, 1>")


def interpreted(loop: Loop, values: list[float], n: list[int]) -> list[float]:
    def load(place: Place) -> float:
        param, offset, component = place
        return values[9 + component] if param == 1 else values[4 + offset[0] + 3 * offset[1]]

    elements = {**{(2, i): values[12 + i] for i in range(4)}, **{(3, i): n[i] for i in range(4)}, (4, 0): 0.0, (4, 1): 0.0}
    memory = Memory(load, elements)
    run(loop.kernel.body, memory)
    stored = [memory.stored.get((1, (0, 0), c), values[9 + c]) for c in range(3)]
    return [float(x) for x in (*stored, memory.combined.get((4, 0), 0.0), memory.combined.get((4, 1), 0.0))]


@pytest.mark.parametrize("form", ["parsed", "simplified"])
@pytest.mark.parametrize("name", [n.split("<")[0] for n in names()])
def test_interpreted_kernel_equals_compiled_kernel(name: str, form: str, loops: dict[str, Loop],
                                                   cases: list[tuple[list[float], list[int]]],
                                                   expected: dict[str, list[list[float]]]) -> None:
    loop = next(found for key, found in loops.items() if key.split("<")[0] in (name, name.upper()))
    if form == "simplified":
        loop = Loop(loop.name, simplify.run(loop.kernel), *(getattr(loop, f) for f in ("dims", "args", "passive", "span", "function")))
    wanted = next(rows for key, rows in expected.items() if key.split("<")[0] in (name, name.upper()))
    for (values, n), row in zip(cases, wanted, strict=True):
        for got, right in zip(interpreted(loop, values, n), row):
            assert math.isclose(got, right, rel_tol=1e-14, abs_tol=1e-300), (name, n, values, got, right)
