"""View of one loop's reverse: the owner-computes forms.

All forms add the same terms to a
cell in the same order, so they give the same bits.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Union

from translator.ir import AdjointKernel, Assign, Constant, Contribute, Declare, Expr, Global, Stmt
from translator.passes.adjoint_terms import OwnerPlan, Term, direct
from translator.passes.adjoint_terms import Target as PlanTarget
from translator.passes.facts import ArgFacts
from translator.passes import dead_code, merged_choices, narrow_conditions, straight
from translator.passes.narrow_conditions import Narrow
from translator.passes.negation import positive, without_sign
from translator.passes.tiling import Shape
from translator.view import idle
from translator.view.arguments import Layout, given
from translator.view.idle import Skip
from translator.view.places import Pointer, Row
from translator.view.primal import Total
from translator.view.scatter import AdjointPlaces, Offset, Scatter, absent, adjoint_places, totals_of

Key = tuple[int, Offset, int]  # of a contribution: param, offset, component


@dataclass(frozen=True, slots=True)
class Renewal:
    """How cells of a target that still hold the seed of argument `param` become what its own target makes of them, in place."""

    param: int
    name: str
    function: str
    launch: str


@dataclass(frozen=True, slots=True)
class TargetView:
    """One dataset's derivative in an owner form. `cells` computes a piece of a row of it from shifted source points."""

    name: str
    param: int
    type: str
    dims: int
    components: int
    aos: bool
    points: tuple[Offset, ...]
    cells: Union[Row, None]
    late: bool  # there may be a postponed seed
    late_seed: int
    renewals: tuple[Renewal, ...] = ()  # gather: one per argument that may share a dataset with this one

    @property
    def view(self) -> str:
        return f"launch.args[{self.param}].target"


@dataclass(frozen=True, slots=True)
class BufferView:
    """What goes from row buffer number `buffer` to one place. Places that get the same, or the same with
    the other sign, share a buffer."""

    target: int
    param: int
    component: int
    offset: Offset
    buffer: int
    sign: int


@dataclass(frozen=True, slots=True)
class DirectView:
    """What goes to one place without a buffer, as nothing else goes to that row of cells from the same source points."""

    target: int
    param: int
    component: int
    offset: Offset
    sole: bool  # the only term that cells of this target get


@dataclass(frozen=True, slots=True)
class Group:
    """gather: neighbouring targets read through the same points. `row` computes the cells of all in one go, where their cells are
    alike, and so loads what they share only once; None for one target alone."""

    first: int  # position among the targets
    targets: tuple[TargetView, ...]
    row: Union[Row, None]


@dataclass(frozen=True, slots=True)
class Owner:
    """form "gather": each target's cells from shifted source points. "points": all targets at once, read at the centre only.
    "rows": one evaluation per source point, to cells and into `buffers`. "push": into buffers, each of which goes to a component of its
    own."""

    form: str
    targets: tuple[TargetView, ...]  # deferrable ones first: their postponed seed may lie in the memory of another target
    groups: tuple[Group, ...]  # gather
    row: Union[Row, None]  # points, rows, push
    type: str  # rows, push: of the buffers
    buffers: tuple[BufferView, ...]  # rows, push
    direct: tuple[DirectView, ...]  # rows
    sums: Union[Scatter, None]  # targets that are no datasets
    pays: bool  # to stream, where data are large
    skip: Union[Skip, None] = None  # rows: how idle points are left out
    counts: tuple[Total, ...] = ()  # rows: targets that are no datasets, where `row` has ops_sums

    @property
    def streams(self) -> str:
        """Condition for streaming stores: not where a postponed seed has just been read, as it may lie in the memory written."""
        if not self.pays:
            return "false"
        return " && ".join(["launch.stream", *(f"launch.args[{t.param}].deferred == nullptr" for t in self.targets if t.late)])

    @property
    def buffer_count(self) -> int:
        return len({b.buffer for b in self.buffers})

    @property
    def prepared(self) -> tuple[tuple[int, TargetView], ...]:
        """rows: the targets, with their positions, whose cells must hold something before terms are added to them."""
        sole = {d.target for d in self.direct if d.sole}
        return tuple((number, t) for number, t in enumerate(self.targets) if number not in sole)

    @property
    def shape(self) -> Shape:
        """Of pieces that all of its row functions can take."""
        rows = [r for r in (self.row, *(t.cells for t in self.targets), *(g.row for g in self.groups)) if r is not None]
        return next((r.shape for r in rows if r.shape is not Shape.TILE), Shape.TILE)


