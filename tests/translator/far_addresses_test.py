"""Cells more than 2^31 elements apart: generated code computes the bits that it computes on dense arrays."""

from __future__ import annotations

import mmap
from pathlib import Path

import numpy as np
import pytest

from tests.translator.build_ir import P, program, put
from tests.translator.generated import EMPTY, AdjointArg, Field, Library, copy_of, program_of, view
from translator.passes.analyse import LoopAnalysis, analyse

EXTENT, HALO, FAR = (6, 3), 1, 2**30  # rows lie 2^30 elements apart, so the third is beyond what an int counts
MAP_NORESERVE = 0x4000


def far_cells(near: Field) -> Field:
    """The same values, one row every FAR elements; only the pages touched take memory."""
    rows, columns = near.shape[1:]
    memory = mmap.mmap(-1, rows * FAR * 8, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | MAP_NORESERVE)
    cells = np.ndarray((1, rows, columns), buffer=memory, strides=(8, FAR * 8, 8))
    cells[...] = near
    return cells


@pytest.mark.parametrize("target", ["openmp", "checked"])
def test_rows_beyond_two_gigabytes(target: str, tmp_path: Path) -> None:
    u, v, w = (P(i, dims=2) for i in range(3))
    loop = program(2, "u:dat:READ v:dat:RW w:dat:WRITE", [put(w(), u(0, 1) * u(-1, -1) + v()), put(v(), v() * u(0, 0))])
    analysis = analyse(loop)
    code = Library(program_of([loop]), (analysis,), target, tmp_path, "-O1")
    r = np.random.default_rng(1)
    near = [r.uniform(0.5, 1.5, (1, EXTENT[1] + 2 * HALO, EXTENT[0] + 2 * HALO)) for _ in range(6)]
    dense, far = (_run(code, analysis, [place(f) for f in near]) for place in (np.copy, far_cells))
    for a, b in zip(dense, far, strict=True):
        assert a.tobytes() == b.tobytes()


def _run(code: Library, analysis: LoopAnalysis, fields: list[Field]) -> list[Field]:
    """Every form in turn, each from the results of the one before."""
    values, bars = fields[:3], fields[3:]
    code.tangent(0, (0, 0), EXTENT, [view(f, HALO) for f in fields], {})
    for owner in (False, True):
        seeds = [copy_of(f) if owner else f for f in bars]
        args = [AdjointArg(view(p, HALO), view(s, HALO), view(b, HALO) if f.target else view(None, 0), EMPTY)
                for p, s, b, f in zip(values, seeds, bars, analysis.facts)]
        assert code.adjoint(0, owner, (0, 0), EXTENT, args, {}) or code.target == "checked"
    code.primal(0, (0, 0), EXTENT, [view(f, HALO) for f in values], {})
    return [np.array(f) for f in fields]
