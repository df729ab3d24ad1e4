"""Laws that every pass keeps, on random kernels."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings

from tests.oracles.grid import Grid
from tests.oracles.interpret import Memory, run
from tests.oracles.point import Point
from tests.tier import examples
from tests.translator.passes.random_kernels import CONSTANTS, random_loop, seeds
from translator import ir
from translator.passes import outputs_as_locals, simplify
from translator.passes.adjoint_terms import OwnerPlan
from translator.passes.analyse import analyse

MANY = settings(max_examples=examples(60), deadline=None)


@MANY
@given(seeds())
def test_adjoint_is_the_transpose_of_the_tangent(seed: int) -> None:
    loop = random_loop(seed, 1, True)
    adjoint = analyse(loop).adjoint
    assert isinstance(adjoint, ir.AdjointKernel)
    assert Point(loop, seed, constants=CONSTANTS).mismatch(adjoint) < 1e-10


@MANY
@given(seeds())
def test_simplify_and_the_normal_form_keep_every_bit(seed: int) -> None:
    loop = random_loop(seed, 1, True)
    point = Point(loop, seed, constants=CONSTANTS)
    as_written = Memory(point.value, point.elements, CONSTANTS)
    run(loop.kernel.body, as_written)
    simple = replace(loop, kernel=simplify.run(loop.kernel))
    simplified = Memory(point.value, point.elements, CONSTANTS)
    run(simple.kernel.body, simplified)
    assert (simplified.stored, simplified.combined) == (as_written.stored, as_written.combined)

    form = outputs_as_locals.run(simple)
    loaded = [o for o in form.outputs if o.preload or o.reduction]
    start = {o.local.name: 0.0 if o.reduction else point.value((o.param, (0,), o.component)) for o in loaded}
    end = run(form.body, Memory(point.value, {}, CONSTANTS), start)
    for o in form.outputs:
        written = as_written.combined if o.reduction else as_written.stored
        key = (o.param, o.component) if o.reduction else (o.param, (0,), o.component)
        assert end[o.local.name] == written.get(key, point.given.get(key))  # type: ignore[arg-type]


@settings(max_examples=examples(40), deadline=None)
@given(seeds())
def test_gathered_terms_have_the_bits_of_the_scatter_loop_1d(seed: int) -> None:
    loop = random_loop(seed, 1, False)
    assert_same_bits(loop, (5,), seed)


@settings(max_examples=examples(15), deadline=None)
@given(seeds())
def test_gathered_terms_have_the_bits_of_the_scatter_loop_2d(seed: int) -> None:
    loop = random_loop(seed, 2, True)
    assert_same_bits(loop, (3, 2), seed)


def assert_same_bits(loop: ir.Loop, extent: tuple[int, ...], seed: int) -> None:
    analysis = analyse(loop)
    assert isinstance(analysis.adjoint, ir.AdjointKernel) and isinstance(analysis.owner, OwnerPlan)
    grid = Grid(loop, extent, seed)
    scattered, gathered = grid.scatter(analysis.adjoint), grid.gather(analysis.adjoint, analysis.owner)
    for p, field in scattered.items():
        assert field.tobytes() == gathered[p].tobytes()
