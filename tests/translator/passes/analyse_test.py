"""The whole sequence of passes hands a renderer what it needs, and is repeatable."""

from __future__ import annotations

from hypothesis import example, given, settings

from tests.tier import examples
from tests.translator.build_ir import P, call, let, loop_over, program, put, var
from tests.translator.passes.random_kernels import random_loop, seeds
from translator import ir
from translator.passes import tangent
from translator.passes.analyse import analyse
from translator.passes.walk import statements

U, W = P(0), P(1)


@settings(max_examples=examples(50), deadline=None)
@given(seeds())
def test_same_loop_same_result(seed: int) -> None:
    loop = random_loop(seed, 2, True)
    assert analyse(loop) == analyse(loop)


@settings(max_examples=examples(50), deadline=None)
@given(seeds())
def test_contributions_stand_at_the_end_once_per_place_and_locals_have_names_of_their_own(seed: int) -> None:
    loop = random_loop(seed, 2, True)
    adjoint = analyse(loop).adjoint
    assert isinstance(adjoint, ir.AdjointKernel)
    places = [(s.param, s.offset, s.component) for s in statements(adjoint.body) if isinstance(s, ir.Contribute)]
    assert len(places) == len(set(places))
    names = [s.name for s in statements(adjoint.body) if isinstance(s, ir.Declare)]
    assert len(names) == len(set(names))
    first = next((k for k, s in enumerate(adjoint.body) if isinstance(s, ir.Contribute)), len(adjoint.body))  # none: nothing depends on it
    assert all(isinstance(s, (ir.Contribute, ir.Declare)) for s in adjoint.body[first:])  # declared: whether a seed is zero


@settings(max_examples=examples(50), deadline=None)
@given(seeds())
@example(3940875174)  # a dataset whose derivative passes through
@example(389441682524640831)  # a reduction that gets nothing but constants
def test_facts_agree_with_the_adjoint(seed: int) -> None:
    loop = random_loop(seed, 1, True)
    analysis = analyse(loop)
    forward = tangent.run(analysis.loop)
    assert isinstance(analysis.adjoint, ir.AdjointKernel) and isinstance(forward, tangent.Tangent)
    for p, facts in enumerate(analysis.facts):
        assert facts.target == (p in analysis.adjoint.targets) == bool(facts.offsets)
        assert facts.seed == (p in analysis.adjoint.seeds or p in forward.writes)  # where nothing comes of a seed, only the tangent has it
        assert not facts.deferrable or facts.offsets == ((0,),)


def test_the_kernel_handed_on_is_simplified() -> None:
    body = [let("s", 0.0), loop_over("i", -1, 2, [put(var("s"), var("s") + U(var("i", "int")))]), put(W(), var("s"))]
    analysis = analyse(program(1, "u:dat:READ w:dat:WRITE", body))
    assert not any(isinstance(s, ir.For) for s in statements(analysis.loop.kernel.body))
    assert analysis.facts[0].offsets == ((-1,), (0,), (1,))


def test_without_an_adjoint_there_is_no_plan_but_a_primal() -> None:
    analysis = analyse(program(1, "u:dat:READ w:dat:WRITE", [put(W(), call("nextafter", U(), U()))]))
    assert isinstance(analysis.adjoint, ir.NotDifferentiable) and analysis.owner is None
    assert analysis.primal.outputs[0].param == 1
