"""Loops whose values are added up after each piece ask for what comes next, where rows of neighbours are read."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.translator.build_ir import P, cast, program, put
from tests.translator.generated import ArgView, Library, cells_like, program_of, view
from translator.ir import Loop
from translator.passes.analyse import analyse
from translator.render import render

u, r = P(0, dims=2), P(1)
PLAIN = program(2, "u:dat:READ r:reduce:INC", [put(r[0], r[0] + u(1, 0) * u(-1, 0) + u(0, 1))])
PAIRS = program(2, "u:dat:READ:double:2 r:reduce:INC", [put(r[0], r[0] + u.at(0, 0, 0) * u.at(1, 0, 0))])
INDEX = program(2, "i:idx:READ r:reduce:INC", [put(r[0], r[0] + cast(P(0, "int")[0], "double"))])
ROW = program(2, "u:dat:READ r:reduce:INC", [put(r[0], r[0] + u(0, 0) * u(-1, 0))])
LEAST = program(2, "u:dat:READ r:reduce:MIN", [put(r[0], u(1, 0))])
LOOPS = {"plain": PLAIN, "pairs": PAIRS, "index": INDEX, "least": LEAST, "row": ROW}


def forward(loop: Loop) -> str:
    files = render(program_of([loop]), (analyse(loop),), "openmp")
    return next(text for name, text in files.items() if name.startswith("loop_0_")).split("// The reverse")[0]


def test_one_element_of_every_row_is_asked_for() -> None:
    assert forward(PLAIN).count("b::ask<") == 2  # rows 0 and 1, though row 0 is read at two points


@pytest.mark.parametrize("name", ["pairs", "index", "least"])
def test_nothing_is_where_no_neighbours_are_read_or_nothing_is_added(name: str) -> None:
    assert "b::ask<" not in forward(LOOPS[name])


def test_values(tmp_path: Path) -> None:
    lo, hi, n = (-2, 0), (290, 30), list(LOOPS)
    cells = {k: cells_like((60, 320), k, False) for k in (1, 2)}
    for k, field in cells.items():
        field[...] = np.random.default_rng(k).uniform(-1, 1, field.shape)
    found = []
    for target in ("openmp", "checked"):
        code = Library(program_of(list(LOOPS.values())), tuple(map(analyse, LOOPS.values())), target, tmp_path / target)
        results = np.zeros(len(LOOPS))
        results[n.index("least")] = 9.0
        for k, loop in enumerate(LOOPS.values()):
            first = ArgView() if loop.args[0].kind == "idx" else view(cells[loop.args[0].dim or 1], 10)
            code.primal(k, lo, hi, [first, ArgView(write=results[k:].ctypes.data)], {})
        found.append(results.tolist())
    assert found[0] == found[1] and all(found[0]), found
