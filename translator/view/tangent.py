"""View of one loop's tangent: a row function like the forward loop's, on values and directions.

Knows Tangent; knows nothing of threads.
"""

from __future__ import annotations

from dataclasses import dataclass

from translator.ir import Load
from translator.passes import tangent
from translator.view.arguments import layouts
from translator.view.places import RowPlaces
from translator.view.primal import Primal, assemble, names_for, supported


@dataclass(frozen=True, slots=True)
class Tangent:
    form: Primal
    in_order: bool  # points in order, one after another: what it writes is lower-dimensional


class _Places(RowPlaces):
    """Arguments that are switched off neither have values nor move."""

    def load(self, e: Load) -> str:
        text = super().load(e)
        if not self.layouts[e.param].optional or e in self.early:
            return text
        return f"({self.pointer(e.param, '', self.view(e.param), 'in').given} != nullptr ? {text} : 0)"


def build(t: tangent.Tangent, constants: tuple[str, ...]) -> Tangent:
    where = layouts(t.loop)
    in_order = not supported(t.form, where)
    form = assemble("tangent_row", t.loop, t.form, where, lambda w: _Places(names_for(t.form), w, constants, t.loop.dims), together=in_order)
    return Tangent(form, in_order)
