"""View of one loop's reverse as functions of one point: of a cell of a derivative, or of a point that the forward loop computed.

Every form adds the same terms to a cell in the same order as the serial scatter form, each cell by one
thread, so it gives the same bits without atomic operations.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, replace
from math import inf, prod

from translator.ir import AdjointKernel, Contribute, Stmt
from translator.passes.adjoint_terms import OwnerPlan, Target, Term
from translator.passes.differentiate import source_order
from translator.passes.facts import ArgFacts
from translator.passes.negation import without_sign
from translator.view import points
from translator.view.arguments import Layout, given
from translator.view.places import Pointer
from translator.view.points import NoRoom, Part, PointFunction
from translator.view.scatter import AdjointPlaces, Offset, absent, adjoint_places, totals_of


# Source points of a tile, by dimensions: multiples of the 256 threads of a block, and powers of two along axis 0.
TILES = {1: ((256,), (512,), (1024,)), 2: ((32, 8), (32, 16), (64, 8), (32, 32), (64, 16)),
         3: ((32, 4, 2), (32, 4, 4), (32, 8, 4), (32, 8, 8), (32, 16, 8))}
SIZE = {"double": 8, "float": 4}
Group = list[tuple[int, Term]]  # by component
SHARED, MOST_SHARED = 72 << 10, 96 << 10  # [bytes] of a block, at which several blocks have room; and that a block may have


@dataclass(frozen=True, slots=True)
class PointTarget:
    """One dataset's derivative. `cells` computes one cell of it from source points around; `late` are its members with the postponed
    seed. `components`: of push, the offset by which each is read; None if nothing is added to it."""

    name: str
    param: int
    type: str
    dims: int
    points: tuple[Offset, ...]
    cells: PointFunction | None
    late: str = ""
    late_seed: int = -1
    components: tuple[Offset | None, ...] = ()


@dataclass(frozen=True, slots=True)
class TileTerm:
    """What cells of a component get from buffer `buffer`, or its negative, of the source points that read them through `offset`."""

    target: int
    component: int
    offset: Offset  # padded to five axes
    buffer: int
    sign: int


@dataclass(frozen=True, slots=True)
class Tile:
    """`across`: source points along each axis. `terms`: by target and component, then in the canonical order. `least`, `most`: of the offsets along
    each axis."""

    type: str
    dims: int
    across: Offset
    components_of: tuple[int, ...]  # each target
    buffers: int
    least: Offset
    most: Offset
    terms: tuple[TileTerm, ...]


@dataclass(frozen=True, slots=True)
class PointOwner:
    """form "gather": each target's cells by `cells`. "points": every target is read at the centre only, and `row` computes all of a point.
    "push": every component gets one term only, and `row` carries those of a source point to their cells. "tile": `row` computes all values of a
    source point, of which a block of threads takes those that its tile of cells needs, once each."""

    form: str
    targets: tuple[PointTarget, ...]  # deferrable ones first: their postponed seed may lie in the memory of another target
    row: PointFunction | None
    sums: Part | None  # targets that are no datasets
    tile: Tile | None = None


def build(adjoint: AdjointKernel, plan: OwnerPlan, facts: tuple[ArgFacts, ...], layouts: tuple[Layout, ...], constants: tuple[str, ...],
          dims: int, sizes: dict[str, int]) -> PointOwner | None:
    """None: only scatter does."""
    dats = [t for t in plan.targets if layouts[t.param].kind == "dat"]
    params = sorted({t.param for t in dats}, key=lambda p: (not facts[p].deferrable, p))
    seeds = {s for s in adjoint.seeds if layouts[s].kind == "dat"}
    if not params or not all(layouts[p].plain for p in {*params, *seeds}):
        return None
    builder = _Builder(adjoint, plan, facts, layouts, constants, dims, sizes)
    coarse = any("p" in layouts[p].axes for p in adjoint.adjoint_reads)
    try:
        if plan.in_place:
            return builder.owner("points", params)
        if plan.form == "push" and not any(facts[p].deferrable for p in params):
            return builder.owner("push", params)
        tiled = builder.tiled(params) if coarse or plan.form != "gather" else None
        return tiled or (None if coarse else builder.owner("gather", params))  # coarse data cannot be read at a shifted point
    except NoRoom:
        return None


def _together(terms: dict[int, tuple[Term, ...]]) -> list[Group]:
    """Terms that one run of a body gives, with their components. Those of a component stay in their order, as that of the offsets is the same for all."""
    each = [(c, term) for c, of in sorted(terms.items()) for term in of]
    groups: dict[Hashable, list[tuple[int, Term]]] = {}
    for c, term in each:
        groups.setdefault((term.offset, id(term.body) if term.body else -1 - c), []).append((c, term))
    if len(groups) == len(each):
        return [[one] for one in each]
    return sorted(groups.values(), key=lambda group: source_order(group[0][1].offset))


@dataclass(frozen=True, slots=True)
class _Builder:
    adjoint: AdjointKernel
    plan: OwnerPlan
    facts: tuple[ArgFacts, ...]
    layouts: tuple[Layout, ...]
    constants: tuple[str, ...]
    dims: int
    sizes: dict[str, int]

    def owner(self, form: str, params: list[int]) -> PointOwner:
        targets = tuple(self._target(p, form) for p in params)
        row = self._points(params) if form == "points" else self._push(params) if form == "push" else None
        sums = self._sums() if any(self.layouts[p].kind != "dat" for p in self.adjoint.targets) else None
        return PointOwner(form, targets, row, sums)

    def tiled(self, params: list[int]) -> PointOwner | None:
        """None: the values of a tile's source points have no room in what a block shares."""
        row, tile = self._tile(params)
        if len({self.layouts[p].type for p in params}) > 1 or tile is None:
            return None
        return replace(self.owner("tile", params), row=row, tile=tile)

    def _places(self, layouts: tuple[Layout, ...]) -> AdjointPlaces:
        return adjoint_places(self.adjoint, layouts, self.constants, self.dims).at_a_point(self.sizes)

    def _of(self, param: int) -> list[Target]:
        return [t for t in self.plan.targets if t.param == param]

    def _target(self, param: int, form: str) -> PointTarget:
        layout, fact = self.layouts[param], self.facts[param]
        cells = self._cells(param) if form == "gather" or fact.deferrable else None
        late = cells.values({f"launch.args[{fact.deferred_seed}].seed": "late"}) if fact.deferrable and cells else ""
        offsets = tuple(sorted({term.offset for t in self._of(param) for term in t.terms}))
        single = {t.component: t.terms[0].offset for t in self._of(param)} if form == "push" else {}
        components = tuple(single.get(c) for c in range(layout.components)) if form == "push" else ()
        return PointTarget(layout.name, param, layout.type, self.dims, offsets, cells, late, fact.deferred_seed, components)

    def _cells(self, param: int) -> PointFunction:
        """t = 0 or the cell's value; t = t + term for every term, in order. A target that is wanted is an argument that is given."""
        layout = self.layouts[param]
        places = self._places(given(self.layouts, [param]))
        reach = places.parameter("reach", "reach", "ops::points::Reach {}", "reach")
        here = places.parameter("here", "here", "const b::Piece& {}", "s")
        bar = self._bar(places, param)
        write = places.names.fresh("write")
        lines = [f"const bool {write} = {reach}.template writes<{self.dims}>({here});"]
        cells = [places.cell(bar, component) for component in range(layout.components)]
        sums = [places.names.fresh("t") for _ in cells]
        declared = [f"{layout.type} {sum_} = {write} ? 0 : {cell};" for cell, sum_ in zip(cells, sums)]
        for group in _together({t.component: t.terms for t in self._of(param)}):
            offset = group[0][1].offset
            inside = f"{reach}.template has<{self.dims}>({here}, {{{', '.join(map(str, offset))}}})"
            lines += [*declared, *self._terms(places, group, layout.type, sums, inside)]
            declared = []
        stores = [f"{cell} = {sum_};" for cell, sum_ in zip(cells, sums)]
        return points.of(places, f"{layout.name}_cells", (*lines, *declared, *stores))

    def _bar(self, places: AdjointPlaces, param: int) -> Pointer:
        return places.pointer(param, "bar", f"launch.args[{param}].target", "out")

    def _terms(self, places: AdjointPlaces, group: Group, type_: str, sums: list[str], inside: str) -> list[str]:
        places.shift = group[0][1].offset
        body = places.body(group[0][1].body, 1, tuple(term.value for _, term in group))
        adds = [f"  {sums[c]} = {sums[c]} + {places.converted(term.value, type_)};" for c, term in group]  # after the body, which declares what they name
        places.shift = ()
        return [f"if ({inside}) {{", *body, *adds, "}"]

    def _only(self, params: Iterable[int]) -> tuple[Stmt, ...]:
        """The body without contributions to anything but `params`."""
        keep = set(params)
        return tuple(s for s in self.adjoint.body if not isinstance(s, Contribute) or s.param in keep)

    def _points(self, params: list[int]) -> PointFunction:
        """The whole body; every target's cell is written or added to last, as seeds may lie in the same memory."""
        places = self._places(self.layouts)
        here = places.parameter("here", "here", "const b::Piece& {}", "s")
        before: list[str] = []
        stores: list[str] = []
        for param in params:
            layout = self.layouts[param]
            reach = places.parameter((param, "reach"), f"{layout.name}_reach", "ops::points::Reach {}", f"{layout.name}_reach")
            bar = self._bar(places, param)
            for component in range(layout.components):
                cell, old = places.cell(bar, component), places.names.fresh(f"{layout.name}_old_{component}")
                before.append(f"const {layout.type} {old} = {reach}.template empty<{self.dims}>({here}) ? 0 : {cell};")
                added = self._added(places, param, component)
                stores.append(f"if ({reach}.wanted) {cell} = {f'{old} + {added}' if added else old};")
        return points.of(places, "adjoint_points", (*before, *places.body(self._only(params)), *stores))

    def _added(self, places: AdjointPlaces, param: int, component: int) -> str:
        """The name of what is added to a component at the centre, declared by the body; "" if nothing is."""
        key = (param, (0,) * self.dims, component)
        if not any(isinstance(s, Contribute) and (s.param, s.offset, s.component) == key for s in self.adjoint.body):
            return ""
        name = places.names.fresh(f"{self.layouts[param].name}_add_{component}")
        places.contributions[key] = f"const {self.layouts[param].type} {name}"
        return name

    def _push(self, params: list[int]) -> PointFunction:
        """The whole body once per source point; every value goes to the one cell that it belongs to."""
        places = self._places(self.layouts)
        here = places.parameter("here", "here", "const b::Piece& {}", "s")
        stores: list[str] = []
        for t in (t for p in params for t in self._of(p)):
            layout, term = self.layouts[t.param], t.terms[0]
            reach = places.parameter((t.param, "reach"), f"{layout.name}_reach", "ops::points::Reach {}", f"{layout.name}_reach")
            name = places.names.fresh(f"{layout.name}_add_{t.component}")
            places.contributions[t.param, term.offset, t.component] = f"const {layout.type} {name}"
            places.shift = tuple(-o for o in term.offset)
            cell = places.cell(self._bar(places, t.param), t.component)
            places.shift = ()
            offset = ", ".join(map(str, term.offset))
            stores.append(f"if (const int to = {reach}.template at<{self.dims}>({here}, {{{offset}}}); to != 0) {cell} = (to < 0 ? 0 : {cell}) + {name};")
        return points.of(places, "adjoint_points", (*places.body(self._only(params)), *stores))

    def _tile(self, params: list[int]) -> tuple[PointFunction, Tile | None]:
        """The whole body once per source point, every value into a buffer; values that are equal or opposite share one. No tile: it has no room."""
        places = self._places(self.layouts)
        type_ = self.layouts[params[0]].type
        base = places.parameter("buffers", "buffers", f"{type_}* {{}}", "buffers")
        values = {(s.param, s.offset, s.component): s.value for s in self.adjoint.body if isinstance(s, Contribute)}
        numbers: dict[Hashable, tuple[int, int]] = {}  # of buffers, and the signs of what they hold
        terms: list[TileTerm] = []
        for t, term in ((target, term) for p in params for target in self._of(p) for term in target.terms):
            key = (t.param, term.offset, t.component)
            sign, what = without_sign(values[key])
            places.contributions[key] = "" if what in numbers else f"{base}[{len(numbers)} * row_cells]"
            number, held = numbers.setdefault(what, (len(numbers), sign))
            terms.append(TileTerm(params.index(t.param), t.component, _padded(term.offset), number, sign * held))
        row = points.of(places, "adjoint_points", tuple(places.body(self._only(params))), {"buffers": f"{type_}* buffers"})
        least, most = (tuple(f(t.offset[axis] for t in terms) for axis in range(5)) for f in (min, max))
        components = tuple(self.layouts[p].components for p in params)
        across = extents(self.dims, least, most, len(numbers) * SIZE[type_])
        return row, Tile(type_, self.dims, across, components, len(numbers), least, most, tuple(terms)) if across else None

    def _sums(self) -> Part:
        """Only what goes to targets that are no datasets."""
        keep = self._only(p for p, layout in enumerate(self.layouts) if layout.kind != "dat")
        adjoint = replace(self.adjoint, body=keep)
        places = adjoint_places(adjoint, self.layouts, self.constants, self.dims).at_a_point(self.sizes)
        totals = totals_of(adjoint, places)
        if sum(t.components for t in totals) > points.MOST_TOTALS:
            raise NoRoom
        return Part(points.of(places, "sums_point", (*absent(adjoint, places, totals), *places.body(keep)), points.values_of(totals)), totals)


def extents(dims: int, least: Offset, most: Offset, size: int) -> Offset | None:
    """Of the tile that evaluates the fewest source points for each cell, among those that leave room for several blocks, or else among all that fit.
    `size`: what a block shares for each source point [bytes]. None: none fits."""
    def evaluated(tile: Offset) -> float:
        cells = prod(max(across - m + l, 0) for across, l, m in zip(tile, least, most))
        return prod(tile) / cells if cells else inf

    tiles = [_padded(tile, 1) for tile in TILES[min(dims, 3)]]
    fitting = [tile for tile in tiles if prod(tile) * size <= MOST_SHARED and evaluated(tile) < inf]
    small = [tile for tile in fitting if prod(tile) * size <= SHARED]
    return min(small or fitting[:1], key=lambda tile: (round(evaluated(tile), 1), prod(tile)), default=None)


def _padded(offset: Offset, fill: int = 0) -> Offset:
    return (*offset, *(fill,) * (5 - len(offset)))
