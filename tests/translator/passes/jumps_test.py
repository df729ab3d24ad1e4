"""Bodies without jumps do what they did with them."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.oracles.interpret import Memory, run as execute
from tests.tier import examples
from tests.translator.build_ir import compare, let, loop_over, num, put, var, when
from translator import ir
from translator.passes import jumps
from translator.passes.walk import Body, statements

N = var("n", "int")


def _step(k: int) -> ir.Stmt:
    return put(N, N * 3 + k)


def _odd(k: int) -> ir.Expr:
    rest = ir.Binary("%", N.e, ir.Const(k + 2, "int"), "int")
    return compare("==", rest, 1).e


def bodies(depth: int, in_loop: bool) -> st.SearchStrategy[list[ir.Stmt]]:
    step = st.builds(_step, st.integers(0, 4))
    jumps_here = [st.builds(ir.Jump, st.sampled_from(["break", "continue"]))] if in_loop else []
    if depth == 0:
        return st.lists(st.one_of(step, *jumps_here), min_size=1, max_size=3)
    block = bodies(depth - 1, in_loop)
    branch = st.builds(lambda k, t, o: when(_odd(k), t, o), st.integers(0, 3), block, st.one_of(st.just([]), block))
    counted = st.builds(lambda n, b: loop_over(f"i{depth}", 0, n, b), st.integers(0, 4), bodies(depth - 1, True))
    return st.lists(st.one_of(step, step, branch, branch, counted, *jumps_here), min_size=1, max_size=4)


@settings(max_examples=examples(150), deadline=None)
@given(bodies(3, False), st.integers(0, 9))
def test_result_is_the_same(body: list[ir.Stmt], start: int) -> None:
    whole: Body = (let("n", start, "int"), *body)
    lowered = jumps.run(whole)
    assert not any(isinstance(s, ir.Jump) for s in statements(lowered))
    assert execute(lowered, Memory())["n"] == execute(whole, Memory())["n"]


def test_while_stops_on_break() -> None:
    body = (let("n", 0, "int"), ir.While(num(True, "bool").e, (_step(1), when(N > 50, [ir.Jump("break")]), _step(0))), _step(2))
    assert execute(jumps.run(body), Memory())["n"] == execute(body, Memory())["n"]


def test_code_after_a_conditional_jump_moves_into_the_else() -> None:
    loop = jumps.run((loop_over("i", 0, 3, [when(_odd(0), [ir.Jump("continue")]), _step(1)]),))[0]
    assert isinstance(loop, ir.For)
    branch = loop.body[1]
    assert isinstance(branch, ir.If) and branch.other == (_step(1),)


def test_bodies_without_jumps_are_left_alone() -> None:
    body = (_step(1), when(_odd(0), [_step(2)]))
    assert jumps.run(body) is body
