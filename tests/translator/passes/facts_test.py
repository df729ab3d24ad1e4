"""ArgFacts come from the body, not from what the loop declares."""

from __future__ import annotations

from dataclasses import replace

from tests.translator.build_ir import P, call, cast, constant, num, program, put, when
from translator import ir
from translator.passes.analyse import analyse
from translator.passes.facts import ArgFacts

U, V, W = P(0), P(1), P(2)
UVW = "u:dat:READ v:dat:READ w:dat:WRITE"


def facts(args: str, body: list[ir.Stmt]) -> tuple[ArgFacts, ...]:
    return analyse(program(1, args, body)).facts


def test_linear_stencil_keeps_nothing_and_its_right_hand_side_can_wait() -> None:
    u, f, w = facts(UVW, [put(W(), (U(-1) + U(1)) * constant("a") - constant("b") * V(0))])
    assert u == ArgFacts(reads_old=True, target=True, offsets=((-1,), (1,)), reads=((-1,), (1,)))
    assert f == ArgFacts(reads_old=True, target=True, deferrable=True, deferred_seed=2, offsets=((0,),), reads=((0,),))
    assert w == ArgFacts(written=True, seed=True, consumed=True)


def test_only_a_uniform_multiple_of_one_seed_at_the_centre_is_deferrable() -> None:
    for value in (U(0) * V(0), V(1), call("sin", V(0)), cast(P(3, "int")[0], "double") * V(0)):
        assert not facts(UVW + " i:idx:READ", [put(W(), value)])[1].deferrable
    assert facts("u:dat:READ v:dat:READ w:dat:WRITE g:gbl:READ", [put(W(), P(3)[0] * V(0) / constant("a"))])[1].deferrable


def test_contributions_from_two_seeds_or_under_a_condition_cannot_wait() -> None:
    two = facts("u:dat:READ v:dat:READ w:dat:WRITE x:dat:WRITE", [put(W(), V(0)), put(P(3)(), V(0))])
    assert not two[1].deferrable
    assert not facts(UVW, [when(U(0) > 1.0, [put(W(), V(0))], [put(W(), num(0.0))])])[1].deferrable


def test_reduction_seed_is_no_field_to_wait_for() -> None:
    body = [put(P(1)[0], P(1)[0] + 2.0 * U(0))]
    (u, r) = facts("u:dat:READ r:reduce:INC", body)
    assert u.target and not u.deferrable
    assert r.written and r.seed and not r.consumed


def test_nonlinear_kernel_reads_values_in_its_adjoint() -> None:
    u, v, w = facts(UVW, [put(W(), U(0) * V(1))])
    assert u.adjoint_reads and v.adjoint_reads and not w.adjoint_reads


def test_written_on_some_paths_reads_its_old_value() -> None:
    w = facts(UVW, [when(U(0) > 1.0, [put(W(), V(0))])])[2]
    assert w.written and w.reads_old and w.reads == ((0,),) and w.seed and w.target and w.consumed


def test_increment_is_not_consumed() -> None:
    w = facts("u:dat:READ v:dat:READ w:dat:INC", [put(W(), W() + U(0))])[2]
    assert w == ArgFacts(written=True, reads_old=True, seed=True, reads=((0,),))


def test_passive_overwrite_is_consumed_without_seed() -> None:
    (w,) = facts("w:dat:WRITE", [put(P(0)(), num(1.0))])
    assert w == ArgFacts(written=True, consumed=True)


def test_halo_copy() -> None:
    (u,) = facts("u:dat:RW", [put(U(0), U(2))])
    assert u == ArgFacts(written=True, reads_old=True, target=True, seed=True, consumed=True, offsets=((2,),), reads=((2,),))


def test_integer_data_carry_nothing() -> None:
    n = P(1, "int")
    _, count, _ = facts("u:dat:READ n:dat:RW:int w:dat:WRITE", [put(n(), n() + 1), put(W(), U(0))])
    assert count == ArgFacts(written=True, reads_old=True, reads=((0,),))


def test_unused_argument_needs_nothing() -> None:
    assert facts(UVW, [put(W(), U(0))])[1] == ArgFacts()


def test_computed_offsets_count_as_the_whole_declared_stencil() -> None:
    loop = program(1, "u:dat:READ n:dat:READ:int m:dat:WRITE:int", [put(P(2, "int")(), cast(U(P(1, "int")(0)), "int"))])
    declared = replace(loop.args[0], stencil=ir.Stencil("S", 1, ((-2,), (0,), (1,)), (1,)))
    assert analyse(replace(loop, args=(declared, *loop.args[1:]))).facts[0].reads == ((-2,), (0,), (1,))


def test_forward_facts_are_there_without_an_adjoint() -> None:
    u, _, w = facts(UVW, [put(W(), call("nextafter", U(1), U(1)))])
    assert u == ArgFacts(reads_old=True, reads=((1,),), target=True)
    assert w == ArgFacts(written=True, seed=True)


def test_a_seed_that_only_its_own_contribution_replaces_is_renewable() -> None:
    leap = "u:dat:READ f:dat:READ w:dat:RW"
    u, f, w = facts(leap, [put(W(), U(-1) * V(0) + U(1) - constant("a") * W(0))])
    assert w.consumed and w.target and w.renewable and not w.deferrable
    assert not u.renewable and not f.renewable
    assert facts(leap + " i:idx:READ", [put(W(), U(1) - cast(P(3, "int")[0], "double") * W(0))])[2].renewable


def test_what_depends_on_values_other_seeds_or_neighbours_is_not_renewable() -> None:
    leap = "u:dat:READ f:dat:READ w:dat:RW"
    for value in (U(1) + V(0) * W(0), U(1) + W(0) * W(0)):
        assert not facts(leap, [put(W(), value)])[2].renewable
    assert not facts("u:dat:READ v:dat:WRITE w:dat:RW", [put(V(), W(0)), put(W(), U(1) + W(0))])[2].renewable
    assert not facts("u:dat:READ v:dat:READ w:dat:INC", [put(W(), W() + U(0))])[2].renewable


def test_a_loop_that_writes_beside_its_points_says_where_and_lets_nothing_wait() -> None:
    u, _v, w = facts(UVW, [put(W(-1), 2.0 * U(0) + V(1)), put(W(-2), W(-1))])
    assert w == ArgFacts(written=True, seed=True, consumed=True, writes=((-2,), (-1,)))
    assert u == ArgFacts(reads_old=True, target=True, offsets=((0,),), reads=((0,),))


def test_without_an_adjoint_all_that_is_read_reaches_all_that_is_written() -> None:
    u, v, r, n = facts("u:dat:READ v:dat:WRITE r:reduce:INC n:dat:READ:int", [put(V(), call("nextafter", U(), U())), put(P(2)[0], U())])
    assert (u.target, u.seed) == (True, False) and (v.target, v.seed) == (False, True)
    assert r.seed and r.running and not n.target
