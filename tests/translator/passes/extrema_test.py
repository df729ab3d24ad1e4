"""What is computed again to find where a minimum or maximum was attained: the offers, and nothing else."""

from __future__ import annotations

from tests.oracles.interpret import Memory, run
from tests.translator.build_ir import P, call, let, num, program, put, var
from translator import ir
from translator.passes import extrema
from translator.passes.analyse import analyse
from translator.passes.outputs_as_locals import OutputForm

U, V, SUM, LEAST = P(0), P(1), P(2), P(3)
ARGS = "u:dat:READ v:dat:WRITE sum:reduce:INC least:reduce:MIN"


def offers(loop: ir.Loop) -> OutputForm:
    found = analyse(loop).extrema
    assert found is not None
    return found


def test_only_what_the_offer_depends_on_is_left() -> None:
    body = [let("a", U(0) * U(0)), let("b", U(1) - U(0)), put(V(), var("b")), put(SUM[0], SUM[0] + var("b")),
            put(LEAST[0], call("fmin", LEAST[0], var("a")))]
    form = offers(program(1, ARGS, body))
    assert [(o.param, o.assigned) for o in form.outputs] == [(3, True)]
    assert extrema.reads(form) == {0}
    end = run(form.body, Memory(lambda place: 3.0 if place == (0, (0,), 0) else 99.0, {}, {}), {form.outputs[0].local.name: 1e300})
    assert end[form.outputs[0].local.name] == 9.0


def test_an_output_that_the_offer_reads_is_computed_but_not_stored() -> None:
    form = offers(program(1, ARGS, [put(V(), U(0) * 2.0), put(LEAST[0], call("fmin", LEAST[0], V()))]))
    assert {(o.param, o.assigned) for o in form.outputs} >= {(3, True)}
    assert all(o.param == 3 for o in form.outputs if o.assigned)


def test_old_values_of_written_datasets_are_needed_where_the_offer_reads_them() -> None:
    body = [put(LEAST[0], call("fmin", LEAST[0], V() * U(0))), put(V(), num(1.0))]
    assert extrema.reads(offers(program(1, ARGS.replace("v:dat:WRITE", "v:dat:RW"), body))) == {0, 1}


def test_nothing_is_sought_without_a_derivative() -> None:
    assert analyse(program(1, "u:dat:READ sum:reduce:INC", [put(P(1)[0], P(1)[0] + U(0))])).extrema is None
    assert analyse(program(1, "u:dat:READ least:reduce:MIN", [put(P(1)[0], call("fmin", P(1)[0], num(2.0)))])).extrema is None
    assert extrema.reads(None) == frozenset()
