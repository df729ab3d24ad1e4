"""View of one loop's forward execution: a row function and what the driver does around it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable
from dataclasses import dataclass

from translator.ir import Assign, Const, Declare, Element, Expr, Load, Loop, Stmt, Var
from translator.passes import apart, assigned_sums, tiling
from translator.passes.numeric import is_integer
from translator.passes.outputs_as_locals import Output, OutputForm
from translator.passes.tiling import Shape
from translator.passes.walk import assigned, body_nodes, constant_offset, names_of, nodes
from translator.view import lines
from translator.view.arguments import Layout, given
from translator.view.names import Names
from translator.view.own_axes import own_axes
from translator.view.places import Parameter, Row, RowPlaces

OPERATION = {"INC": "sum", "MIN": "min", "MAX": "max"}


@dataclass(frozen=True, slots=True)
class Total:
    """A reduction argument: `values` holds what the points of a piece contribute."""

    name: str
    values: str
    share: str
    type: str
    operation: str
    components: int
    param: int


@dataclass(frozen=True, slots=True)
class Apart:
    """What is done to one optional dataset, if it is given."""

    row: Row
    given: str


@dataclass(frozen=True, slots=True)
class Primal:
    row: Row | None  # none: all is done apart
    whole: lines.Lines | None  # none: nothing may be streamed
    totals: tuple[Total, ...]
    apart: tuple[Apart, ...]
    in_order: bool = False  # points in order, one after another: several may write the same cell
    own_axes: tuple[int, ...] = ()  # along which no two do
    backwards: bool = False  # in order, the last point first

    @property
    def shape(self) -> Shape:
        """Of pieces; the same for all row functions, as is `most_rows`."""
        return self._any.shape

    @property
    def most_rows(self) -> str:
        return self._any.most_rows

    @property
    def _any(self) -> Row:
        return self.row or self.apart[0].row


def locals_of(body: tuple[Stmt, ...]) -> set[str]:
    return names_of(body) | set(assigned(body))


def independent(form: OutputForm, layouts: tuple[Layout, ...]) -> bool:
    """Whether points may run in any order: no two write the same cell."""
    return all(layouts[p].plain for p in datasets(form))


def datasets(form: OutputForm) -> frozenset[int]:
    """That the loop writes."""
    return frozenset(o.param for o in form.outputs if not o.reduction)


def build(loop: Loop, form: OutputForm, layouts: tuple[Layout, ...], constants: tuple[str, ...], in_order: bool = False,
          streaming: str = "") -> Primal | None:
    """None: the reference runs the loop. `in_order`: points in order also where they need not. `streaming`: as of Target."""
    if assigned_sums.run(loop):
        return None
    if in_order or not independent(form, layouts):
        written = datasets(form)
        return assemble("row", loop, form, layouts, lambda where: RowPlaces(names_for(form), where, constants, loop.dims, written=written), in_order=True)
    streams = {p for p in {o.param for o in form.outputs} if streaming and _may_stream(form, p, layouts[p])}
    return assemble("row", loop, form, layouts, lambda where: RowPlaces(names_for(form), where, constants, loop.dims, streaming=streaming), streams)


def names_for(form: OutputForm) -> Names:
    return Names(locals_of(form.body) | {o.local.name for o in form.outputs})


def assemble(name: str, loop: Loop, form: OutputForm, layouts: tuple[Layout, ...], places_for: Callable[[tuple[Layout, ...]], RowPlaces],
             streams: Collection[int] = (), in_order: bool = False) -> Primal:
    """The row functions, of which `name` does what is not done apart. `streams`: written datasets whose lines may go past the caches.
    `in_order`: one point after another; nothing is done apart."""
    shape = tiling.shape(loop.dims, _rows(form, layouts), summed=any(o.reduction and _sum(loop, o.param, layouts) for o in form.outputs))
    rest, alone = (form, {}) if in_order else apart.run(form)
    parts = tuple(_apart(name, loop, alone[p], p, layouts, places_for, shape) for p in alone)
    if parts and not rest.outputs:
        return Primal(None, None, (), parts)
    places = places_for(layouts)
    totals = totals_of(loop, rest.outputs, layouts, places.names)
    row, whole = _row(name, loop, rest, places, shape, totals, streams)
    return Primal(row, whole, totals, parts, in_order, _own_axes(loop.dims, form, layouts) if in_order else ())


def _own_axes(dims: int, form: OutputForm, layouts: tuple[Layout, ...]) -> tuple[int, ...]:
    written = datasets(form)
    read = [(layouts[n.param], constant_offset(n)) for n in body_nodes(form.body) if isinstance(n, Load) and n.param in written]
    return own_axes(dims, [*((layouts[o.param], o.offset) for o in form.outputs if not o.reduction), *read])


def _apart(name: str, loop: Loop, form: OutputForm, param: int, layouts: tuple[Layout, ...], places_for: Callable[[tuple[Layout, ...]], RowPlaces],
           shape: Shape) -> Apart:
    """What is done to dataset `param`."""
    places = places_for(given(layouts, {param}))
    row, _ = _row(f"{name}_of_{layouts[param].name}", loop, form, places, shape)
    return Apart(row, f"{places.view(param)}.out != nullptr")


def _row(name: str, loop: Loop, form: OutputForm, places: RowPlaces, shape: Shape, totals: tuple[Total, ...] = (),
         streams: Collection[int] = ()) -> tuple[Row, lines.Lines | None]:
    made = _made(form)
    before, after = _outputs(loop, form, places, {t.param: t for t in totals}, {d.name for d in made.values()})
    outputs = tuple(o.local for o in form.outputs if isinstance(o.local, Var))
    body = (*before, *places.body(tuple(made.get(k, s) for k, s in enumerate(form.body)), 0, outputs))
    whole = lines.build(places, body, after, streams) if streams else None
    summed = any(_sum(loop, t.param, places.layouts) for t in totals)
    for total in totals:
        places.parameters[total.values] = Parameter(f"{total.type}* {total.values}", total.values, passed=True)
    return places.row(name, (*body, *(line for _, line in after)), shape, summed), whole


def _rows(form: OutputForm, layouts: tuple[Layout, ...]) -> dict[Hashable, set[tuple[int, ...]]]:
    """The rows that a point reads or writes of every array that has a value per cell."""
    places = [(n.param, n.component, constant_offset(n)) for n in body_nodes(form.body) if isinstance(n, Load)]
    places += [(o.param, Const(o.component, "int"), o.offset) for o in form.outputs if not o.reduction]
    found: dict[Hashable, set[tuple[int, ...]]] = {}
    for param, component, offset in places:
        layout = layouts[param]
        if layout.unit and offset is not None:
            array = (param, None if layout.aos else component)
            found.setdefault(array, set()).add(offset[1:] or (0,) * (len(layout.axes) - 1))
    return found


def _may_stream(form: OutputForm, param: int, layout: Layout) -> bool:
    """Every component is stored at every point and none of the old values is looked at."""
    outputs = [o for o in form.outputs if o.param == param]
    read = any(isinstance(n, Load) and n.param == param for n in body_nodes(form.body))
    whole = {o.component for o in outputs} == set(range(layout.components))
    fresh = all(o.assigned and not o.preload and not o.optional and not o.reduction for o in outputs)
    own = not any(o.beside for o in outputs)
    return whole and fresh and own and not read and layout.type in ("double", "float")


def _operation(loop: Loop, param: int) -> str:
    """How a reduction combines: a member of ops::reduce::Op."""
    access = loop.args[param].access
    return OPERATION[access.name if access else "INC"]


def _sum(loop: Loop, param: int, layouts: tuple[Layout, ...]) -> bool:
    """Whether the values that points offer are cut and counted, which takes as long as to read them."""
    return _operation(loop, param) == "sum" and not is_integer(layouts[param].type)


def totals_of(loop: Loop, outputs: Iterable[Output], layouts: tuple[Layout, ...], names: Names) -> tuple[Total, ...]:
    """One per reduction argument among `outputs`."""
    totals = []
    for param in sorted({o.param for o in outputs if o.reduction}):
        layout = layouts[param]
        name = names.fresh(f"{layout.name}_total")
        values, share = names.fresh(f"{layout.name}_values"), names.fresh(f"{layout.name}_share")
        totals.append(Total(name, values, share, layout.type, _operation(loop, param), layout.components, param))
    return tuple(totals)


def _made(form: OutputForm) -> dict[int, Declare]:
    """Declarations in place of the assignments, by position, that make outputs which nothing has looked at before."""
    wanted = {o.local.name for o in form.outputs if isinstance(o.local, Var) and not o.preload}
    made: dict[int, Declare] = {}
    for k, s in enumerate(form.body):
        if isinstance(s, Assign) and isinstance(s.target, Var) and s.target.name in wanted and s.target.name not in _names_in(s.value):
            made[k] = Declare(s.target.name, s.target.type, (), s.value)
        wanted -= locals_of((s,))
    return made


def _names_in(e: Expr) -> set[str]:
    return {n.name for n in nodes(e) if isinstance(n, (Var, Element))}


def _outputs(loop: Loop, form: OutputForm, places: RowPlaces, totals: dict[int, Total], declared: set[str]) -> tuple[list[str], list[tuple[Output, str]]]:
    """What stands before and after the body: locals declared and loaded, unless they are `declared` within it, and stored at the end."""
    before, after = array_locals(form), []
    for o in form.outputs:
        if not isinstance(o.local, Var) or o.local.name not in declared:
            before.append(start(loop, places, o))
        after.append((o, offered(places, o, totals[o.param]) if o.reduction else _store(places, o)))
    return before, after


def start(loop: Loop, places: RowPlaces, o: Output) -> str:
    """The local of an output, declared and set to what it holds before the body."""
    declare = "" if isinstance(o.local, Element) else f"{o.local.type} "
    value = neutral(_operation(loop, o.param), places.layouts[o.param].type) if o.reduction else _old(places, o)
    return f"{declare}{places.printer.expr(o.local)} = {value};"


def neutral(operation: str, type: str) -> str:
    """What a reduction of this kind starts from."""
    return f"ops::reduce::neutral<ops::reduce::Op::{operation}, {type}>()"


def offered(places: RowPlaces, o: Output, total: Total) -> str:
    """What this point gives to a reduction goes to the buffer of its piece."""
    return f"{total.values}[{places.in_buffer(o.component)}] = {places.printer.expr(o.local)};"


def array_locals(form: OutputForm) -> list[str]:
    """Declarations of the locals that hold several components."""
    sizes: dict[str, tuple[str, int]] = {}
    for o in form.outputs:
        if isinstance(o.local, Element):
            size = sizes.get(o.local.name, ("", 0))[1]
            sizes[o.local.name] = (o.local.type, max(size, _last(o.local) + 1))
    return [f"{type_} {name}[{size}] = {{}};" for name, (type_, size) in sizes.items()]


def _last(e: Element) -> int:
    index = e.index[-1]
    return int(index.value) if isinstance(index, Const) else 0


def _old(places: RowPlaces, o: Output) -> str:
    if not o.preload:
        return "{}"
    pointer = places.present(o.param)
    cell = places.cell(pointer, o.component, o.offset)
    return f"{pointer.given} ? {cell} : {o.local.type}{{}}" if o.optional else cell


def _store(places: RowPlaces, o: Output) -> str:
    pointer = places.pointer(o.param, "out", places.view(o.param), "out")
    store = f"{places.cell(pointer, o.component, o.offset)} = {places.printer.expr(o.local)};"
    return f"if ({pointer.given}) {store}" if o.optional else store
