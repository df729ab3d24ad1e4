"""After renaming, every value is still there at the end, and the results are the same."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings

from tests.oracles.interpret import Memory, evaluate, run as execute
from tests.oracles.point import Point
from tests.tier import examples
from tests.translator.build_ir import P, cast, element, let, loop_over, put, select, var, when
from tests.translator.passes.random_kernels import CONSTANTS, LOCALS, random_loop, seeds
from translator import ir
from translator.passes import jumps, renaming
from translator.passes.walk import Body, Names, names_of, statements

U = P(0)
A, B = var("a"), var("b")


def renamed(body: Body) -> renaming.Renamed:
    return renaming.run(body, {}, {}, Names(names_of(body)))


def memory(body: Body) -> Memory:
    return Memory(lambda place: 1.5 + place[1][0])


@settings(max_examples=examples(80), deadline=None)
@given(seeds())
def test_final_values_are_the_same_bits(seed: int) -> None:
    loop = random_loop(seed, 1, False)
    body = tuple(s for s in jumps.run(loop.kernel.body) if not (isinstance(s, ir.Assign) and not isinstance(s.target, (ir.Var, ir.Element))))
    point = Point(loop, constants=CONSTANTS)
    new = renamed(body)
    before, after = execute(body, Memory(point.value, {}, CONSTANTS)), execute(new.body, Memory(point.value, {}, CONSTANTS))
    for name in LOCALS:
        assert evaluate(new.final[name], Memory(point.value, {}, CONSTANTS), after) == before[name]


@settings(max_examples=examples(80), deadline=None)
@given(seeds())
def test_no_name_is_declared_twice(seed: int) -> None:
    loop = random_loop(seed, 1, False)
    body = tuple(s for s in loop.kernel.body if not (isinstance(s, ir.Assign) and not isinstance(s.target, (ir.Var, ir.Element))))
    counts = Counter(s.name for s in statements(renamed(body).body) if isinstance(s, ir.Declare))
    assert all(n == 1 for n in counts.values())


def test_each_assignment_makes_a_new_local() -> None:
    new = renamed((let("a", U(0)), put(A, A * A), put(A, A + 1.0)))
    assert [s.name for s in new.body if isinstance(s, ir.Declare)] == ["a", "a_1", "a_2"]
    assert new.final["a"] == ir.Var("a_2", "double")


def test_copies_and_literals_make_none() -> None:
    new = renamed((let("a", U(0)), let("b", A), put(A, ir.Const(2.0, "double"))))
    assert len(new.body) == 1 and new.final == {"a": ir.Const(2.0, "double"), "b": ir.Var("a", "double")}


def test_branches_settle_one_local_and_keep_their_condition() -> None:
    condition, merged, branch = renamed((let("a", 1.0), when(U(0) > 0.0, [put(A, U(1))]))).body
    assert isinstance(condition, ir.Declare) and condition.type == "bool"
    assert isinstance(branch, ir.If) and branch.condition == ir.Var(condition.name, "bool")
    assert isinstance(merged, ir.Declare) and merged.value is None
    assert [s.target for s in branch.other if isinstance(s, ir.Assign)] == [ir.Var(merged.name, "double")]


def test_a_local_never_set_reads_as_zero() -> None:
    new = renamed((let("a"), let("b", A + U(0))))
    assert execute(new.body, memory(new.body))["b"] == 1.5


def test_loops_keep_one_local_that_is_settled_after_them() -> None:
    n = cast(U(0), "int")
    body = (let("a", U(0)), let("b", A), loop_over("i", 0, n, [put(A, A * 2.0)]), put(B, A + B))
    new = renamed(body)
    assert execute(new.body, memory(body))[str(new.final["b"].name)] == execute(body, memory(body))["b"]


def test_array_elements_are_read_where_they_stand() -> None:
    n = cast(U(0), "int")
    at = element("t", n)
    body = (let("t", extents=(4,)), put(at, U(1)), let("a", at * 2.0), put(at, U(2)), let("b", A + 1.0))
    assert any(isinstance(s, ir.Declare) and isinstance(s.value, ir.Element) for s in renamed(body).body)


def test_elements_that_may_not_be_read_stay_under_their_condition() -> None:
    n = cast(U(0), "int")
    body = (let("t", extents=(4,)), let("a", select(U(0) > 0.0, element("t", n), U(1))))
    assert not any(isinstance(s, ir.Declare) and isinstance(s.value, ir.Element) for s in renamed(body).body)
