"""What nothing reads goes; what something reads stays."""

from __future__ import annotations

from tests.translator.build_ir import E, P, call, cast, element, let, loop_over, put, var, when
from translator import ir
from translator.passes.dead_code import inline_single_uses, run

U, W = P(0), P(1)
A, B = var("a"), var("b")


def test_overwritten_and_unused_values_go() -> None:
    body = (let("a", U(1)), put(A, U(2)), let("b", A * A), put(W(), A))
    assert run(body) == (let("a"), put(A, U(2)), put(W(), A))


def test_a_branch_that_feeds_nothing_goes_with_its_condition() -> None:
    body = (let("c", U(1) > 0.0, "bool"), let("a", 1.0), when(var("c", "bool"), [put(A, U(2))]), put(W(), U(0)))
    assert run(body) == (put(W(), U(0)),)


def test_values_carried_from_round_to_round_stay() -> None:
    n = cast(U(0), "int")
    body = (let("a", 1.0), let("b", 2.0), loop_over("i", 0, n, [put(B, A), put(A, U(1))]), put(W(), B))
    assert run(body) == body


def test_loops_that_feed_nothing_go() -> None:
    assert run((let("a", 1.0), loop_over("i", 0, cast(U(0), "int"), [put(A, A + 1.0)]), put(W(), U(0)))) == (put(W(), U(0)),)


def test_kept_locals_are_read_after_the_body() -> None:
    body = (let("a", U(1)), let("b", U(2)))
    assert run(body, ["b"]) == (let("b", U(2)),)


def test_array_elements_stay_while_the_array_is_read() -> None:
    body = (let("t", extents=(2,)), put(element("t", 0), U(0)), put(element("t", 1), U(1)), put(W(), element("t", cast(U(2), "int"))))
    assert run(body) == body


def test_single_uses_are_inlined() -> None:
    body = (let("a", U(1) * U(2)), let("b", A + U(0)), put(W(), B))
    assert inline_single_uses(body) == (put(W(), U(1) * U(2) + U(0)),)


def test_values_read_twice_assigned_or_read_in_loops_stay() -> None:
    in_loop = loop_over("i", 0, cast(A, "int"), [put(W(), B)])
    for body in (
        (let("a", U(1)), put(W(), A * A)),
        (let("a", U(1)), put(A, U(2)), put(W(), A)),
        (let("a", U(1)), let("b", U(2)), in_loop),
    ):
        assert inline_single_uses(body) == body


def test_array_reads_are_not_moved_past_writes() -> None:
    body = (let("a", element("t", 0)), put(element("t", 0), U(1)), put(W(), A))
    assert inline_single_uses(body) == body


def test_inlining_stops_at_its_limit() -> None:
    big: E = U(0)
    for _ in range(30):
        big = call("sin", big)
    body = (let("a", big), put(W(), A))
    assert inline_single_uses(body) == body
    assert isinstance(inline_single_uses(body, limit=100)[0], ir.Assign)
