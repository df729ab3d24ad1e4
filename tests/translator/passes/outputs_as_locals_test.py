"""Outputs are loaded only where their old value matters, and stored once. Same results: random_kernels_test."""

from __future__ import annotations

from dataclasses import replace

from tests.translator.build_ir import P, cast, compare, let, loop_over, num, program, put, var, when
from translator import ir
from translator.passes import outputs_as_locals
from translator.passes.outputs_as_locals import Output
from translator.passes.walk import body_nodes, statements

U, W = P(0), P(1)
ARGS = "u:dat:READ w:dat:WRITE"


def outputs(body: list[ir.Stmt], args: str = ARGS) -> tuple[Output, ...]:
    return outputs_as_locals.run(program(1, args, body)).outputs


def test_overwritten_output_is_not_loaded() -> None:
    (w,) = outputs([put(W(), U()), put(W(), W() * W())])
    assert (w.param, w.component, w.preload, w.assigned, w.reduction) == (1, 0, False, True, False)


def test_value_read_before_it_is_written_is_loaded() -> None:
    assert outputs([put(W(), W() + U())])[0].preload
    assert outputs([let("t", W()), put(W(), U() * var("t"))])[0].preload


def test_value_written_on_some_paths_is_loaded() -> None:
    assert outputs([when(U() > 0.0, [put(W(), U())])])[0].preload
    assert not outputs([when(U() > 0.0, [put(W(), U())], [put(W(), num(0.0))])])[0].preload
    assert outputs([loop_over("i", 0, cast(U(), "int"), [put(W(), U())])])[0].preload


def test_components_not_assigned_are_carried_over() -> None:
    first, second = outputs([put(W.at(1, 0), U())], "u:dat:READ w:dat:WRITE:double:2")
    assert (first.component, first.preload, first.assigned) == (0, True, False)
    assert (second.component, second.preload, second.assigned) == (1, False, True)


def test_computed_components_use_an_array() -> None:
    loop = program(1, "u:dat:READ w:dat:WRITE:double:2", [put(W.at(cast(U(), "int"), 0), U())])
    form = outputs_as_locals.run(loop)
    assert [o.local for o in form.outputs] == [ir.Element("w_new", (ir.Const(c, "int"),), "double") for c in (0, 1)]
    assert all(o.preload for o in form.outputs)
    assert isinstance(form.body[0], ir.Assign) and isinstance(form.body[0].target, ir.Element)


def test_reductions_start_from_their_neutral_element() -> None:
    r = P(1)
    (out,) = outputs([put(r[0], r[0] + U())], "u:dat:READ r:reduce:INC")
    assert out.reduction and not out.preload


def test_neighbours_and_unwritten_data_stay_loads() -> None:
    form = outputs_as_locals.run(program(1, "u:dat:RW", [put(U(0), U(2))]))
    assert [n for n in body_nodes(form.body) if isinstance(n, ir.Load)] == [U(2).e]
    assert not any(isinstance(s, ir.Assign) and isinstance(s.target, ir.Load) for s in statements(form.body))


def test_optional_arguments_say_so() -> None:
    loop = program(1, ARGS, [when(compare("==", 1, 1), [put(W(), U())])])
    loop = replace(loop, args=(loop.args[0], replace(loop.args[1], optional=True)))
    assert outputs_as_locals.run(loop).outputs[0].optional


def test_locals_avoid_names_in_use() -> None:
    (w,) = outputs([let("w_new", U()), put(W(), var("w_new"))])
    assert w.local.name != "w_new"


def test_a_cell_beside_the_point_is_an_output_of_its_own() -> None:
    ghost, own = outputs([put(W(-1), U()), put(W(0), W(-1))])
    assert (ghost.offset, ghost.beside, ghost.preload, ghost.assigned) == ((-1,), True, False, True)
    assert (own.offset, own.beside, own.preload, own.assigned) == ((0,), False, False, True)
    (one,) = outputs([put(W(-1), U()), put(W(-1), W(0))])
    assert one.offset == (-1,)


def test_cells_between_those_that_are_written_are_carried_over() -> None:
    found = outputs([put(W(-2), U()), put(W(0), U())])
    assert [(o.offset, o.preload, o.assigned) for o in found] == [((-2,), False, True), ((-1,), True, False), ((0,), False, True)]
