"""A kernel may read any number of datasets at its point: published Taylor-Green programs read 47. Derivatives by hand: of (k + 1) u_k^2."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.tier import drawn
from tests.translator.build_ir import P, program, put
from tests.translator.generated import EMPTY, AdjointArg, Box, Library, cells_like, program_of, view
from translator.ir import Loop
from translator.passes.analyse import analyse

CELLS = 150  # several pieces of a row


def of_squares(count: int) -> Loop:
    total = P(0)() * P(0)()
    for k in range(1, count):
        total = total + P(k)() * P(k)() * (k + 1.0)
    return program(1, " ".join([*(f"u{k}:dat:READ" for k in range(count)), "v:dat:WRITE"]), [put(P(count)(), total)])


@pytest.mark.parametrize("count", drawn([33, 47, 100], 1))
def test_derivatives_by_many_datasets(count: int, tmp_path: Path) -> None:
    loop = of_squares(count)
    library = Library(program_of([loop]), (analyse(loop),), "openmp", tmp_path, "-O1")
    random = np.random.default_rng(count)
    u = [random.integers(-9, 9, (1, CELLS)).astype(float) for _ in range(count)]
    before = [random.integers(-9, 9, (1, CELLS)).astype(float) for _ in range(count)]
    seed, bars = random.integers(-9, 9, (1, CELLS)).astype(float), [b.copy() for b in before]
    holes = [(k, k + 40) if k % 3 == 0 else (0, 0) for k in range(count)]
    args = [AdjointArg(primal=view(u[k], 0), target=view(bars[k], 0), hole=Box.of((holes[k][0],), (holes[k][1],)) if k % 3 == 0 else EMPTY)
            for k in range(count)]
    assert library.adjoint(0, True, (0,), (CELLS,), [*args, AdjointArg(primal=view(cells_like((CELLS,), 1, False), 0), seed=view(seed, 0), hole=EMPTY)], {})
    for k in range(count):
        kept = before[k].copy()
        kept[0, holes[k][0]:holes[k][1]] = 0.0
        np.testing.assert_array_equal(bars[k], kept + 2 * (k + 1) * u[k] * seed, err_msg=f"dataset {k}")
