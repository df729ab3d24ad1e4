"""Loops that write whole lines past the caches compute the same bits, in cells of the range and nowhere else, as without."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.tier import drawn
from tests.translator.build_ir import P, cast, program, put
from tests.translator.generated import ArgView, Library, in_planes, program_of, view
from translator.ir import Access, Loop
from translator.passes.analyse import analyse
from translator.render import render

ORIGIN = 16  # cells before cell (0, 0) along both axes: a line of floats
SHAPE = (64, 320)
LO, HI = (-3, 1), (203, 22)  # begins and ends within lines
u, v, w, r = P(0, dims=2), P(1, dims=2), P(2, "float", dims=2), P(3)
ONE = program(2, "u:dat:READ v:dat:WRITE", [put(v(), u(1, 0) * 0.3 + u(0, -1) * u(0, 1) + u())])
MIXED = program(2, "u:dat:READ v:dat:WRITE w:dat:WRITE:float r:reduce:INC", [
    put(v(), u(-1, 0) - u(0, 1) * 0.7), put(w(), cast(u(1, 1) * u(-1, -1), "float")), put(r[0], r[0] + u() * u(2, 0))])
PAIR = program(2, "u:dat:READ:double:2 v:dat:WRITE:double:2", [
    put(v.at(0, 0, 0), u.at(1, 1, 0) * 0.3), put(v.at(1, 0, 0), u.at(0, 0, 1) - u.at(1, 0, 0))])
BESIDE = program(2, "u:dat:READ v:dat:WRITE s:dat:RW:double:2", [  # s stands apart
    put(v(), 0.25), put(P(2).at(0, 0, 0), P(2).at(1, 0, 0) * 0.3), put(P(2).at(1, 0, 0), P(2).at(0, 1, 0))])
BESIDE = replace(BESIDE, args=(*BESIDE.args[:2], replace(BESIDE.args[2], optional=True)))
COUNTED = program(2, "u:dat:READ v:dat:WRITE k:dat:READ:int", [put(v(), u(1, 0) * cast(P(2, "int", dims=2)(-1, 0), "double"))])
LOOPS = [ONE, MIXED, PAIR, BESIDE, COUNTED]
KINDS: dict[str, type] = {"double": np.float64, "float": np.float32, "int": np.int32}
PROGRAMS = {"interleaved": LOOPS, "planes": [in_planes(loop) for loop in LOOPS]}


@pytest.fixture(scope="module", params=drawn(list(PROGRAMS), 1))
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[list[Loop], Library]]:
    loops = PROGRAMS[request.param]
    yield loops, Library(program_of(loops), tuple(analyse(loop) for loop in loops), "openmp", tmp_path_factory.mktemp("lines"))


def aligned(components: int, soa: bool, kind: type, shift: int) -> Any:
    """A field of NaN (or of some integer) whose cell (0, 0) stands `shift` bytes after the start of a line."""
    shape = (components, *SHAPE) if soa else (*SHAPE, components)
    size = int(np.prod(shape)) * np.dtype(kind).itemsize
    memory = np.zeros(size + 128, np.uint8)
    start = -memory.ctypes.data % 64 + shift
    cells = memory[start:start + size].view(kind).reshape(shape)
    cells[...] = np.nan if issubclass(kind, np.floating) else 3
    return cells if soa else np.moveaxis(cells, -1, 0)


def test_as_many_points_as_fill_a_vector_of_the_smallest_numbers() -> None:
    text = "".join(render(program_of([COUNTED]), (analyse(COUNTED),), "openmp").values())
    assert "cells_at_once<double, int>" in text


@pytest.mark.parametrize("shift", [0, 8])
@pytest.mark.parametrize("number", range(len(LOOPS)))
def test_the_same_bits(built: tuple[list[Loop], Library], number: int, shift: int) -> None:
    loops, code = built
    found = []
    for stream in (False, True):
        fields: list[Any] = []
        views = []
        for arg in loops[number].args:
            fields.append(aligned(arg.dim or 1, arg.soa and (arg.dim or 1) > 1, KINDS[arg.type], shift)
                          if arg.kind == "dat" else np.full(1, 0.25))
            views.append(view(fields[-1], ORIGIN) if arg.kind == "dat" else ArgView(write=fields[-1].ctypes.data))
        for field, arg in zip(fields, loops[number].args, strict=True):
            if arg.access in (Access.READ, Access.RW):
                field[...] = np.random.default_rng(number).uniform(-9, 9, field.shape)
        code.primal(number, LO, HI, views, {"a": 0.7, "b": 1.3, "c": 0.4}, stream)
        written = np.isfinite(fields[1][0])
        assert written[ORIGIN + LO[1]:ORIGIN + HI[1], ORIGIN + LO[0]:ORIGIN + HI[0]].all()
        assert written.sum() == (HI[0] - LO[0]) * (HI[1] - LO[1])
        found.append([f.tobytes() for f in fields])
    assert found[0] == found[1]
