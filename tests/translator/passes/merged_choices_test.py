"""Derivatives whose choices are merged add the same bits to cells; what does not depend on a Seed stays as it is."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings

from tests.oracles.interpret import Memory, run
from tests.tier import examples
from tests.translator.build_ir import E, P, call, compare, constant, expr, let, num, put, select, var, when
from tests.translator.passes.random_kernels import seeds
from translator.ir import Binary, Call, Contribute, Declare, Expr, Seed, Select, Stmt, Unary
from translator.passes import merged_choices, straight
from translator.passes.build import number
from translator.passes.walk import Body, body_nodes, map_body, transform

U = P(0)
SEED = E(Seed(1, 0, "double"))
C = var("c", "bool")


def contribute(e: E, offset: int = 0) -> Contribute:
    return Contribute(0, (offset,), 0, e.e)


def uniform(e: Expr) -> bool:
    return e == constant("k").e


def merged(*body: Stmt) -> Body:
    return merged_choices.run(tuple(body), uniform)


def selects(body: Body) -> int:
    return sum(isinstance(n, Select) for n in body_nodes(body))


def written_out(e: Expr) -> Expr:
    if not (isinstance(e, Call) and e.name == merged_choices.SIGNED):
        return e
    (v, x), zero = e.args, number(0.0, e.type)
    below = Select(Binary("<", x, zero, "bool"), Unary("-", v, e.type), zero, e.type)
    return Select(Binary(">", x, zero, "bool"), v, below, e.type)


def added(body: Body) -> list[tuple[object, str]]:
    """What cells that hold nothing become."""
    given = {(0, (k,), 0): v for k, v in ((-1, 0.75), (0, -1.5), (1, 0.0))}
    memory = Memory(lambda place: given[place], seeds=lambda *_: 0.3, constants={("k", 0): -0.7})
    run(map_body(body, lambda e: transform(e, written_out)), memory)
    return [(place, (0.0 + float(v)).hex()) for place, v in memory.contributions]


def derivative(r: Random, known: list[E], depth: int = 3) -> E:
    """Linear in what it starts from."""
    if depth == 0:
        return r.choice([*known, SEED])
    one, other = derivative(r, known, depth - 1), derivative(r, known, depth - 1)
    condition = r.choice([C, compare(">", U(-1), num(0.0)), compare("<", U(1), num(0.0)), compare(">", U(1), num(0.0))])
    factor = r.choice([U(-1), U(1), constant("k"), num(0.25), call("fabs", U(0))])
    return r.choice([lambda: one + other, lambda: one - other, lambda: -one, lambda: factor * one, lambda: one * factor, lambda: -(factor * one),
                     lambda: select(condition, one, num(0.0)), lambda: select(condition, num(0.0), one), lambda: select(condition, one, other),
                     lambda: select(compare(">", U(1), num(0.0)), one, select(compare("<", U(1), num(0.0)), -one, num(0.0)))])()


@settings(max_examples=examples(300), deadline=None)
@given(seeds())
def test_cells_get_the_same_bits(seed: int) -> None:
    r = Random(seed)
    names = ("a", "b", "d")
    known: list[E] = []
    body: list[Stmt] = [let("c", compare(">", U(0), num(r.choice([-2.0, 2.0]))), type="bool")]
    for name in names:
        body.append(let(name, derivative(r, known)))
        known.append(var(name))
        if r.random() < 0.5:
            sides = [[put(r.choice(known), derivative(r, known, 2))] for _ in range(2)]
            body.append(when(r.choice([C, compare(">", U(1), num(0.0))]), sides[0], r.choice([[], sides[1]])))
    whole = straight.run((*body, *(contribute(derivative(r, known), k) for k in (-1, 0, 1))))
    assert added(merged(*whole)) == added(whole)


def test_neighbours_in_a_sum_share_a_choice() -> None:
    a, b = SEED * U(0), SEED * U(1)
    value = select(C, a, num(0.0)) - select(C, num(0.0), b) + select(C, b, num(0.0))
    body = merged(let("c", compare(">", U(0), num(0.0)), type="bool"), contribute(value))
    assert selects(body) == 1


def test_minus_goes_to_a_factor_that_is_the_same_at_all_points() -> None:
    *_, last = merged(contribute(-(constant("k") * SEED)))
    assert isinstance(last, Contribute) and last.value == (E(Unary("-", constant("k").e, "double")) * SEED).e


def test_the_derivative_of_fabs_is_one_function_of_the_sign() -> None:
    *_, last = merged(let("a", U(0) * SEED), contribute(select(U(0) > 0.0, var("a"), select(U(0) < 0.0, -var("a"), num(0.0)))))
    assert isinstance(last, Contribute) and last.value == Call(merged_choices.SIGNED, (var("a").e, expr(U(0))), "double")


def test_values_of_the_program_stay_as_they_are() -> None:
    body = (let("a", -(constant("k") * U(0)) + select(C, U(0), num(0.0)) + select(C, U(1), num(0.0))), contribute(var("a") * SEED))
    assert merged(let("c", U(0) > 0.0, type="bool"), *body)[1:] == body
    assert isinstance(body[0], Declare)


def test_bodies_with_branches_stay_as_they_are() -> None:
    body = (let("a", SEED), when(U(0) > 0.0, [put(var("a"), -SEED)]), contribute(var("a")))
    assert merged(*body) == body


def test_choices_that_differ_by_the_sign_of_a_zero_stay_apart() -> None:
    body = merged(let("c", U(0) > 0.0, type="bool"), let("a", select(C, 1.0, num(0.0))), let("b", select(C, 1.0, num(-0.0))),
                  contribute(SEED / var("a")), contribute(SEED / var("b"), 1))
    assert selects(body) == 2


def test_a_choice_that_must_not_be_computed_in_vain_stays() -> None:
    kind = P(1, "int")
    body = (contribute(select(compare("!=", kind(0), num(0, "int")), E(Binary("/", num(12, "int").e, kind(0).e, "int")) * SEED, 0.0)),)
    assert merged(*body) == body
