"""Whatever a derivative rule reads is a leaf; the values stay the same bits."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import example, given, settings

from tests.oracles.interpret import Memory, evaluate, run as execute
from tests.oracles.point import Point
from tests.tier import examples
from tests.translator.build_ir import P, call, let, program, put, select, var
from tests.translator.passes.random_kernels import CONSTANTS, LOCALS, random_loop, seeds
from translator import ir
from translator.passes import declared_places, operands, renaming, simplify
from translator.passes.activity import Activity
from translator.passes.build import is_leaf
from translator.passes.walk import Body, Names, body_nodes, names_of, statements

U, V = P(0), P(1)


def prepared(loop: ir.Loop, body: Body) -> tuple[Body, renaming.Renamed, Activity]:
    names = Names(names_of(body))
    renamed = renaming.run(body, {}, {}, names)
    activity = Activity(loop, renamed.body)
    return operands.run(loop, renamed.body, activity, names), renamed, activity


@settings(max_examples=examples(80), deadline=None)
@given(seeds())
@example(38778)  # a loop inside a loop sets a local that has no value before
def test_values_are_the_same_bits_and_operands_are_leaves(seed: int) -> None:
    loop = random_loop(seed, 1, False)
    stores = tuple(s for s in loop.kernel.body if not (isinstance(s, ir.Assign) and not isinstance(s.target, (ir.Var, ir.Element))))
    keep = tuple(put(P(3).at(c, 0), var(name)) for c, name in enumerate(LOCALS))
    body = simplify.run(replace(loop.kernel, body=(*stores, *keep))).body[: -len(keep)]
    new, renamed, activity = prepared(loop, body)
    point = Point(loop, constants=CONSTANTS)
    memory = Memory(point.value, {}, CONSTANTS)
    before, after = execute(body, memory), execute(new, memory)
    for name in set(LOCALS) & set(before):
        assert evaluate(renamed.final[name], memory, after) == before[name]
    for s in statements(new):
        value = s.value if isinstance(s, (ir.Declare, ir.Assign)) else None
        if isinstance(value, ir.Call) and activity.active(value):
            assert all(map(is_leaf, value.args))


def test_functions_and_quotients_by_active_values_stand_alone() -> None:
    loop = program(1, "u:dat:READ v:dat:READ", [])
    new, _, _ = prepared(loop, (let("a", 1.0 + U() / (V() + 1.0) * call("sin", U())),))
    values = [s.value for s in new if isinstance(s, ir.Declare)]
    assert [type(v).__name__ for v in values] == ["Binary", "Binary", "Call", "Binary"]


def test_operands_of_a_ternary_move_under_its_condition() -> None:
    loop = program(1, "u:dat:READ v:dat:READ", [])
    new, _, _ = prepared(loop, (let("a", select(U() > 0.0, call("log", U()), V())),))
    outside = [s for s in new if isinstance(s, ir.Declare)]
    assert not any(isinstance(n, ir.Call) for n in body_nodes(outside))
    assert any(isinstance(s, ir.If) for s in new)


def test_a_component_computed_from_data_needs_no_stencil_where_its_offset_is_constant() -> None:
    """It was refused, with a hint about components, where the translator could not follow the stencil."""
    arg = ir.Arg("dat", "u", 3, None, "double", ir.Access.READ, False, ir.NOWHERE)
    one = ir.Const(1, "int")
    read = ir.Load(0, (one,), ir.Var("c", "int"), "double")
    assert declared_places.places(arg, read) == tuple(replace(read, component=ir.Const(c, "int")) for c in range(3))
    assert declared_places.places(arg, replace(read, offset=(ir.Var("o", "int"),))) == ()
    declared = replace(arg, stencil=ir.Stencil("s", 1, ((0,), (-1,)), (1,)))
    assert [p.offset for p in declared_places.places(declared, replace(read, offset=(ir.Var("o", "int"),), component=one))] == [(ir.Const(-1, "int"),), (ir.Const(0, "int"),)]
