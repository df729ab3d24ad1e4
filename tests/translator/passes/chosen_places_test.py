"""Reads at places that conditions decide become choices between constant places, with the same values."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.oracles.interpret import Memory, run as execute
from tests.tier import examples
from tests.translator.build_ir import E, P, cast, compare, let, loop_over, num, program, put, select, var, when
from translator import ir
from translator.passes import chosen_places, simplify
from translator.passes.declared_places import is_computed
from translator.passes.walk import body_nodes, statements

U, W, FLUX = P(0), P(1), P(2)
ARGS = "u:dat:READ:double:2 w:dat:WRITE flux:dat:READ"
WIDE = tuple((o,) for o in range(-2, 3))
I, J = var("i", "int"), var("j", "int")


def whole(x: float) -> E:
    return num(int(x), "int")


def loop_of(body: list[ir.Stmt], offsets: tuple[tuple[int, ...], ...] | None = WIDE) -> ir.Loop:
    loop = program(1, ARGS, body)
    stencil = loop.args[0].stencil
    assert stencil is not None
    args = tuple(replace(arg, stencil=replace(stencil, offsets=offsets)) for arg in loop.args)
    loop = replace(loop, args=args)
    return replace(loop, kernel=simplify.run(loop.kernel))


def chosen(body: list[ir.Stmt], offsets: tuple[tuple[int, ...], ...] | None = WIDE) -> tuple[ir.Loop, ir.Loop]:
    """Before and after."""
    loop = loop_of(body, offsets)
    return loop, replace(loop, kernel=chosen_places.run(loop))


def computed(loop: ir.Loop) -> int:
    return sum(isinstance(n, ir.Load) and is_computed(n) for n in body_nodes(loop.kernel.body))


def assert_same(before: ir.Loop, after: ir.Loop) -> None:
    for seed in range(12):
        def value(place: tuple[int, tuple[int, ...], int]) -> float:
            return Random(f"{seed} {place}").uniform(-1, 1)

        one, two = Memory(value), Memory(value)
        execute(before.kernel.body, one)
        execute(after.kernel.body, two)
        assert one.stored == two.stored


def upwind() -> list[ir.Stmt]:
    return [let("i", None, "int"), when(FLUX() > 0.0, [put(I, whole(-1))], [put(I, whole(0))]), put(W(), U(I) * FLUX() + U(I + 1))]


def test_an_upwind_choice() -> None:
    before, after = chosen(upwind())
    assert computed(before) == 2 and computed(after) == 0
    assert_same(before, after)
    places = {n.offset[0].value for n in body_nodes(after.kernel.body) if isinstance(n, ir.Load) and n.param == 0 and isinstance(n.offset[0], ir.Const)}
    assert places == {-1, 0, 1}


def test_nested_choices_and_copies_of_locals() -> None:
    inner = [put(I, select(FLUX(1) > FLUX(-1), whole(0), whole(1))), put(J, I)]
    before, after = chosen([let("i", None, "int"), let("j", None, "int"),
                            when(FLUX() > 0.0, [put(I, whole(-2)), put(J, whole(1))], inner), put(W(), U(I) - U(J))])
    assert computed(after) == 0
    assert_same(before, after)


def test_flags_of_inner_branches_are_held_before_the_outer_one() -> None:
    """So that no flag is set in a branch, which compilers do not vectorise."""
    inner = [when(FLUX(1) > 0.0, [put(I, whole(0))], [put(I, whole(1))])]
    before, after = chosen([let("i", None, "int"), when(FLUX() > 0.0, [put(I, whole(-2))], inner), put(W(), U(I))])
    assert computed(after) == 0 and not any(isinstance(s, ir.If) for s in statements(after.kernel.body))
    assert_same(before, after)


def test_a_condition_on_what_the_branch_changes_stays_in_it() -> None:
    inner = [put(var("a"), FLUX(1) * 2.0), when(var("a") > 0.5, [put(I, whole(0))], [put(I, whole(1))])]
    before, after = chosen([let("a", 0.0), let("i", None, "int"), when(FLUX() > 0.0, [put(I, whole(-2))], inner), put(W(), U(I) + var("a"))])
    assert computed(after) == 0
    assert_same(before, after)


def test_a_division_that_the_program_guards_is_not_made_elsewhere() -> None:
    n = cast(FLUX() * 4.0, "int")
    inner = [when(compare(">", E(ir.Binary("/", whole(4).e, n.e, "int")), 1), [put(I, whole(0))], [put(I, whole(1))])]
    before, after = chosen([let("i", 0, "int"), when(compare("!=", n, 0), inner), put(W(), U(I))])
    assert computed(after) == 0
    assert_same(before, after)


def test_the_same_condition_decides_both_places_at_once() -> None:
    """What cannot happen together is not read: i and j are never both 2."""
    before, after = chosen([let("i", None, "int"), let("j", None, "int"),
                            when(FLUX() > 0.0, [put(I, whole(2)), put(J, whole(-2))], [put(I, whole(-2)), put(J, whole(2))]), put(W(), U(I + J))])
    assert computed(after) == 0
    assert_same(before, after)


def test_components_can_be_chosen_too() -> None:
    before, after = chosen([let("i", 0, "int"), when(FLUX() > 0.0, [put(I, whole(1))]), put(W(), U.at(I, 1))])
    assert computed(after) == 0
    assert_same(before, after)


def test_what_data_decide_is_left_alone() -> None:
    before, after = chosen([let("i", cast(FLUX() * 2.0, "int"), "int"), put(W(), U(I))])
    assert before == after


def test_a_place_is_chosen_whether_it_is_declared_or_not() -> None:
    """Reads of undeclared points are right, and so must their derivatives be."""
    for offsets in (((0,),), None):
        before, after = chosen(upwind(), offsets)
        assert computed(before) > 0 and computed(after) == 0
        assert_same(before, after)


def test_many_conditions_are_left_alone() -> None:
    steps = [when(FLUX(o) > 0.1 * k, [put(I, I + 1)]) for k, o in product(range(3), (-1, 1))]
    before, after = chosen([let("i", -3, "int"), *steps, put(W(), U(I))], tuple((o,) for o in range(-3, 4)))
    assert computed(after) == 1
    assert_same(before, after)


def test_rounds_of_a_loop_know_nothing_of_each_other() -> None:
    n = cast(FLUX() * FLUX() * 4.0, "int")
    body = [put(var("a"), var("a") + U(I)), when(FLUX(1) > 0.0, [put(I, whole(1))], [put(I, whole(-1))])]
    before, after = chosen([let("a", 0.0), let("i", 0, "int"), loop_over("k", 0, n, body), put(W(), var("a") + U(I))])
    assert_same(before, after)


def random_body(seed: int) -> list[ir.Stmt]:
    """Branches, nested ones too, that set two integers from constants and from each other; reads between them."""
    r = Random(seed)

    def value(depth: int) -> E:
        kind = r.random()
        if kind < 0.2 and depth:
            return select(FLUX(r.randint(-2, 2)) > var("a"), value(depth - 1), value(depth - 1))
        return r.choice((whole(r.randint(-1, 1)), r.choice((I, J)), whole(0) - r.choice((I, J))))

    def block(depth: int) -> list[ir.Stmt]:
        out: list[ir.Stmt] = []
        for _ in range(r.randint(1, 3)):
            kind = r.random()
            if kind < 0.4:
                out.append(put(r.choice((I, J)), value(1)))
            elif kind < 0.6 or not depth:
                out.append(put(var("a"), var("a") * 0.5 + U(r.choice((I, J)))))
            else:
                out.append(when(FLUX(r.randint(-2, 2)) > var("a"), block(depth - 1), block(depth - 1) if r.random() < 0.7 else []))
        return out

    return [let("a", 0.1), let("i", r.randint(-1, 1), "int"), let("j", r.randint(-1, 1), "int"), *block(3), put(W(), U(I) + U.at(0, J) * var("a"))]


@settings(max_examples=examples(150), deadline=None)
@given(st.integers(0, 2**32))
def test_random_choices_keep_every_bit(seed: int) -> None:
    before, after = chosen(random_body(seed))
    assert_same(before, after)
