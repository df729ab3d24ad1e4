"""Terms are ordered by source point, sliced to the least, and the form follows the cost. Their bits: random_kernels_test."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.translator.build_ir import P, call, constant, let, num, program, put, select, var, when
from translator import ir
from translator.passes.adjoint_terms import REPEAT, NoOwnerForm, OwnerPlan
from translator.passes.analyse import analyse
from translator.passes.walk import statements

U, V, W = P(0, dims=2), P(1, dims=2), P(2, dims=2)
UVW = "u:dat:READ v:dat:READ w:dat:WRITE"
STAR = U(-1, 0) + U(1, 0) + U(0, -1) + U(0, 1)


def plan(args: str, body: list[ir.Stmt]) -> OwnerPlan:
    owner = analyse(program(2, args, body)).owner
    assert isinstance(owner, OwnerPlan)
    return owner


def test_terms_ascend_by_source_point_outermost_axis_first() -> None:
    (target,) = plan("u:dat:READ v:dat:READ w:dat:WRITE", [put(W(), STAR + U(0, 0) + U(1, 1))]).targets
    sources = [tuple(-o for o in reversed(t.offset)) for t in target.terms]
    assert sources == sorted(sources) and len(sources) == 6


def test_linear_kernels_gather() -> None:
    owner = plan(UVW, [put(W(), constant("a") * STAR - V(0, 0))])
    assert (owner.form, owner.linear, owner.in_place) == ("gather", True, False)
    assert all(t.body == () for target in owner.targets for t in target.terms)


def test_only_cheap_terms_stream() -> None:
    cheap = put(W(), constant("a") * STAR - V(0, 0))
    assert plan(UVW, [cheap]).streams
    costly = put(W(), call("tanh", U(0, 0) + U(1, 1)) + call("tanh", V(0, 0)))
    assert not plan(UVW, [costly]).streams


def test_pointwise_kernels_gather_in_place() -> None:
    owner = plan("u:dat:RW v:dat:READ", [put(U(0, 0), call("exp", U(0, 0) * V(0, 0)))])
    assert (owner.form, owner.linear, owner.in_place) == ("gather", False, True)


def test_costly_shared_work_goes_through_rows() -> None:
    t = var("t")
    body = [let("t", call("exp", call("sin", STAR))), put(W(), t * t * call("tanh", U(0, 0) + U(1, 1)))]
    owner = plan(UVW, body)
    assert owner.form == "rows"
    assert owner.gather_cost > REPEAT * owner.single_cost + owner.buffer_cost


def test_costly_work_whose_terms_meet_nobody_is_pushed() -> None:
    t = var("t")
    points = [U.at(k, *((-1, 0), (1, 0), (0, -1))[k]) for k in range(3)]
    body = [let("t", call("exp", call("sin", points[0] * points[1] * points[2]))), *(put(W.at(k, 0, 0), t * points[k]) for k in range(3))]
    assert plan("u:dat:READ:double:3 v:dat:READ w:dat:WRITE:double:3", body).form == "push"
    body[-1] = put(W.at(2, 0, 0), t * U.at(0, 1, 1))
    assert plan("u:dat:READ:double:3 v:dat:READ w:dat:WRITE:double:3", body).form == "rows"


def test_a_slice_holds_nothing_that_other_terms_alone_need() -> None:
    body = [let("t", call("exp", V(0, 0))), put(W(), U(1, 0) * V(0, 0) + var("t"))]
    owner = plan(UVW, body)
    (first,) = (target for target in owner.targets if target.param == 0)
    calls = [s for t in first.terms for s in statements(t.body)]
    assert calls == []


def test_branches_stay_in_slices() -> None:
    body = [when(U(0, 0) > 0.0, [put(W(), U(1, 0) * V(0, 0))], [put(W(), call("log", V(0, 0)))])]
    owner = plan(UVW, body)
    assert all(any(isinstance(s, ir.If) for s in t.body) for target in owner.targets for t in target.terms)


def test_upwind_differences_stay_cheap() -> None:
    upwind = select(U(0, 0) > 0.0, U(0, 0) - U(-1, 0), U(1, 0) - U(0, 0))
    owner = plan(UVW, [put(W(), U(0, 0) - constant("a") * upwind * V(0, 0))])
    assert owner.single_cost < 60


@pytest.mark.parametrize(
    "args, body, stride, words",
    [
        ("u:dat:RW", [put(U(0, 0), 2.0 * U(0, 3))], (1, 1), "the kernel writes 'u' and reads it at neighbouring points, so the adjoint cannot be computed cell by cell"),
        ("u:dat:READ v:dat:WRITE", [put(V(0, 0), 2.0 * U(0, 0))], (1, 0), "'u' is accessed with strides"),
    ],
)
def test_where_only_scatter_is_right_the_reason_is_given(args: str, body: list[ir.Stmt], stride: tuple[int, int], words: str) -> None:
    loop = program(2, args, body)
    stencil = ir.Stencil("S", 2, None, stride)
    owner = analyse(replace(loop, args=(replace(loop.args[0], stencil=stencil), *loop.args[1:]))).owner
    assert owner == NoOwnerForm(words)


def test_strided_data_are_left_to_scatter_and_others_keep_their_owner_form() -> None:
    loop = program(2, UVW, [put(W(), U(1, 0) * V(0, 0))])
    line = replace(loop.args[1], stencil=ir.Stencil("S", 2, None, (1, 0)))
    found = analyse(replace(loop, args=(loop.args[0], line, loop.args[2])))
    assert isinstance(found.owner, OwnerPlan)
    assert {t.param for t in found.owner.targets} == {0}
    assert [f.scatter_only for f in found.facts] == [False, True, False]
    assert found.facts[1].target and not found.facts[1].deferrable


def test_strided_integers_do_not_matter() -> None:
    n = P(1, "int", dims=2)
    loop = program(2, "u:dat:READ n:dat:READ:int w:dat:WRITE", [when(n(0, 0) > 0, [put(W(), U(1, 0))], [put(W(), num(0.0))])])
    flat = replace(loop.args[1], stencil=ir.Stencil("S", 2, None, (0, 1)))
    assert isinstance(analyse(replace(loop, args=(loop.args[0], flat, loop.args[2]))).owner, OwnerPlan)
