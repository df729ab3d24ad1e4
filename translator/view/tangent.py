"""View of one loop's tangent: a row function like the forward loop's, on values and directions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from translator.ir import Load
from translator.passes import tangent
from translator.view.arguments import layouts
from translator.view.places import RowPlaces
from translator.view.points import PointLoop, of_loop
from translator.view.primal import Primal, assemble, independent, names_for


class _Places(RowPlaces):
    """Arguments that are switched off neither have values nor move."""

    def load(self, e: Load) -> str:
        text = super().load(e)
        if not self.layouts[e.param].optional or e in self.early:
            return text
        return f"({self.pointer(e.param, '', self.view(e.param), 'in').given} ? {text} : 0)"


def build(t: tangent.Tangent, constants: tuple[str, ...], in_order: bool = False) -> Primal:
    """`in_order`: points in order also where they need not."""
    where = layouts(t.loop)
    made = assemble("tangent_row", t.loop, t.form, where, lambda w: _Places(names_for(t.form), w, constants, t.loop.dims),
                    in_order=in_order or not independent(t.form, where))
    return replace(made, backwards=t.backwards)


def of_points(t: tangent.Tangent, constants: tuple[str, ...], sizes: Mapping[str, int]) -> PointLoop | None:
    """None: it has no such form."""
    if t.backwards:
        return None
    where = layouts(t.loop)
    return of_loop(assemble("tangent_point", t.loop, t.form, where,
                            lambda w: _Places(names_for(t.form), w, constants, t.loop.dims).at_a_point(sizes), in_order=not independent(t.form, where)))