def owner(adjoint: AdjointKernel, plan: OwnerPlan, facts: tuple[ArgFacts, ...], layouts: tuple[Layout, ...], constants: tuple[str, ...],
          dims: int, streaming: str) -> Union[Owner, None]:
    """The form the plan asks for, where layouts allow it; None where only scatter does. `streaming`: as of Target."""
    dats = [t for t in plan.targets if layouts[t.param].kind == "dat"]
    params = sorted({t.param for t in dats}, key=lambda p: (not facts[p].deferrable, p))
    if not params or not all(layouts[p].plain for p in {*params, *(s for s in adjoint.seeds if layouts[s].kind == "dat")}):
        return None
    build = _Builder(adjoint, plan, facts, layouts, constants, dims, streaming)
    form = _form(adjoint, plan, [layouts[p] for p in params], layouts)
    if form == "push" and any(facts[p].deferrable for p in params):
        form = "rows"
    targets = tuple(build.target(p, [t for t in dats if t.param == p], form) for p in params)
    summed = any(layouts[p].kind != "dat" for p in adjoint.targets)
    if form == "rows":
        return build.rows(params, targets, summed)
    sums = build.sums() if summed else None
    if form == "points":
        return Owner(form, targets, (), build.points(params), "", (), (), sums, plan.streams)
    if form == "push":
        row, buffers = build.push(params)
        return Owner(form, targets, (), row, layouts[params[0]].type, buffers, (), sums, plan.streams)
    targets = tuple(sorted((build.with_renewals(t, targets) for t in targets), key=_grouping))
    return Owner(form, targets, build.groups(targets), None, "", (), (), sums, plan.streams)


def _form(adjoint: AdjointKernel, plan: OwnerPlan, targets: list[Layout], layouts: tuple[Layout, ...]) -> str:
    if plan.in_place:
        return "points"
    coarse = any("p" in layouts[p].axes for p in adjoint.adjoint_reads)  # cannot be read at a shifted point
    one_type = len({t.type for t in targets}) == 1
    if plan.form == "gather" and not coarse or not one_type:
        return "gather"
    return "push" if plan.form == "push" else "rows"


def _grouping(t: TargetView) -> tuple[bool, int, tuple[Offset, ...]]:
    """Deferrable targets come first, each alone; the others stand with those read through the same points."""
    return (False, t.param, ()) if t.late else (True, 0, t.points)


def _renewal(target: TargetView, t: TargetView) -> Renewal:
    assert t.cells is not None
    launch = f"{t.name}_in_{target.name}"
    return Renewal(t.param, t.name, t.cells.name, launch)


def _positive(body: tuple[Stmt, ...], stored: dict[Key, int]) -> tuple[tuple[Stmt, ...], set[int]]:
    """The body without minus signs before the values that go to the places `stored`, and the places that then get the opposite."""
    fixed = straight.is_straight(body) and not any(isinstance(s, Assign) for s in body)  # else locals may have other values later
    values = {s.name: s.value for s in body if isinstance(s, Declare) and s.value is not None} if fixed else {}
    new, opposite = [], set()
    for s in body:
        key = (s.param, s.offset, s.component) if isinstance(s, Contribute) else None
        if isinstance(s, Contribute) and key in stored:
            sign, value = positive(s.value, values)
            s = replace(s, value=value)
            opposite |= {stored[key]} if sign < 0 else set()
        new.append(s)
    return dead_code.run(tuple(new)), opposite


