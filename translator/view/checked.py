"""View of one loop that is checked: the kernel as written, every access through a checking accessor."""

from __future__ import annotations

from dataclasses import dataclass

from translator.ir import Access, Constant, Contribute, Global, Load, Loop, Seed
from translator.passes import assigned_sums
from translator.passes.arguments import read_offsets
from translator.passes.walk import names_of
from translator.passes.written_before import runs_as_rw
from translator.view.arguments import Layout
from translator.view.cpp import Printer, wrapped
from translator.view.names import Names
from translator.view.primal import OPERATION, Total, neutral

_MODE = {Access.READ: "read", Access.WRITE: "write"}
_CELLS = "b::piece_cells"


@dataclass(frozen=True, slots=True)
class DatView:
    name: str
    param: int
    type: str
    dims: int
    components: int
    mode: str
    points: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class ValuesView:
    """gbl, scalar, index or reduction argument; `address`: what the accessor looks at."""

    name: str
    type: str
    const: str
    count: int
    address: str


@dataclass(frozen=True, slots=True)
class Checked:
    dims: int
    dats: tuple[DatView, ...]
    values: tuple[ValuesView, ...]
    totals: tuple[Total, ...]
    declarations: str
    arguments: str
    lines: tuple[str, ...]
    start: tuple[str, ...]
    finish: tuple[str, ...]


class _CheckedPlaces:
    """`Places` that ask accessors named after the kernel's parameters."""

    def __init__(self, taken: Names, layouts: tuple[Layout, ...], constants: tuple[str, ...]) -> None:
        self._taken, self._constants = taken, constants
        self.names = tuple(taken.fresh(layout.name) for layout in layouts)
        self._named: dict[str, str] = {}  # constants and structs
        self.used: dict[str, str] = {}
        self.printer = Printer(self)

    def _where(self, e: Load) -> str:
        return f"{{{', '.join(self.printer.expr(o) for o in e.offset)}}}, {self.printer.expr(e.component)}"

    def load(self, e: Load) -> str:
        return f"{self.names[e.param]}.read({self._where(e)})"

    def store(self, e: Load) -> str:
        return f"{self.names[e.param]}.write({self._where(e)})"

    def global_(self, e: Global) -> str:
        return f"{self.names[e.param]}[{self.printer.expr(e.index)}]"

    def constant(self, e: Constant) -> str:
        if e.name not in self._named:
            stem = f"constant_{self._constants.index(e.name)}" if e.param is None else f"{self.names[e.param]}_at"
            self._named[e.name] = self._taken.fresh(stem)
        name = self._named[e.name]
        self.used[name] = f"launch.constants[{self._constants.index(e.name)}]" if e.param is None else f"launch.args[{e.param}].in"
        byte = str(e.byte) if e.index is None else f"{e.byte} + {e.stride} * static_cast<std::ptrdiff_t>({self.printer.expr(e.index)})"
        return f"b::constant<{e.type}>({name}, {byte})"

    def seed(self, e: Seed) -> str:
        raise NotImplementedError(f"a primal kernel must not read the derivative of parameter {e.param}")

    def contribute(self, s: Contribute) -> list[str]:
        raise NotImplementedError(f"a primal kernel must not add to the derivative of parameter {s.param}")


def build(loop: Loop, layouts: tuple[Layout, ...], constants: tuple[str, ...], accessors: str) -> Checked:
    """@param accessors  the C++ namespace that has them"""
    taken = Names(names_of(loop.kernel.body))
    places = _CheckedPlaces(taken, layouts, constants)
    lines = tuple(places.printer.whole(loop.kernel.body))
    dats = tuple(_dat(loop, p, layout) for p, layout in enumerate(layouts) if layout.kind == "dat")
    running = assigned_sums.run(loop)
    values = tuple(_values(p, layout, loop.dims, p in running) for p, layout in enumerate(layouts) if layout.kind != "dat")
    totals = tuple(_total(loop, p, layout) for p, layout in enumerate(layouts) if layout.kind == "reduce" and p not in running)
    declarations = [_declaration(layout, name, loop.dims, accessors) for layout, name in zip(layouts, places.names, strict=True)]
    arguments = [f"{layout.name}_" for layout in layouts]
    for name, address in places.used.items():
        declarations.append(f"const void* {name}")
        arguments.append(address)
    return Checked(loop.dims, dats, values, totals, wrapped(declarations, 4), wrapped(arguments, 16), lines, _start(layouts, totals, loop.dims),
                   _finish(layouts, totals))


def _dat(loop: Loop, param: int, layout: Layout) -> DatView:
    arg = loop.args[param]
    offsets = arg.stencil.offsets if arg.stencil is not None and arg.stencil.offsets is not None else ()
    undeclared = tuple(o for o in read_offsets(loop, loop.kernel.body, param) if o not in offsets) if offsets else ()  # told by the translator
    points = tuple((*o, *(0,) * (5 - len(o))) for o in (*offsets, *undeclared))
    mode = "update" if runs_as_rw(loop, param) else _MODE.get(arg.access or Access.RW, "update")
    return DatView(layout.name, param, layout.type, loop.dims, layout.components, mode, points)


def _values(param: int, layout: Layout, dims: int, running: bool) -> ValuesView:
    if layout.kind == "idx":
        return ValuesView(layout.name, "int", "", dims, f"{layout.name}_point")
    if layout.kind == "reduce" and not running:
        return ValuesView(layout.name, layout.type, "", layout.components, f"{layout.name}_point")
    if layout.kind == "reduce":
        return ValuesView(layout.name, layout.type, "", layout.components, f"static_cast<{layout.type}*>(launch.args[{param}].out)")
    address = f"static_cast<const {layout.type}*>(launch.args[{param}].in)"
    return ValuesView(layout.name, layout.type, "const ", layout.components, address)


def _total(loop: Loop, param: int, layout: Layout) -> Total:
    access = loop.args[param].access
    operation = OPERATION[access.name if access else "INC"]
    return Total(f"{layout.name}_total", f"{layout.name}_values", f"{layout.name}_share", layout.type, operation, layout.components, param)


def _declaration(layout: Layout, name: str, dims: int, accessors: str) -> str:
    if layout.kind == "dat":
        return f"[[maybe_unused]] {accessors}::Dat<{layout.type}, {dims}>& {name}"
    const = "" if layout.kind in ("idx", "reduce") else "const "
    type_ = "int" if layout.kind == "idx" else layout.type
    return f"[[maybe_unused]] const {accessors}::Values<{const}{type_}>& {name}"


def _start(layouts: tuple[Layout, ...], totals: tuple[Total, ...], dims: int) -> tuple[str, ...]:
    lines = [f"{layout.name}_.start(at);" for layout in layouts]
    for layout in layouts:
        if layout.kind == "idx":
            lines.append(f"for (int axis = 0; axis < {dims}; ++axis) {layout.name}_point[axis] = at[static_cast<std::size_t>(axis)];")
    for t in totals:
        lines.append(f"for ({t.type}& value : {layouts[t.param].name}_point) value = {neutral(t.operation, t.type)};")
    return tuple(lines)


def _finish(layouts: tuple[Layout, ...], totals: tuple[Total, ...]) -> tuple[str, ...]:
    lines = [f"{layout.name}_.finish();" for layout in layouts if layout.kind == "dat"]
    for t in totals:
        lines.append(f"for (int c = 0; c < {t.components}; ++c) {t.values}[c * {_CELLS} + x] = {layouts[t.param].name}_point[c];")
    return tuple(lines)

