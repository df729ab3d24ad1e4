"""Target checked: what a kernel does against its declarations ends in an error that names loop, argument and point."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.translator.build_ir import P, compare, let, program, put, var, when
from tests.translator.generated import ArgView, Library, cells_like, program_of, view
from translator.ir import Loop, Stencil
from translator.passes.analyse import analyse

u, v, offsets = P(0), P(1), P(0, "int")
SHIFT = let("k", offsets(), "int")


def declared(loop: Loop, points: tuple[int, ...]) -> Loop:
    """The first argument read through a declared stencil, the others at the point."""
    stencils = [Stencil("S", 1, tuple((p,) for p in (points if k == 0 else (0,))), (1,)) for k in range(len(loop.args))]
    return replace(loop, args=tuple(replace(a, stencil=s if a.kind == "dat" else None) for a, s in zip(loop.args, stencils)))


LOOPS = [
    declared(program(1, "u:dat:READ:int v:dat:WRITE", [SHIFT, put(v(), P(0, "int")(var("k", "int")))]), (0, 1, 2, 3)),
    declared(program(1, "u:dat:WRITE v:dat:WRITE", [put(u(), u(1)), put(v(), 1.0)]), (0, 1)),
    declared(program(1, "u:dat:READ v:dat:WRITE", [when(compare(">", u(), 2.0), [put(u(), 1.0)]), put(v(), 1.0)]), (0,)),
    declared(program(1, "u:dat:READ v:dat:WRITE", [put(v(1), u())]), (0,)),
    declared(program(1, "u:dat:READ:double:2 v:dat:WRITE", [put(v(), u.at(2, 0))]), (0,)),
    declared(program(1, "u:dat:READ g:gbl:READ:double:2 v:dat:WRITE", [put(P(2)(), P(1)[2])]), (0,)),
]
MESSAGES = [
    "kernel.cpp:1: loop 'loop': kernel 'kernel' reads 'u' at offset (4), which is not in its stencil, at point (4)",
    "kernel.cpp:1: loop 'loop': kernel 'kernel' reads 'u' at offset (1), declared OPS_WRITE, before writing it, at point (0)",
    "kernel.cpp:1: loop 'loop': kernel 'kernel' writes 'u' at offset (0), declared OPS_READ, at point (3)",
    "kernel.cpp:1: loop 'loop': kernel 'kernel' writes 'v' at offset (1), which is not in its stencil, at point (0)",
    "kernel.cpp:1: loop 'loop': kernel 'kernel' reads component 2 of 'u' at offset (0), which it does not have, at point (0)",
    "kernel.cpp:1: loop 'loop': kernel 'kernel' uses element 2 of 'g', which it does not have, at point (0)",
]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return Library(program_of(LOOPS), tuple(replace(analyse(loop), loop=loop) for loop in LOOPS), "checked", tmp_path_factory.mktemp("checked"), "-O1")


def arguments(loop: Loop) -> list[ArgView]:
    """u(i) = i in ten cells, v zero, g two numbers."""
    views = []
    for arg in loop.args:
        if arg.kind == "gbl":
            arguments.keep = np.zeros(2)  # type: ignore[attr-defined]
            views.append(ArgView(read=arguments.keep.ctypes.data))  # type: ignore[attr-defined]
            continue
        cells = cells_like((10,), arg.dim or 1, False).astype(np.int32 if arg.type == "int" else np.float64, order="K")
        cells[...] = np.arange(10) if arg.dat == "u" else 0
        KEPT.append(cells)
        views.append(view(cells, 0))
    return views


KEPT: list[object] = []


@pytest.mark.parametrize("case", range(len(LOOPS)))
def test_violation(library: Library, case: int) -> None:
    with pytest.raises(RuntimeError) as caught:
        library.primal(case, (0,), (6,), arguments(LOOPS[case]), {})
    assert str(caught.value) == MESSAGES[case]


def test_a_switched_off_argument_must_not_be_touched(library: Library) -> None:
    args = arguments(LOOPS[0])
    args[0] = ArgView()
    with pytest.raises(RuntimeError, match=r"reads 'u' at offset .0., which is switched off"):
        library.primal(0, (0,), (6,), args, {})


def test_what_was_there_is_read_although_declared_write(tmp_path: Path) -> None:
    loop = declared(program(1, "u:dat:READ v:dat:WRITE", [when(compare("<", u(), 3.0), [put(v(), u())]), put(v(), v() + 1.0)]), (0,))
    library = Library(program_of([loop]), (analyse(loop),), "checked", tmp_path, "-O1")
    old, new, values = np.full((1, 6), 9.0), np.full((1, 6), np.nan), np.arange(6.0).reshape(1, 6)
    library.primal(0, (0,), (6,), [view(values, 0), view(old, 0, new)], {})
    np.testing.assert_array_equal(new[0], [1, 2, 3, 10, 10, 10])


def test_cells_left_alone_keep_their_value_in_a_new_version(tmp_path: Path) -> None:
    loop = declared(program(1, "u:dat:READ v:dat:RW", [when(compare("<", u(), 3.0), [put(v(), u())])]), (0,))
    library = Library(program_of([loop]), (analyse(loop),), "checked", tmp_path, "-O1")
    old, new, values = np.full((1, 6), 9.0), np.full((1, 6), np.nan), np.arange(6.0).reshape(1, 6)
    library.primal(0, (0,), (6,), [view(values, 0), view(old, 0, new)], {})
    np.testing.assert_array_equal(new[0], [0, 1, 2, 9, 9, 9])
