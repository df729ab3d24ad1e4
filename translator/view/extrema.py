"""View of the search for the points at which a loop's MIN and MAX reductions were attained."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from translator.ir import Loop
from translator.passes.outputs_as_locals import OutputForm
from translator.view import primal
from translator.view.arguments import Layout
from translator.view.names import Names
from translator.view.places import Parameter, Row, RowPlaces
from translator.view.points import MOST_TOTALS, NoRoom, Part, function, values_of
from translator.view.primal import Total, locals_of


@dataclass(frozen=True, slots=True)
class Extrema:
    """`row` computes what the points of a piece offer, into the values of `totals`."""

    row: Row
    totals: tuple[Total, ...]


def build(loop: Loop, form: OutputForm, layouts: tuple[Layout, ...], constants: tuple[str, ...], single: bool) -> Extrema:
    """`single`: pieces have one row."""
    return _built(loop, form, layouts, _places(loop, form, layouts, constants, single))


def of_points(loop: Loop, form: OutputForm, layouts: tuple[Layout, ...], constants: tuple[str, ...], sizes: Mapping[str, int]) -> Part | None:
    """As a function of one point; None: it has no such form."""
    made = _built(loop, form, layouts, _places(loop, form, layouts, constants, True).at_a_point(sizes))
    if sum(t.components for t in made.totals) > MOST_TOTALS:
        return None
    try:
        return Part(function(made.row, values_of(made.totals)), made.totals)
    except NoRoom:
        return None


def _places(loop: Loop, form: OutputForm, layouts: tuple[Layout, ...], constants: tuple[str, ...], single: bool) -> RowPlaces:
    names = Names(locals_of(form.body) | {o.local.name for o in form.outputs})
    return RowPlaces(names, layouts, constants, loop.dims, "launch.args[{}].primal", single)


def _built(loop: Loop, form: OutputForm, layouts: tuple[Layout, ...], places: RowPlaces) -> Extrema:
    names = places.names
    totals = primal.totals_of(loop, [o for o in form.outputs if o.assigned], layouts, names)
    by_param = {t.param: t for t in totals}
    before = [*primal.array_locals(form), *(primal.start(loop, places, o) for o in form.outputs)]
    after = [primal.offered(places, o, by_param[o.param]) for o in form.outputs if o.assigned]
    lines = (*before, *places.body(form.body), *after)
    for total in totals:
        places.parameters[total.values] = Parameter(f"{total.type}* {total.values}", total.values, passed=True)
    return Extrema(places.row("offered", lines), totals)
