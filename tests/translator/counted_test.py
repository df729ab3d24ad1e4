"""Form rows: one evaluation gives derivatives of cells and of scalars; every point is counted once, whatever the parts."""

from __future__ import annotations

import numpy as np
import pytest

from tests.translator.build_ir import P, call, program, put, select
from tests.translator.generated import ALL, EMPTY, AdjointArg, ArgView, Box, Field, Library, cells_like, program_of, random_parts, view
from translator.ir import Loop
from translator.passes.analyse import analyse

u, v, s, out = P(0, dims=2), P(1, dims=2), P(2), P(3, dims=2)
SPEC = "u:dat:READ v:dat:READ s:scalar:READ out:dat:WRITE"


def loop(*points: tuple[int, int]) -> Loop:
    """Dear enough to be evaluated once for each source point."""
    total = sum((call("sqrt", u(*p) * u(*p) + 1.0) / (v(*p) * s[0] + 2.0) * select(u(*p) > 0.0, v(*p), s[0]) for p in points[1:]),
                call("sqrt", u(*points[0]) + 3.0) * s[0] / (v(*points[0]) + 4.0))
    return program(2, SPEC, [put(out(0, 0), total)])


AROUND = loop((-1, 0), (0, 0), (1, 0), (0, -1), (0, 1))
ASIDE = loop((2, 1), (3, 1), (3, 2), (2, 2))  # no cell is a point that reads it
LOOPS = (AROUND, ASIDE)
LO, HI = (1, 2), (150, 23)


@pytest.fixture(scope="module")
def code(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return Library(program_of(list(LOOPS)), tuple(map(analyse, LOOPS)), "openmp", tmp_path_factory.mktemp("counted"))


def backward(code: Library, k: int, owner: bool, wanted: bool, parts: tuple[Box, ...]) -> tuple[str, bytes]:
    """The derivative of the scalar, and those of datasets, if they are wanted."""
    r = np.random.default_rng(3)
    value, seed, bars = cells_like((40, 180), 2, True), cells_like((40, 180), 1, False), [cells_like((40, 180), 1, False) for _ in range(2)]
    value[...], seed[...] = r.uniform(-1.0, 1.0, value.shape), r.uniform(-1.0, 1.0, seed.shape)
    number, total = np.array([0.7]), np.zeros(1)

    def dat(cells: Field, bar: Field) -> AdjointArg:
        return AdjointArg(primal=view(cells, 8), seed=ArgView(), target=view(bar, 8) if wanted else ArgView(), hole=EMPTY)

    args = [dat(value[:1], bars[0]), dat(value[1:], bars[1]),
            AdjointArg(primal=ArgView(read=number.ctypes.data), seed=ArgView(), target=ArgView(write=total.ctypes.data), hole=EMPTY),
            AdjointArg(primal=ArgView(), seed=view(seed, 8), target=ArgView(), hole=EMPTY)]
    assert code.adjoint(k, owner, LO, HI, args, {}, False, parts)
    return float(total[0]).hex(), b"".join(bar.tobytes() for bar in bars)


@pytest.mark.parametrize("wanted", [True, False])
@pytest.mark.parametrize("k", range(len(LOOPS)))
def test_every_point_is_counted_once(code: Library, k: int, wanted: bool) -> None:
    assert any("ops_sums" in text for name, text in code.files.items() if name.startswith(f"loop_{k}_"))
    expected = backward(code, k, False, wanted, (ALL,))
    assert float.fromhex(expected[0]) != 0.0
    for n in range(4):
        parts = random_parts(np.random.default_rng(n), LO, HI) if n else (ALL,)
        assert backward(code, k, True, wanted, parts) == expected
