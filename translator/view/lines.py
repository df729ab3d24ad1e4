"""View of a row function that can also take whole lines, which go past the caches.

It computes the points of a line, or of a line of each dataset, into small buffers and stores these before it goes on: loads of the next
points are then on their way while lines leave. With buffers of whole pieces loads and stores take turns.

GCC vectorises a loop with vectors of one size for all types: if there are too few points to fill one with the smallest type, all get
shorter. So there are as many points as that takes, unless so much is written that registers would not hold it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from translator.passes.outputs_as_locals import Output
from translator.view.arguments import Layout
from translator.view.places import RowPlaces

_SMALL = {"int", "unsigned int", "float"}  # of shorter types a vector has so many elements that doubles of as many points fill the registers
_FEW = 4  # components written, for the same reason


@dataclass(frozen=True, slots=True)
class Streamed:
    """A dataset that is written so. `start`, `stride`: the address of the first of the points, and from one component to the next."""

    buffer: str
    type: str
    components: int
    dims: int
    aos: bool
    view: str  # C++ expression of its ArgView
    start: str
    stride: str


@dataclass(frozen=True, slots=True)
class Lines:
    """The points are `first` .. `end` - 1, of a line `cells` of them. `body` at one is followed by `stores`, each to a line and to memory."""

    cells: str
    first: str
    end: str
    body: tuple[str, ...]
    stores: tuple[tuple[str, str], ...]
    streamed: tuple[Streamed, ...]


def build(places: RowPlaces, body: Iterable[str], outputs: Iterable[tuple[Output, str]], params: Collection[int]) -> Lines:
    """@param outputs  with the line that stores each to memory
    @param params  what is streamed"""
    first, end = places.names.fresh("first"), places.names.fresh("last")
    types = {places.layouts[p].type for p in params}
    if sum(places.layouts[p].components for p in params) <= _FEW:
        types |= places.read_types() & _SMALL
    cells = f"{places.streaming}::cells_at_once<{', '.join(sorted(types))}>"
    streamed = {p: _streamed(places, p, first) for p in sorted(params)}
    point = f"{places.x} - {first}"
    stores = [(f"{_cell(streamed[o.param], o.component, cells, point)} = {places.printer.expr(o.local)};" if o.param in params else line, line)
              for o, line in outputs]
    return Lines(cells, first, end, tuple(body), tuple(stores), tuple(streamed.values()))


def _streamed(places: RowPlaces, param: int, first: str) -> Streamed:
    layout = places.layouts[param]
    pointer = places.pointer(param, "out", places.view(param), "out")
    return Streamed(places.names.fresh(f"{layout.name}_line"), layout.type, layout.components, len(layout.axes), layout.aos, places.view(param),
                    f"{pointer.name}.at + {_times(layout, first)}", "0" if layout.aos else places.component(pointer))


def _times(layout: Layout, cells: str) -> str:
    return cells if layout.cell == 1 else f"{layout.cell} * {cells}"


def _cell(s: Streamed, component: int, cells: str, point: str) -> str:
    """A component at a point, in the buffer."""
    if s.components == 1:
        return f"{s.buffer}[{point}]"
    return f"{s.buffer}[{s.components} * ({point}) + {component}]" if s.aos else f"{s.buffer}[{component} * {cells} + {point}]"
