"""View of one loop's reverse in its serial form, and the places that values, seeds and derivatives have in every form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from translator.ir import AdjointKernel, Const, Contribute, Expr, Load, Seed
from translator.passes.facts import ArgFacts
from translator.passes.walk import body_nodes, statements
from translator.view.arguments import Layout
from translator.view.names import Names
from translator.view.own_axes import own_axes
from translator.view.places import Parameter, Pointer, Row, RowPlaces
from translator.view.primal import Total, locals_of

Offset = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Scatter:
    """Every source point in order adds to the cells it read. `totals`: targets that are no datasets. `own_axes`: along which no two points
    change the same cell."""

    row: Row
    totals: tuple[Total, ...]
    own_axes: tuple[int, ...] = ()


class AdjointPlaces(RowPlaces):
    """Values as before the loop, seeds, and targets of a reversed loop."""

    def __init__(self, names: Names, layouts: tuple[Layout, ...], constants: tuple[str, ...], dims: int, single: bool, streaming: str = "") -> None:
        super().__init__(names, layouts, constants, dims, "launch.args[{}].primal", single, streaming=streaming)
        self.seed_names: dict[Seed, str] = {}
        self.contributions: dict[tuple[int, Offset, int], str] = {}  # where they go; "" where another one's value serves as well

    def is_local(self, e: Load | Seed) -> bool:
        return super().is_local(e) or isinstance(e, Seed) and e in self.seed_names

    def seed(self, e: Seed) -> str:
        return self.early.get(e) or self.seed_names.get(e) or self.seed_element(e)

    def seed_element(self, e: Seed) -> str:
        view = f"launch.args[{e.param}].seed"
        if self.layouts[e.param].kind == "dat":
            seed = self.pointer(e.param, "seed", view, "in")
            cell = self.cell(seed, e.component, e.offset)
            return f"({seed.given} ? {cell} : 0)" if self.layouts[e.param].optional else cell
        stem = f"{self.layouts[e.param].name}_seed" + (f"_{e.component}" if self.layouts[e.param].components > 1 else "")
        return self.parameter((e.param, "seed", e.component), stem, f"{e.type} {{}}", f"b::value<{e.type}>({view}.in, {e.component})")

    def target(self, param: int) -> Pointer:
        return self.pointer(param, "bar", f"launch.args[{param}].target", "out", wanted=False)

    def value_of(self, s: Contribute) -> str:
        return self.converted(s.value, self.layouts[s.param].type)

    def converted(self, value: Expr, type_: str) -> str:
        """A right operand of +: a sum stays together, as it does in a buffer."""
        text = self.printer.expr(value, 12)
        return text if value.type == type_ else f"static_cast<{type_}>({text})"

    def contribute(self, s: Contribute) -> list[str]:
        key = (s.param, s.offset, s.component)
        if key in self.contributions:
            place = self.contributions[key]
            return [f"{place} = {self.value_of(s)};"] if place else []
        if self.layouts[s.param].kind != "dat":
            return []
        bar = self.target(s.param)
        cell = self.element(bar, tuple(Const(o, "int") for o in s.offset), Const(s.component, "int"))
        if self.one_point:
            return [f"if ({bar.given}) {cell} = {cell} + {self.value_of(s)};"]
        return [f"{bar.name}.add({cell.removeprefix(f'{bar.name}.at[').removesuffix(']')}, {self.value_of(s)});"]


def _seeds(adjoint: AdjointKernel) -> list[Seed]:
    return sorted({n for n in body_nodes(adjoint.body) if isinstance(n, Seed)}, key=lambda e: (e.param, e.offset, e.component))


def adjoint_places(adjoint: AdjointKernel, layouts: tuple[Layout, ...], constants: tuple[str, ...], dims: int, single: bool = False,
                   streaming: str = "") -> AdjointPlaces:
    """`single`: pieces have one row. `streaming`: as of Target."""
    return AdjointPlaces(Names(locals_of(adjoint.body)), layouts, constants, dims, single, streaming)


def serial(adjoint: AdjointKernel, facts: tuple[ArgFacts, ...], layouts: tuple[Layout, ...], constants: tuple[str, ...], dims: int,
           sizes: Mapping[str, int] | None = None) -> Scatter:
    """Seeds are read and what the loop consumed is zeroed before anything is added at this point. `sizes`: of constants, where the function
    is for one point at a time."""
    places = adjoint_places(adjoint, layouts, constants, dims)
    if sizes is not None:
        places.at_a_point(sizes)
    lines = []
    for e in _seeds(adjoint):
        if layouts[e.param].kind == "dat":
            element = places.seed_element(e)
            name = places.names.fresh(f"{layouts[e.param].name}_seed_{e.component}")
            places.seed_names[e] = name
            lines.append(f"const {layouts[e.param].type} {name} = {element};")
    lines += _consume(places, facts)
    totals = totals_of(adjoint, places)
    lines += absent(adjoint, places, totals)
    lines += places.body(adjoint.body)
    return Scatter(places.row("adjoint_row" if sizes is None else "adjoint_point", lines), totals, _own_axes(adjoint, facts, layouts, dims))


def _own_axes(adjoint: AdjointKernel, facts: tuple[ArgFacts, ...], layouts: tuple[Layout, ...], dims: int) -> tuple[int, ...]:
    added = [(layouts[s.param], s.offset) for s in statements(adjoint.body) if isinstance(s, Contribute) and layouts[s.param].kind == "dat"]
    consumed = [(layouts[p], at) for p, fact in enumerate(facts) if fact.consumed and layouts[p].kind == "dat" for at in fact.writes or ((0,) * dims,)]
    return own_axes(dims, [*added, *consumed])


def _consume(places: AdjointPlaces, facts: tuple[ArgFacts, ...]) -> list[str]:
    lines = []
    for param, fact in enumerate(facts):
        if fact.consumed and places.layouts[param].kind == "dat":
            used = places.pointer(param, "used", f"launch.args[{param}].seed", "out", wanted=False)
            components = range(places.layouts[param].components)
            cells = " ".join(f"{places.cell(used, c, at)} = 0;" for at in fact.writes or ((),) for c in components)
            lines.append(f"if ({used.given}) {{ {cells} }}")
    return lines


def totals_of(adjoint: AdjointKernel, places: AdjointPlaces) -> tuple[Total, ...]:
    """Sums over all points, for targets that are no datasets."""
    totals = []
    for param in sorted({p for p in adjoint.targets if places.layouts[p].kind != "dat"}):
        layout = places.layouts[param]
        name, values = places.names.fresh(f"{layout.name}_total"), places.names.fresh(f"{layout.name}_values")
        share = places.names.fresh(f"{layout.name}_share")
        places.parameters[values] = Parameter(f"{layout.type}* {values}", values, passed=True)
        for s in adjoint.body:
            if isinstance(s, Contribute) and s.param == param:
                places.contributions[param, s.offset, s.component] = f"{values}[{places.in_buffer(s.component)}]"
        totals.append(Total(name, values, share, layout.type, "sum", layout.components, param))
    return tuple(totals)


def absent(adjoint: AdjointKernel, places: AdjointPlaces, totals: tuple[Total, ...]) -> list[str]:
    """Zeros for the components of totals that nothing contributes to."""
    given = {(s.param, s.component) for s in adjoint.body if isinstance(s, Contribute)}
    return [f"{t.values}[{places.in_buffer(c)}] = 0;" for t in totals for c in range(t.components) if (t.param, c) not in given]
