"""Adjoints by rows that leave idle points out have the bits of the scatter form, wherever strips begin, for any number of threads."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.translator.build_ir import E, P, call, compare, let, program, put, var, when
from tests.translator.generated import EMPTY, AdjointArg, Box, Library, program_of, view
from translator.ir import AdjointKernel, Binary, Loop
from translator.passes.adjoint_terms import OwnerPlan
from translator.passes.analyse import LoopAnalysis, analyse

ORIGIN = 4
SHAPE = (60, 2100)
LO, HI = (-1, 0), (2051, 50)  # rows of several pieces, none a multiple of a strip
CONSTANTS = {"a": 0.7, "b": 1.3, "c": 0.4}
u, v, w = (P(number, dims=2) for number in range(3))
slope = u(1, 0) - u(-1, 0)
jump = u(0, 1) - u(0, -1)
limiter = jump / (1.0 + v(0, 0) * v(0, 0)) / (2.0 + u(0, 0) * u(0, 0)) / (1.0 + jump * jump) * call("tanh", jump)
busy = call("sqrt", slope * slope + jump * jump) / (1.0 + u(1, 0) * u(1, 0)) / (2.0 + u(0, 1) * u(0, 1)) * v(0, 0) / (3.0 + slope) * limiter
KERNEL = [
    let("t"),
    when(E(Binary("||", compare(">", limiter, 0.2).e, compare(">=", slope, 0.0).e, "bool")), [put(var("t"), 0.0)], [put(var("t"), busy)]),
    put(w(), var("t") * v(0, 0)),
]
LOOP = program(2, "u:dat:READ v:dat:READ w:dat:WRITE", [*KERNEL])


def by_rows(loop: Loop) -> LoopAnalysis:
    analysis = analyse(loop)
    assert isinstance(analysis.adjoint, AdjointKernel) and analysis.adjoint.idle is not None
    assert isinstance(analysis.owner, OwnerPlan)
    return replace(analysis, owner=replace(analysis.owner, form="rows"))


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Library, Library]]:
    folder = tmp_path_factory.mktemp("idle")
    rows, scatter = (Library(program_of([LOOP]), (by_rows(LOOP),), target, folder / target) for target in ("openmp", "seq"))
    yield rows, scatter
    rows.code.omp_set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "0")) or os.cpu_count() or 1)


def values() -> tuple[Any, Any, Any]:
    """Rows that are idle, busy at single points, in parts, and throughout."""
    random = np.random.default_rng(3)
    u_, v_, seed = (random.uniform(-1, 1, (1, *SHAPE)) for _ in range(3))
    u_[0, :30] = 0.25  # no slope
    u_[0, 10, 777], u_[0, 20, 64], u_[0, 20, 130] = 0.1, 0.3, 0.3
    u_[0, 30:40, 300:1200] = np.arange(900) * 0.01
    v_[0, 5] = np.inf  # idle points contribute 0 all the same
    return u_, v_, seed


def reversed_by(code: Library, owner: bool) -> list[bytes]:
    u_, v_, seed = values()
    hole = Box.of((0, 0), (500, 30))
    bars = [np.random.default_rng(5).uniform(-1, 1, (1, *SHAPE)) for _ in range(2)]
    for bar in bars:
        bar[0, ORIGIN:ORIGIN + 30, ORIGIN:ORIGIN + 500] = np.nan if owner else 0.0
    read = [AdjointArg(primal=view(x, ORIGIN), target=view(bar, ORIGIN), hole=hole) for x, bar in zip((u_, v_), bars)]
    assert code.adjoint(0, owner, LO, HI, [*read, AdjointArg(seed=view(seed, ORIGIN), hole=EMPTY)], CONSTANTS)
    return [bar.tobytes() for bar in bars]


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_the_same_bits(built: tuple[Library, Library], threads: int) -> None:
    rows, scatter = built
    rows.code.omp_set_num_threads(threads)
    expected = reversed_by(scatter, False)
    assert all(np.isfinite(np.frombuffer(bar)).all() for bar in expected)
    assert reversed_by(rows, True) == expected
    assert "tested_at_once" in rows.files["loop_0_kernel.cpp"]