@dataclass(frozen=True, slots=True)
class _Builder:
    adjoint: AdjointKernel
    plan: OwnerPlan
    facts: tuple[ArgFacts, ...]
    layouts: tuple[Layout, ...]
    constants: tuple[str, ...]
    dims: int
    streaming: str

    def target(self, param: int, components: list[PlanTarget], form: str) -> TargetView:
        layout, fact = self.layouts[param], self.facts[param]
        cells = self._cells([param], components, f"{layout.name}_cells") if form == "gather" or fact.deferrable else None
        late = fact.deferrable and cells is not None
        points = tuple(sorted({term.offset for c in components for term in c.terms}))
        return TargetView(layout.name, param, layout.type, self.dims, layout.components, layout.aos, points, cells, late, fact.deferred_seed)

    def with_renewals(self, target: TargetView, targets: tuple[TargetView, ...]) -> TargetView:
        """A dataset that this loop reads here may have been renewable in the loop reversed before."""
        def may_be(t: TargetView) -> bool:
            return self.facts[t.param].renewable and t.param != target.param and (t.type, t.components, t.aos) == (target.type, target.components, target.aos)

        return replace(target, renewals=tuple(_renewal(target, t) for t in targets if may_be(t)))

    def groups(self, targets: tuple[TargetView, ...]) -> tuple[Group, ...]:
        found: list[Group] = []
        for _, members in groupby(targets, key=_grouping):
            group = tuple(members)
            dats = [t for t in self.plan.targets if t.param in {g.param for g in group}]
            name = "_".join((*(t.name for t in group), "cells"))
            row = self._cells([t.param for t in group], dats, name) if len(group) > 1 else None
            found.append(Group(sum(len(g.targets) for g in found), group, row))
        return tuple(found)

    def _cells(self, params: list[int], components: list[PlanTarget], name: str) -> Row:
        """t = 0 or the cell's value; t = t + term for every term, in order. Stores come last: after one, all would be loaded again.
        A target that is wanted is an argument that is given."""
        places = adjoint_places(self.adjoint, given(self.layouts, params), self.constants, self.dims, streaming=self.streaming)
        terms = {(c.param, c.component): c.terms for c in components}
        bars = {p: self._bar(places, p) for p in params}
        at = places.parameter("range", "range", "[[maybe_unused]] const ops::Box& {}", "launch.range")
        here = places.parameter("piece", "piece", "[[maybe_unused]] const b::Piece& {}", "s")
        lines, stores = [], []
        if any(layout.aos and layout.components > 1 for layout in self.layouts):  # a rim's reads are under conditions, see RowPlaces.body
            lines.append("if constexpr (ops_rim) b::one_by_one();")
        for param, component in [(p, c) for p in params for c in range(self.layouts[p].components)]:
            places.shift = ()
            cell, sum_ = places.cell(bars[param], component), places.names.fresh("t")
            lines.append(f"{self.layouts[param].type} {sum_} = ops_write ? 0 : {cell};")
            for term in terms.get((param, component), ()):
                point = ", ".join(map(str, term.offset))
                inside = f"b::inside<{self.dims}>({at}, {here}, {places.x}, {places.y}, {{{point}}})"
                lines += self._term(places, term, self.layouts[param].type, sum_, inside)
            stores.append(f"{cell} = {sum_};")
        return places.row(name, [*lines, *stores])

    def _bar(self, places: AdjointPlaces, param: int) -> Pointer:
        return places.buffered(param, "bar", f"launch.args[{param}].target")

    def _term(self, places: AdjointPlaces, term: Term, type_: str, sum_: str, inside: str) -> list[str]:
        places.shift = term.offset
        body = places.body(term.body, 1, (term.value,))
        add = f"  {sum_} = {sum_} + {places.converted(term.value, type_)};"  # after the body, which declares what it names
        lines = [f"if (!ops_rim || {inside}) {{", *body, add, "}"]
        places.shift = ()
        return lines

    def points(self, params: list[int]) -> Row:
        """The whole body once per point; every target's cell is written or added to last, as seeds may lie in the same memory."""
        places = adjoint_places(self.adjoint, self.layouts, self.constants, self.dims, streaming=self.streaming)
        stores: list[str] = []
        bars = {param: self._bar(places, param) for param in params}
        olds = {param: places.buffered(param, "old", f"launch.args[{param}].target", "const ") for param in params}
        for param in params:
            layout, bar, before = self.layouts[param], bars[param], olds[param]
            for component in range(layout.components):
                cell, old = places.cell(bar, component), places.cell(before, component)
                key = (param, (0,) * self.dims, component)
                if any(isinstance(s, Contribute) and (s.param, s.offset, s.component) == key for s in self.adjoint.body):
                    name = places.names.fresh(f"{layout.name}_add_{component}")
                    places.contributions[key] = f"const {layout.type} {name}"
                    stores.append(f"{cell} = {old} + {name};")
                else:
                    stores.append(f"{cell} = {old};")
        return places.row("adjoint_points", [*places.body(self._of(params)), *stores], Shape.LONG_ROWS)

    def _of(self, params: list[int]) -> tuple[Stmt, ...]:
        """The body without contributions to anything but `params`."""
        return tuple(s for s in self.adjoint.body if not isinstance(s, Contribute) or s.param in params)

    def _straight(self, params: list[int]) -> tuple[Stmt, ...]:
        """The same without branches, where that is possible at no great cost."""
        return merged_choices.run(straight.run(self._of(params)), self._uniform)

    def push(self, params: list[int]) -> tuple[Row, tuple[BufferView, ...]]:
        """The whole body once per source point, every value into a buffer of its own, where it is changed."""
        body = self._straight(params)
        places = adjoint_places(replace(self.adjoint, body=body), self.layouts, self.constants, self.dims, single=True)
        buffers: list[BufferView] = []
        for target, t, term in self._terms(params):
            places.contributions[t.param, term.offset, t.component] = self._in_buffer(places, t, len(buffers))
            buffers.append(BufferView(target, t.param, t.component, term.offset, len(buffers), 1))
        return places.row("adjoint_points", places.body(body), streams=True), tuple(buffers)

    def rows(self, params: list[int], targets: tuple[TargetView, ...], summed: bool) -> Owner:
        """The whole body once per source point: every value that is contributed goes to its cell, into a buffer, or to a sum."""
        body = self._straight([p for p in self.adjoint.targets if p in params or self.layouts[p].kind != "dat"])
        narrow = narrow_conditions.run(body, self._uniform) if self._has_pairs(params) else Narrow(body)
        places = adjoint_places(replace(self.adjoint, body=narrow.body), self.layouts, self.constants, self.dims, single=True)
        values = {(s.param, s.offset, s.component): s.value for s in self.adjoint.body if isinstance(s, Contribute)}
        numbers: dict[Hashable, tuple[int, int]] = {}  # of buffers, and the signs of what they hold
        buffers: list[BufferView] = []
        at_once: list[DirectView] = []
        stores: list[tuple[str, str, str]] = []
        totals, nothing = self._counted(places) if summed else ((), [])  # `nothing`: instead, where all values are 0
        held_by: dict[Key, int] = {}  # the buffers of values; negative: what they are stored by at once
        for target, t, term in self._terms(params):
            key = (t.param, term.offset, t.component)
            if self._direct(t, term):
                name, cell, held = self._cell_of(places, t, len(at_once))
                places.contributions[key] = f"const {self.layouts[t.param].type} {name}"
                stores.append((cell, held, name))
                nothing.append(f"{cell} = {held} + 0;")
                held_by[key] = -len(stores)
                at_once.append(DirectView(target, t.param, t.component, term.offset, self._sole(t)))
                continue
            sign, what = without_sign(values[key])
            buffer = self._in_buffer(places, t, numbers[what][0] if what in numbers else len(numbers))
            places.contributions[key] = "" if what in numbers else buffer
            nothing += [] if what in numbers else [f"{buffer} = 0;"]
            number, held_sign = numbers.setdefault(what, (len(numbers), sign))
            held_by[key] = number
            buffers.append(BufferView(target, t.param, t.component, term.offset, number, sign * held_sign))
        body, opposite = _positive(narrow.body, {key: buffer for key, buffer in held_by.items() if places.contributions[key]})
        buffers = [replace(b, sign=-b.sign) if b.buffer in opposite else b for b in buffers]
        zeros = [f"if constexpr (ops_sums) {line}" for line in absent(self.adjoint, places, totals)]
        added = (f"{cell} = {held} {'-' if -d in opposite else '+'} {name};" for d, (cell, held, name) in enumerate(stores, 1))
        lines = [*self._flags(places, narrow), *zeros, *places.body(body), *added]
        skip = idle.build(places, self.adjoint.idle, nothing) if self.adjoint.idle else None
        row, type = places.row("adjoint_points", lines), self.layouts[params[0]].type
        return Owner("rows", targets, (), row, type, tuple(buffers), tuple(at_once), None, self.plan.streams, skip, totals)

    def _counted(self, places: AdjointPlaces) -> tuple[tuple[Total, ...], list[str]]:
        """Sums over all points, which the row function computes if it is to, and lines for points that add nothing to them."""
        totals = totals_of(self.adjoint, places)
        for t in totals:
            places.parameters[t.values] = replace(places.parameters[t.values], declaration=f"[[maybe_unused]] {t.type}* {t.values}")
        kinds = {p: layout.kind for p, layout in enumerate(self.layouts)}
        places.contributions |= {key: f"if constexpr (ops_sums) {place}" for key, place in places.contributions.items() if kinds[key[0]] != "dat"}
        return totals, [f"if constexpr (ops_sums) {t.values}[{places.in_buffer(c)}] = 0;" for t in totals for c in range(t.components)]

    def _has_pairs(self, params: list[int]) -> bool:
        """Whether vectors of doubles would come in pairs beside small integers, and be too many."""
        return self.plan.single_cost >= narrow_conditions.WORTH and all(self.layouts[p].type == "double" for p in params)

    def _flags(self, places: AdjointPlaces, narrow: Narrow) -> list[str]:
        """Lines that read the conditions, which a loop before that of the body has decided."""
        if not narrow.names:
            return []
        flags, x = places.names.fresh("flags"), places.x
        places.prologue += [f"long long {flags}[{len(narrow.names)} * row_cells];", "#pragma omp simd", f"for (int {x} = 0; {x} < s.n; ++{x}) {{"]
        for number, condition in enumerate(narrow.conditions):
            places.prologue.append(f"  {flags}[{number} * row_cells + {x}] = {places.printer.expr(condition, 2)} ? 1 : 0;")
        places.prologue.append("}")
        return [f"const bool {name} = {flags}[{number} * row_cells + {x}] != 0;" for number, name in enumerate(narrow.names)]

    def _uniform(self, e: Expr) -> bool:
        """Whether a leaf has one value at all points."""
        return isinstance(e, Constant) or isinstance(e, Global) and self.layouts[e.param].kind in ("gbl", "scalar")

    def _in_buffer(self, places: AdjointPlaces, t: PlanTarget, number: int) -> str:
        base = places.parameter("buffers", "buffers", f"{self.layouts[t.param].type}* {{}}", "buffers", passed=True)
        return f"{base}[{number} * row_cells + {places.x}]"

    def _terms(self, params: list[int]) -> list[tuple[int, PlanTarget, Term]]:
        """Every term of the datasets' derivatives, with the position of its target."""
        return [(params.index(t.param), t, term) for p in params for t in self.plan.targets if t.param == p for term in t.terms]

    def _direct(self, t: PlanTarget, term: Term) -> bool:
        """Whether a term is added at once: where its cells are next to each other."""
        layout = self.layouts[t.param]
        return direct(t, term) and not (layout.aos and layout.components > 1)

    def _sole(self, t: PlanTarget) -> bool:
        """Whether cells that hold nothing need no zero: every one gets this term, and nothing before it."""
        return len(t.terms) == 1 and self.layouts[t.param].components == 1 and not self.facts[t.param].deferrable

    def _cell_of(self, places: AdjointPlaces, t: PlanTarget, number: int) -> tuple[str, str, str]:
        """Names of a value that goes to its cell at once, of the cell, and of what is added to it."""
        layout = self.layouts[t.param]
        cells = places.parameter(("cells", number), f"{layout.name}_bar", f"{layout.type}* {{}}", f"cells[{number}]", passed=True)
        held = places.parameter(("held", number), f"{layout.name}_held", f"const {layout.type}* {{}}", f"held[{number}]", passed=True)
        return places.names.fresh(f"{layout.name}_add"), f"{cells}[{places.x}]", f"{held}[{places.x}]"

    def sums(self) -> Scatter:
        """Only what goes to targets that are no datasets."""
        keep = tuple(s for s in self.adjoint.body if not isinstance(s, Contribute) or self.layouts[s.param].kind != "dat")
        adjoint = replace(self.adjoint, body=keep)
        places = adjoint_places(adjoint, self.layouts, self.constants, self.dims)
        totals = totals_of(adjoint, places)
        return Scatter(places.row("sums_row", [*absent(adjoint, places, totals), *places.body(keep)], Shape.SUMMED_ROWS, summed=True), totals)
