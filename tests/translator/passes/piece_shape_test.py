"""Loops of many components that share no rows are worked on row by row."""

from __future__ import annotations

from dataclasses import replace

from tests.translator.build_ir import P, program, put
from translator import ir
from translator.passes import outputs_as_locals
from translator.passes.piece_shape import single_rows
from translator.passes.walk import body_nodes

U, V = P(0, dims=2), P(1, dims=2)


def flat(components: int, soa: bool = True, also: tuple[int, int] = (0, 0)) -> bool:
    """Each component is read one row further, the first one at `also` too."""
    body = [put(V.at(k, 0, 0), U.at(k, 0, k) + U.at(0, *also)) for k in range(components)]
    loop = program(2, f"u:dat:READ:double:{components} v:dat:WRITE:double:{components}", body)
    loop = replace(loop, args=tuple(replace(a, soa=soa) for a in loop.args))
    form = outputs_as_locals.run(loop)
    return single_rows(loop, [n for n in body_nodes(form.body) if isinstance(n, ir.Load)], len(form.outputs))


def test_many_components_that_share_no_row_are_flat() -> None:
    assert flat(9)


def test_a_row_that_two_points_of_a_component_share_makes_tiles() -> None:
    assert not flat(9, also=(0, 1)) and flat(9, also=(1, 0))


def test_few_components_make_tiles() -> None:
    assert not flat(8)


def test_cells_of_an_array_of_structures_are_read_in_several_rows() -> None:
    assert not flat(9, soa=False)
