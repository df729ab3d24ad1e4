"""A component of a scalar at a computed index: a choice of the same value, whose derivative goes to the component that was read."""

from __future__ import annotations

import pytest

from tests.oracles.interpret import Memory, run as execute
from tests.translator.build_ir import P, cast, let, loop_over, program, put, var
from translator import ir
from translator.ir import AdjointKernel, Const, Contribute, Global, NotDifferentiable
from translator.passes import differentiate, scalar_choices
from translator.passes.element_choices import LARGEST
from translator.passes.walk import body_nodes

U, V, S = P(0), P(1), P(2)
AT = cast(U(0), "int")


def loop(size: int, index: object) -> ir.Loop:
    return program(1, f"u:dat:READ v:dat:WRITE s:scalar:READ:double:{size}", [put(V(), S[index] * U(0))])  # type: ignore[index]


def test_values_are_the_same_for_every_index() -> None:
    body = (let("x", S[AT] * 3.0),)
    new = scalar_choices.run(loop(3, AT), body)
    assert all(isinstance(n.index, Const) for n in body_nodes(new) if isinstance(n, Global))
    for k in range(3):
        memory = Memory(lambda place: float(k), {(2, c): 10.0 + c for c in range(3)})
        assert execute(new, memory)["x"] == execute(body, memory)["x"] == 3.0 * (10.0 + k)


def test_every_component_gets_its_derivative() -> None:
    adjoint = differentiate.run(loop(3, AT))
    assert isinstance(adjoint, AdjointKernel)
    assert sorted(s.component for s in adjoint.body if isinstance(s, Contribute) and s.param == 2) == [0, 1, 2]


def test_an_index_of_a_loop_that_is_not_unrolled() -> None:
    body: list[ir.Stmt] = [let("x", 0.0), loop_over("k", 0, AT, [put(var("x"), var("x") + S[var("k", "int")])]), put(V(), var("x"))]
    adjoint = differentiate.run(program(1, "u:dat:READ v:dat:WRITE s:scalar:READ:double:2", body))
    assert isinstance(adjoint, AdjointKernel) and 2 in adjoint.targets


def test_constant_indices_and_other_arguments_are_left_alone() -> None:
    body = (let("x", S[1]), let("y", S[AT]))
    assert scalar_choices.run(loop(3, AT), body[:1]) == body[:1]
    passed = program(1, "u:dat:READ v:dat:WRITE g:gbl:READ:double:3", [put(V(), S[AT] * U(0))])
    assert scalar_choices.run(passed, body) == body


@pytest.mark.parametrize("size", [LARGEST + 1])
def test_too_many_components_are_an_error(size: int) -> None:
    adjoint = differentiate.run(loop(size, AT))
    assert isinstance(adjoint, NotDifferentiable)
    assert (adjoint.what, adjoint.hint) == (f"the kernel reads scalar 's', which has {size} components, at an index that is not a constant",
                                            f"use at most {LARGEST} components, or constant indices")
