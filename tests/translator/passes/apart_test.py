"""What is done to one optional dataset alone stands apart. Same results: optional_generated_test."""

from __future__ import annotations

from dataclasses import replace

from tests.translator.build_ir import P, compare, let, program, put, var, when
from translator.ir import Load, Stmt
from translator.passes import apart, outputs_as_locals
from translator.passes.outputs_as_locals import OutputForm
from translator.passes.walk import body_nodes

U, W, V = P(0), P(1), P(2)
FLAG = P(3, "int")[0]
MIRROR_U, MIRROR_W = (when(compare("==", FLAG, k), [put(p(), p(1))]) for k, p in enumerate((U, W)))


def parts(body: list[Stmt], args: str = "u:dat:RW w:dat:RW v:dat:READ g:gbl:READ:int", optional: str = "u w v") -> tuple[OutputForm, dict[int, OutputForm]]:
    loop = program(1, args, body)
    loop = replace(loop, args=tuple(replace(a, optional=a.dat in optional.split()) for a in loop.args))
    return apart.run(outputs_as_locals.run(loop))


def test_datasets_that_have_nothing_to_do_with_each_other() -> None:
    rest, alone = parts([MIRROR_U, MIRROR_W])
    assert (rest.body, rest.outputs, sorted(alone)) == ((), (), [0, 1])
    for param, form in alone.items():
        assert {n.param for n in body_nodes(form.body) if isinstance(n, Load)} == {param}
        assert [(o.param, o.optional, o.preload) for o in form.outputs] == [(param, False, True)]


def test_locals_on_the_way_come_along() -> None:
    rest, alone = parts([let("a", U(1)), let("b", W() * 2.0), let("c", var("a") * 2.0), put(U(), var("c")), put(W(), var("b"))])
    assert not rest.body and [len(alone[p].body) for p in (0, 1)] == [3, 2]


def test_others_remain() -> None:
    rest, alone = parts([MIRROR_U, MIRROR_W], optional="w")
    assert [o.param for o in rest.outputs] == [0] and list(alone) == [1]


def test_another_dataset_may_be_the_same_memory() -> None:
    rest, alone = parts([put(U(), V()), MIRROR_W])
    assert [o.param for o in rest.outputs] == [0] and list(alone) == [1]
    assert not parts([put(U(), W()), put(W(), W(1))])[1].keys() & {0}


def test_what_outputs_share_keeps_them_together() -> None:
    rest, alone = parts([let("a", P(3)[0] * 2.0), put(U(), U(1) * var("a")), put(W(), W(1) * var("a"))])
    assert [o.param for o in rest.outputs] == [0, 1] and not alone


def test_a_reduction_of_it_keeps_it() -> None:
    args = "u:dat:RW w:dat:RW r:reduce:INC g:gbl:READ:int"
    rest, alone = parts([put(U(), U(1)), put(P(2)[0], P(2)[0] + U()), MIRROR_W], args)
    assert [o.param for o in rest.outputs] == [0, 2] and list(alone) == [1]
