"""Walking sees everything; rebuilding with nothing to change gives the very same value."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings

from tests.tier import examples
from tests.translator.build_ir import P, cast, element, let, loop_over, put, var, when
from tests.translator.passes.random_kernels import expression, random_loop, seeds
from translator import ir
from translator.passes.walk import Names, assigned, body_nodes, map_body, names_of, nodes, rename, transform

U, W = P(0), P(1)


@given(seeds())
def test_identity_rebuilds_nothing(seed: int) -> None:
    value = expression(Random(seed), [U(1), U(-1), var("a")], 6).e
    assert transform(value, lambda n: n) is value


@settings(deadline=None, max_examples=examples(50))
@given(seeds())
def test_renaming_there_and_back_is_the_identity(seed: int) -> None:
    loop = random_loop(seed, 1, True)
    body = loop.kernel.body
    there = {name: f"{name}_x" for name in names_of(body)}
    back = {new: old for old, new in there.items()}
    assert names_of(rename(body, there)) == set(back)
    assert rename(rename(body, there), back) == body


def test_every_kind_of_operand_is_seen() -> None:
    e = cast(element("t", P(2, "int")[0]) + ir.Constant("k", 0, "double", ir.Var("i", "int"), 8), "float").e
    kinds = [type(n).__name__ for n in nodes(e)]
    assert kinds == ["Cast", "Binary", "Element", "Global", "Const", "Constant", "Var"]


def test_operands_of_targets_are_read_but_targets_are_not() -> None:
    body = (put(U.at(var("c", "int"), var("i", "int")), W()),)
    assert {n.name for n in body_nodes(body) if isinstance(n, ir.Var)} == {"c", "i"}
    assert [n.param for n in body_nodes(body) if isinstance(n, ir.Load)] == [1]


def test_assigned_names_include_nested_ones_and_loop_variables() -> None:
    body = (when(U() > 0.0, [let("a", U())], [loop_over("i", 0, 3, [put(var("b"), U())])]),)
    assert assigned(body) == {"a", "b", "i"}


def test_mapping_reaches_conditions_bounds_and_values() -> None:
    body = (when(var("x", "bool"), [loop_over("i", var("x", "int"), var("x", "int"), [put(W(), var("x"))])]),)
    mapped = map_body(body, lambda e: transform(e, lambda n: ir.Const(0, "int") if isinstance(n, ir.Var) else n))
    assert not any(isinstance(n, ir.Var) for n in body_nodes(mapped))


def test_names_are_handed_out_once() -> None:
    names = Names({"a", "a_1"})
    assert [names.fresh("a"), names.fresh("a"), names.fresh("b")] == ["a_2", "a_3", "b"]
