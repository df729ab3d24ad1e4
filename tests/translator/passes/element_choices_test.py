"""Local arrays with computed indices become scalars of the same values; tables stay arrays."""

from __future__ import annotations

from tests.oracles.interpret import Memory, run as execute
from tests.translator.build_ir import P, cast, element, let, loop_over, program, put, var
from translator import ir
from translator.passes import element_choices
from translator.passes.activity import Activity
from translator.passes.walk import Body, Names, body_nodes, names_of, statements

U, I = P(0), var("i", "int")
N = cast(U(0) * 2.0, "int")


def chosen(body: Body) -> element_choices.Chosen:
    activity = Activity(program(1, "u:dat:READ", list(body)), body)
    return element_choices.run(body, activity, Names(names_of(body)))


def arrays(body: Body) -> set[str]:
    return {s.name for s in statements(body) if isinstance(s, ir.Declare) and s.extents}


def filled(name: str, size: int) -> list[ir.Stmt]:
    return [let(name, extents=(size,)), *(put(element(name, i), U(i) * (1.0 + i)) for i in range(size))]


def test_values_are_the_same_for_every_index() -> None:
    body = (*filled("a", 3), put(element("a", N), element("a", N) + 1.0), let("s", element("a", N) * 2.0), let("t", element("a", 2)))
    new = chosen(body).body
    for x in (0.0, 0.5, 1.0):
        before, after = (execute(b, Memory(lambda place: x + place[1][0])) for b in (body, new))
        assert (after["s"], after["t"]) == (before["s"], before["t"])
    assert arrays(new) == set()


def test_an_index_that_the_store_itself_changes_is_read_first() -> None:
    a = lambda i: element("a", i, type="int")  # noqa: E731
    body = (let("a", type="int", extents=(2,)), put(a(0), 1), put(a(1), 0), put(a(a(0)), 5), put(a(N), a(1) + a(0)), let("s", a(1), "int"))
    assert execute(chosen(body).body, Memory(lambda place: 0.0))["s"] == execute(body, Memory(lambda place: 0.0))["s"] == 5


def test_two_indices() -> None:
    at = lambda i, j: element("m", i, j)  # noqa: E731
    fill = [put(at(i, j), float(10 * i + j)) for i in range(2) for j in range(3)]
    body = (let("m", extents=(2, 3)), *fill, put(at(1, N), U(0)), let("s", at(N - 1, 2) + at(1, N)))
    x = Memory(lambda place: 1.25)
    assert execute(chosen(body).body, x)["s"] == execute(body, x)["s"]


def test_tables_are_left_alone() -> None:
    table = [let("t", extents=(3,)), *(put(element("t", i), float(i)) for i in range(3))]
    body = (*table, let("s", 0.0), loop_over("i", 0, N, [put(var("s"), var("s") + element("t", I) * U(0))]))
    assert arrays(chosen(body).body) == {"t"}


def test_a_table_that_changes_later_is_none() -> None:
    body = (let("t", extents=(2,)), put(element("t", 0), 1.0), let("s", element("t", N)), put(element("t", N), 2.0), let("r", element("t", 0)))
    assert arrays(chosen(body).body) == set()


def test_large_arrays_are_left_to_be_refused() -> None:
    body = (let("a", extents=(element_choices.LARGEST + 1,)), put(element("a", N), U(0)), let("s", element("a", N)))
    assert arrays(chosen(body).body) == {"a"}
    assert any(isinstance(n, ir.Element) for n in body_nodes(chosen(body).body))
