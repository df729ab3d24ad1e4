"""Arguments that are not plain cells: strided, invariant, restricted, prolonged, switched off, indexed by data.

Oracle: target checked, which forms every address point by point, and the serial scatter form.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.translator.build_ir import E, P, cast, compare, let, loop_over, program, put, select, var, when
from tests.translator.generated import EMPTY, AdjointArg, ArgView, Library, cells_like, copy_of, program_of, view
from tests.tier import drawn
from translator.ir import AdjointKernel, Contribute, Loop, Seed, Stencil
from translator.passes import adjoint_terms, facts, outputs_as_locals
from translator.passes.adjoint_terms import OwnerPlan
from translator.passes.analyse import LoopAnalysis, analyse

EXTENT, HALO = (150, 21), 4
LO, HI = (-2, 1), (148, 22)


def shaped(loop: Loop, arg: int, stride: tuple[int, int], kind: str = "normal") -> Loop:
    args = list(loop.args)
    args[arg] = replace(args[arg], stencil=Stencil("S", 2, None, stride, kind))
    return replace(loop, args=tuple(args))


def two(args: str, body: list[Any]) -> Loop:
    return program(2, args, body)


u, w, v = P(0, dims=2), P(1, dims=2), P(2, dims=2)
READ = "u:dat:READ w:dat:READ v:dat:WRITE"
ALONG_X = shaped(two(READ, [put(v(), u(1, 0) * w(1, 0) + u(0, 1))]), 1, (1, 0))
ALONG_Y = shaped(two(READ, [put(v(), u(1, 0) * w(0, 1) + u(0, -1) * w(0, 0))]), 1, (0, 1))
EVERY_OTHER = shaped(two(READ, [put(v(), u(0, 1) * w(1, 0) + w(0, -1))]), 1, (2, 3))
RESTRICT = shaped(two(READ, [put(v(), u(-1, 0) * w(1, -1))]), 1, (2, 2), "restrict")
PROLONG = shaped(two(READ, [put(v(), u(-1, 1) * w(0, 1) + w(1, 0))]), 1, (2, 3), "prolong")
STEP = P(1, "int", 2)
STAR = ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))
BY_DATA = two("u:dat:READ w:dat:READ:int v:dat:WRITE", [
    let("k", select(compare(">", STEP(), 0), 1, -1), "int"),
    put(v(), u(var("k", "int"), 0) + u(0, var("k", "int")) * 2.0),
])
BY_DATA = replace(BY_DATA, args=(replace(BY_DATA.args[0], stencil=Stencil("star", 2, STAR, (1, 1))), *BY_DATA.args[1:]))
INDEX = two("u:dat:READ i:idx:READ v:dat:WRITE", [
    let("s", 0.0),
    loop_over("k", 0, 2, [put(var("s"), var("s") * 3.0 + cast(P(1, "int")[var("k", "int")], "double"))]),
    put(v(), u(1, 0) * (var("s") + cast(P(1, "int")[0], "double"))),
])
SCALED = two("u:dat:READ g:gbl:READ:double:2 v:dat:WRITE", [put(v(), P(1)[0] * u(1, 0) + P(1)[1] * u(0, 1) * u(0, 0))])
EVERY = {"along x": ALONG_X, "along y": ALONG_Y, "every other": EVERY_OTHER, "restrict": RESTRICT, "prolong": PROLONG, "by data": BY_DATA,
         "index": INDEX, "scaled": SCALED}
NAMES = drawn(list(EVERY), 5)
LOOPS = {name: EVERY[name] for name in NAMES}


@pytest.fixture(scope="module")
def libraries(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Library]:
    analyses = tuple(analyse(loop) for loop in LOOPS.values())
    whole, folder = program_of(list(LOOPS.values())), tmp_path_factory.mktemp("addressing")

    def forced(form: str) -> tuple[LoopAnalysis, ...]:
        return tuple(replace(a, owner=replace(a.owner, form=form)) if isinstance(a.owner, OwnerPlan) else a for a in analyses)

    return {
        "gather": Library(whole, forced("gather"), "openmp", folder / "gather"),
        "rows": Library(whole, forced("rows"), "openmp", folder / "rows"),
        "seq": Library(whole, analyses, "seq", folder / "seq", "-O1"),
        "checked": Library(whole, analyses, "checked", folder / "checked", "-O1"),
    }


def field(seed: int, kind: type = np.float64) -> Any:
    cells = cells_like((90, 330), 1, False)
    cells[...] = np.random.default_rng(seed).uniform(-1, 1, cells.shape)
    return (cells * 10).astype(kind) if kind is np.int32 else cells


def arg_view(loop: Loop, arg: int, cells: Any) -> ArgView:
    """Cell (0, 0) lies 10 cells into the array along both axes."""
    made = view(cells, 10)
    stencil = loop.args[arg].stencil
    assert stencil is not None and stencil.stride is not None
    for axis in range(2):
        if stencil.kind == "prolong":
            made.divisor[axis] = stencil.stride[axis]
        else:
            made.step[axis] = stencil.stride[axis] * made.pitch[axis]
    return made


def inputs(loop: Loop) -> tuple[list[ArgView], list[Any]]:
    keep: list[Any] = []
    views = []
    for k, arg in enumerate(loop.args):
        if arg.kind == "dat":
            keep.append(field(k, np.int32 if arg.type == "int" else np.float64))
            views.append(arg_view(loop, k, keep[-1]))
        elif arg.kind == "gbl":
            keep.append(np.array([0.7, -1.3]))
            views.append(ArgView(read=keep[-1].ctypes.data))
        else:
            keep.append(None)
            views.append(ArgView())
    return views, keep


@pytest.mark.parametrize("name", NAMES)
def test_forward(libraries: dict[str, Library], name: str) -> None:
    results = []
    for target, stream in (("checked", False), ("gather", False), ("gather", True)):
        views, keep = inputs(LOOPS[name])
        libraries[target].primal(NAMES.index(name), LO, HI, views, {}, stream)
        results.append(keep[2].tobytes())
    assert results[0] == results[1] == results[2]


@pytest.mark.parametrize("name", NAMES)
def test_reverse(libraries: dict[str, Library], name: str) -> None:
    loop = LOOPS[name]
    scattered = reverse(libraries["seq"], loop, name, False)
    assert scattered is not None
    left_out = {k: field(30 + k).tobytes() for k, f in enumerate(analyse(loop).facts) if f.scatter_only}
    for form in ("gather", "rows"):
        got = reverse(libraries[form], loop, name, True)
        assert got is None or got == scattered | left_out
        assert (got is None) == (not isinstance(analyse(loop).owner, OwnerPlan))


def reverse(code: Library, loop: Loop, name: str, owner: bool) -> dict[int, bytes] | None:
    """What the targets hold, by argument."""
    facts = analyse(loop).facts
    views, keep = inputs(loop)
    args, bars = [], {}
    for k, _arg in enumerate(loop.args):
        made = AdjointArg(primal=views[k], hole=EMPTY)
        if facts[k].seed:
            keep.append(field(20 + k))
            made.seed = arg_view(loop, k, keep[-1])
            made.seed.write = None
        if facts[k].target:
            bars[k] = field(30 + k)
            made.target = arg_view(loop, k, bars[k])
        args.append(made)
    found = code.adjoint(NAMES.index(name), owner, LO, HI, args, {})
    return {k: bar.tobytes() for k, bar in bars.items()} if found else None


def test_switched_off_arguments(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Null where the flag is off: neither read nor written, in any form."""
    loop = two("u:dat:READ w:dat:RW v:dat:WRITE g:gbl:READ:int", [
        put(v(), u() * 2.0),
        when(compare("==", P(3, "int")[0], 1), [put(w(), w() + u(1, 0))]),
    ])
    loop = replace(loop, args=tuple(replace(a, optional=a.dat == "w") for a in loop.args))
    analysed, folder = (analyse(loop),), tmp_path_factory.mktemp("optional")
    libraries = {target: Library(program_of([loop]), analysed, target, folder / target, "-O1") for target in ("openmp", "checked", "seq")}
    results = {}
    for target in ("openmp", "checked"):
        for on in (0, 1):
            fields, flag = [field(k) for k in range(3)], np.array([on], np.int32)
            views = [view(f, 10) for f in fields] + [ArgView(read=flag.ctypes.data)]
            views[1] = views[1] if on else ArgView()
            libraries[target].primal(0, LO, HI, views, {})
            results[target, on] = [f.tobytes() for f in fields]
    assert results["openmp", 0] == results["checked", 0] and results["openmp", 1] == results["checked", 1]
    assert results["openmp", 0][1] == field(1).tobytes()
    flag = np.array([0], np.int32)
    bars = []
    for target, owner in (("seq", False), ("openmp", True)):
        bar, seed = field(7), copy_of(field(8))
        off = AdjointArg(hole=EMPTY)
        args = [AdjointArg(primal=view(field(0), 10), target=view(bar, 10), hole=EMPTY), off, AdjointArg(seed=view(seed, 10), hole=EMPTY),
                AdjointArg(primal=ArgView(read=flag.ctypes.data))]
        assert libraries[target].adjoint(0, owner, LO, HI, args, {}) or owner
        bars.append(bar.tobytes())
    assert bars[0] != field(7).tobytes()


def test_contributions_to_a_scalar_are_summed_in_the_shape_of_reductions(tmp_path_factory: pytest.TempPathFactory) -> None:
    """An adjoint written down here: v = g u, so u gets g v_bar at each point and g gets the sum of u v_bar."""
    loop = two("u:dat:READ g:scalar:READ v:dat:WRITE", [put(v(), P(1)[0] * u())])
    seed, origin = E(Seed(2, 0, "double")), (0, 0)
    body = (Contribute(0, origin, 0, (P(1)[0] * seed).e), Contribute(1, (), 0, (u() * seed).e))
    adjoint = AdjointKernel(loop.kernel, body, (2,), (0, 1), (), (0,))
    analysis = replace(analyse(loop), adjoint=adjoint, owner=adjoint_terms.run(loop, adjoint), facts=facts_of(loop, adjoint))
    results = []
    for target, owner in (("seq", False), ("openmp", True)):
        code = Library(program_of([loop]), (analysis,), target, tmp_path_factory.mktemp(target), "-O1")
        values, seeds, bar, g, g_bar = field(1), field(2), field(3), np.array([1.5]), np.array([0.25])
        args = [AdjointArg(primal=view(values, 10), target=view(bar, 10), hole=EMPTY),
                AdjointArg(primal=ArgView(read=g.ctypes.data), target=ArgView(write=g_bar.ctypes.data), hole=EMPTY),
                AdjointArg(seed=view(seeds, 10), hole=EMPTY)]
        args[2].seed.write = None
        assert code.adjoint(0, owner, LO, HI, args, {})
        results.append((bar.tobytes(), g_bar[0]))
        inside = (0, slice(10 + LO[1], 10 + HI[1]), slice(10 + LO[0], 10 + HI[0]))
        np.testing.assert_allclose(g_bar[0], 0.25 + (values[inside] * seeds[inside]).sum(), rtol=1e-12)
    assert results[0] == results[1]


def facts_of(loop: Loop, adjoint: AdjointKernel) -> tuple[facts.ArgFacts, ...]:
    return facts.run(loop, outputs_as_locals.run(loop), adjoint)
