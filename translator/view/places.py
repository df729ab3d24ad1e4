"""Addresses: how generated row functions reach datasets, arguments, constants and derivatives.

A row function works on points x = 0 .. n-1 of one or more rows of a piece. It takes everything that it needs from the launch and the piece
before it begins, but for what only the driver has, which comes as a parameter. A `RowPlaces` collects both while the body is printed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Self

from translator.ir import Const, Constant, Contribute, Expr, Global, Load, Seed, Stmt
from translator.passes import tiling
from translator.passes.tiling import Shape
from translator.view.arguments import Layout
from translator.view.cpp import INDENT, Printer, wrapped
from translator.view.early import conditional_reads
from translator.view.names import Names

AXIS = "xyzvw"
BUFFER_CELLS = "b::piece_cells"


@dataclass(frozen=True, slots=True)
class Address:
    """What a pointer that moves with the points follows from: `side` of the ArgView `view`, of `type` elements. `coarse`: axis 0 adds nothing,
    as it needs a division per point."""

    view: str
    side: str
    type: str
    dims: int
    coarse: bool


@dataclass(frozen=True, slots=True)
class Parameter:
    """What a row function needs, and its expression by the launch and the piece `s`, or by what the driver has, if it is `passed`."""

    declaration: str
    argument: str
    address: Address | None = None
    count: int = 0  # of elements behind a pointer that does not move; 0: not known
    passed: bool = False

    @property
    def local(self) -> str:
        """As a local of a row function."""
        const = "" if self.declaration.startswith(("auto ", "const ", "[[")) or "*" in self.declaration else "const "
        return f"{const}{self.declaration} = {self.argument};"


@dataclass(frozen=True, slots=True)
class Row:
    """A function over the points x = 0 .. n-1 of one row, or of `rows` rows y if `several`. `prologue` comes before all points, `lines` are
    the body at a point, `advance` goes to the next row. `launch`: its type. `shape`: of the pieces that it is best called for. `reads`: an element of every row of
    an array that is read, neighbours at neighbouring points. `ahead`: how memory is asked for them."""

    name: str
    x: str
    y: str
    several: bool
    shape: Shape
    launch: str
    parameters: tuple[Parameter, ...]
    prologue: tuple[str, ...]
    lines: tuple[str, ...]
    advance: tuple[str, ...]
    reads: tuple[str, ...]
    ahead: tiling.Ahead | None = None

    @property
    def most_rows(self) -> str:
        return "b::piece_cells" if self.several else "1"

    @property
    def declarations(self) -> str:
        unused = "" if any("launch." in line for line in self.prologue) else "[[maybe_unused]] "
        return wrapped([f"{unused}const ops::{self.launch}& launch", "const b::Piece& s", *(p.declaration for p in self.parameters)], 4)

    @property
    def arguments(self) -> str:
        return wrapped(["launch", "s", *(p.argument for p in self.parameters)], 12)


@dataclass(frozen=True, slots=True)
class Pointer:
    """One way of looking at an argument: its name in the function and where the driver finds the ArgView. `given`: the condition that it is
    given; if it is `optional` and is not, `name` stands for memory in its place."""

    name: str
    given: str
    optional: bool
    layout: Layout
    view: str  # C++ expression of an ops::ArgView
    side: str  # "in" or "out"
    element: str  # C++ type of one component

    def stride(self, member: str) -> str:
        """A stride of the view. Where the pointer is null it is 0, so that addresses stay in the memory that stands for it."""
        text = f"{self.view}.{member}"
        return f"{self.view}.{self.side} == nullptr ? 0 : {text}" if self.optional else text


class RowPlaces:
    """`Places` of one row function. `shift`: the row's cells are read by points shifted by minus this (owner forms)."""

    def __init__(self, names: Names, layouts: tuple[Layout, ...], constants: tuple[str, ...], dims: int,
                 views: str = "launch.args[{}]", single: bool = False, written: Collection[int] = (), streaming: str = "") -> None:
        """`written`: datasets that are read where they are written, as an earlier point may have written the same cell. `streaming`: as of Target."""
        self.names = names
        self.layouts = layouts
        self.constants = constants
        self.views = views
        self.launch = "AdjointLaunch" if views != "launch.args[{}]" else "Launch"
        self.written, self.streaming = written, streaming
        self.x = names.fresh("x")
        self.dims = dims
        # Pointers that need a division per row are not moved from row to row.
        self.rows = dims > 1 and not single and not any("p" in layout.axes for layout in layouts)
        self.y = names.fresh("y") if self.rows else "0"
        self._pointers: dict[str, Pointer] = {}  # by parameter
        self.prologue: list[str] = []
        self._reads: dict[tuple[str, ...], str] = {}  # by what neighbours in a row share
        self._width = ""
        self.parameters: dict[str, Parameter] = {}
        self._named: dict[object, str] = {}
        self.shift: tuple[int, ...] = ()
        self.early: dict[Load | Seed, str] = {}
        self.one_point = False
        self.namespace = "backend"  # of what stands for arguments that are switched off
        self.sizes: Mapping[str, int] = {}
        self.printer = Printer(self)

    def at_a_point(self, sizes: Mapping[str, int]) -> Self:
        """The function is called for one point at a time: it has one row of one point, and buffers have room for one.
        `sizes`: of declared constants, in bytes, where they are known."""
        self.rows, self.y, self.one_point, self.namespace, self.sizes = False, "0", True, "points", sizes
        return self

    # --- parameters -------------------------------------------------------------------------------
    def parameter(self, key: object, stem: str, declaration: str, argument: str, address: Address | None = None,
                  count: int = 0, passed: bool = False) -> str:
        """The name of the parameter known by `key`; added on first use. `declaration` holds {} for the name."""
        if key not in self._named:
            name = self.names.fresh(stem)
            self._named[key] = name
            self.parameters[name] = Parameter(declaration.format(name), argument, address, count, passed)
        return self._named[key]

    def view(self, param: int) -> str:
        return self.views.format(param)

    def pointer(self, param: int, role: str, view: str, side: str, wanted: bool = True) -> Pointer:
        """`role`: "" for values, else a suffix of the name ("seed", "bar", ..). If not `wanted` it may be null although the argument is given,
        and is asked before every use."""
        layout = self.layouts[param]
        optional = layout.optional or not wanted and self._moves(layout)
        stem = layout.name + (f"_{role}" if role else "")
        const = "const " if side == "in" else ""
        coarse = layout.axes[:1] == "p"
        if not self.one_point:
            return self._rows((param, role, side), stem, view, side, layout, optional)
        function = ("write" if side == "out" else "read") + ("_coarse_row" if coarse else "_at")
        given = self.parameter((param, role, side), f"{stem}_given" if optional else stem, f"{const}{layout.type}* {{}}",
                               f"b::{function}<{layout.type}, {len(layout.axes)}>({view}, s)",
                               Address(view, side, f"{const}{layout.type}", len(layout.axes), coarse))
        if given not in self._pointers:
            name = self.names.fresh(stem) if optional else given
            self._pointers[given] = Pointer(name, f"{given} != nullptr", optional, layout, view, side, layout.type)
            if optional:
                self.prologue.append(f"auto* const {name} = ops::{self.namespace}::given_or_nothing<{layout.cell}>({given});")
        return self._pointers[given]

    def _rows(self, key: object, stem: str, view: str, side: str, layout: Layout, optional: bool) -> Pointer:
        """In a row function it is a value with all of its distances."""
        function = ("write" if side == "out" else "read") + ("_coarse" if layout.axes[:1] == "p" else "")
        name = self.parameter(key, stem, "auto {}", f"b::{function}<{layout.type}, {_form(layout, optional)}>({view}, s)")
        if name not in self._pointers:
            self._pointers[name] = Pointer(name, f"{name}.given", optional, layout, view, side, layout.type)
        return self._pointers[name]

    def read_types(self) -> set[str]:
        """Of what the row function reads so far, where cells of a row are neighbours."""
        return {p.element for p in self._pointers.values() if p.side == "in" and p.layout.unit}

    def buffered(self, param: int, role: str, view: str, const: str = "") -> Pointer:
        """As an "out" pointer of a row function, but the driver may pass a buffer of one piece in its place. `const`: "const " if it is only read."""
        p = self.pointer(param, role, view, "out")
        if self.parameters[p.name].argument.startswith("b::aside"):
            return p
        passed = self.names.fresh(f"{p.name}_aside")
        self.parameters[passed] = Parameter(f"{const}{p.element}* {passed}", passed, passed=True)
        row = "s.n" if p.layout.cell == 1 else f"s.n * {p.layout.cell}"
        types, cells = f"{const}{p.element}, {_form(p.layout, p.optional)}", f"{self.streaming}::streamed_cells"
        self.parameters[p.name] = Parameter(f"auto {p.name}", f"b::aside<{types}>({view}, s, {passed}, {row}, {cells})")
        return p

    def cell(self, p: Pointer, component: int, offset: tuple[int, ...] = ()) -> str:
        """`component` at the row's point x itself, or at an offset from it."""
        return self.element(p, tuple(Const(o, "int") for o in offset or (0,) * len(p.layout.axes)), Const(component, "int"))

    def in_buffer(self, component: int) -> str:
        """Index of the present point in a buffer of one piece."""
        if self.one_point:
            return str(component)
        if self.rows and not self._width:  # a kernel may have an `n` of its own
            self._width = self.names.fresh("width")
            self.prologue.append(f"const int {self._width} = s.n;")
        row = f" + {self.y} * {self._width}" if self.rows else ""
        return f"{component} * {BUFFER_CELLS}{row} + {self.x}"

    def row(self, name: str, lines: Iterable[str], shape: Shape = Shape.TILE, summed: bool = False, streams: bool = False) -> Row:
        """The row function whose body has been printed with this object. `summed`, `streams`: as of tiling.ahead."""
        lines = tuple(lines)
        reads = tuple(self._reads.values())
        ahead = tiling.ahead(len(reads), summed, streams)
        shape = Shape.LONG_ROWS if shape is Shape.SUMMED_ROWS and not ahead else shape if self.rows else Shape.SINGLE_ROWS
        all_ = tuple(self.parameters.values())
        passed = all_ if self.one_point else tuple(p for p in all_ if p.passed)
        local = () if self.one_point else tuple(p.local for p in all_ if not p.passed)
        return Row(name, self.x, self.y, self.rows, shape, self.launch, passed, (*local, *self.prologue), lines, self._advance(), reads, ahead)

    def _advance(self) -> tuple[str, ...]:
        moving = [p for p in self._pointers.values() if self._moves(p.layout)]
        dense = ", ".join(p.name for p in moving if p.layout.axes[1] == "u")
        return (*([f"b::next({dense});"] if dense else []), *(f"{p.name}.at += {self._step(p, 1)};" for p in moving if p.layout.axes[1] != "u"))

    def _moves(self, layout: Layout) -> bool:
        """Whether a pointer goes from row to row."""
        return self.rows and layout.axes[1] != "0"

    # --- addresses --------------------------------------------------------------------------------
    def _pitch(self, p: Pointer, axis: int) -> str:
        if not self.one_point:
            return f"{p.name}.{AXIS[axis]}"
        return self.parameter((p.name, "pitch", axis), f"{p.name}_{AXIS[axis]}", "std::ptrdiff_t {}", p.stride(f"pitch[{axis}]"))

    def _step(self, p: Pointer, axis: int) -> str:
        if not self.one_point:
            return f"{p.name}.step_{AXIS[axis]}"
        return self.parameter((p.name, "step", axis), f"{p.name}_step_{AXIS[axis]}", "std::ptrdiff_t {}", p.stride(f"step[{axis}]"))

    def _row_term(self, p: Pointer, shift: int) -> str:
        """The part of the address that follows x on axis 0, without what `_offset_terms` adds."""
        letter = p.layout.axes[0]
        if letter == "0":
            return ""
        if letter == "u":
            return self.x if p.layout.cell == 1 else f"{p.layout.cell} * {self.x}"
        point = f"({self.x} - {shift})" if shift > 0 else f"({self.x} + {-shift})" if shift < 0 else self.x
        if letter == "p":
            divisor = self.parameter((p.name, "divisor"), f"{p.name}_divisor", "int {}", f"{p.view}.divisor[0]")
            point = f"b::floor_div({self.first(0)} + {point}, {divisor})"
        return f"{point} * {self._step(p, 0)}"

    def _offset_terms(self, p: Pointer, offset: tuple[Expr, ...]) -> tuple[list[str], int]:
        """Signed terms in elements, and their constant part."""
        terms: list[str] = []
        constant = 0
        for axis, o in enumerate(offset):
            shift = self.shift[axis] if self.shift else 0
            letter = p.layout.axes[axis]
            folded = shift if letter == "u" else 0
            unit = axis == 0 and letter == "u"
            if isinstance(o, Const):
                count = int(o.value) - folded
                if unit:
                    constant += count * p.layout.cell
                elif count:
                    terms.append(_times(count, self._pitch(p, axis)))
            else:
                text = self.printer.expr(o, 11) + (f" - {folded}" if folded > 0 else f" + {-folded}" if folded < 0 else "")
                terms.append(f"+ ({text})" + (f" * {p.layout.cell}" if unit and p.layout.cell > 1 else "" if unit else f" * {self._pitch(p, axis)}"))
            if shift and letter in "sr" and axis > 0:
                terms.append(_times(-shift, self._step(p, axis)))
        return terms, constant

    def element(self, p: Pointer, offset: tuple[Expr, ...], component: Expr) -> str:
        """`pointer[..]` at the row's point x."""
        shift = self.shift[0] if self.shift else 0
        row = self._row_term(p, shift)
        terms, constant = self._offset_terms(p, offset)
        if p.layout.components > 1:
            if p.layout.aos and isinstance(component, Const):
                constant += int(component.value)
            elif p.layout.aos:
                terms.append(f"+ {self.printer.expr(component, 12)}")
            elif not isinstance(component, Const) or int(component.value):
                terms.append(_component(self.printer.expr(component, 12), self.component(p)))
        line = (p.name, *terms)
        if constant:
            terms.append(f"+ {constant}" if constant > 0 else f"- {-constant}")
        text = " ".join([row, *terms] if row else terms).removeprefix("+ ") or "0"
        if p.side == "in" and p.layout.unit and p.layout.cell == 1 and all(isinstance(e, Const) for e in (*offset, component)):
            self._reads.setdefault(line, f"{p.name}[{text}]")
        return f"{p.name}[{text}]" if self.one_point else f"{p.name}.at[{text}]"  # compilers then speak of this line

    def component(self, p: Pointer) -> str:
        """From one component to the next, where they are arrays of their own."""
        if not self.one_point:
            return f"{p.name}.c"
        return self.parameter((p.name, "component"), f"{p.name}_c", "std::ptrdiff_t {}", p.stride("component"))

    def first(self, axis: int) -> str:
        """Global index of the row's first point."""
        return self.parameter(("first", axis), f"{AXIS[axis]}_first", "int {}", ("s.x", "s.y")[axis] if axis < 2 else f"s.row[{axis}]")

    # --- loads that vectorise -----------------------------------------------------------------------
    def body(self, body: tuple[Stmt, ...], depth: int = 0, values: tuple[Expr, ...] = ()) -> list[str]:
        """Lines of `body`, to be followed by expressions `values`. Reads of datasets that only some paths make come first, unconditionally:
        every declared point of the stencil exists, and a masked load costs more than an idle one. It must be so, too: GCC 12 with vectors
        of 256 bits and more gets interleaved components wrong that are read under conditions (tests/translator/masked_reads_test.py)."""
        self.early = {}
        declarations = []
        for e in conditional_reads(body, values):
            layout = self.layouts[e.param]
            if layout.kind == "dat" and not self.is_local(e):
                element = self.load(e) if isinstance(e, Load) else self.seed(e)
                self.early[e] = self.names.fresh(f"{layout.name}_{len(self.early)}")
                declarations.append(f"{INDENT * depth}const {layout.type} {self.early[e]} = {element};")
        return [*declarations, *self.printer.whole(body, depth, values)]

    def is_local(self, e: Load | Seed) -> bool:
        """Whether the value has been read into a local already."""
        return e in self.early

    # --- Places -----------------------------------------------------------------------------------
    def load(self, e: Load) -> str:
        if e in self.early:
            return self.early[e]
        return self.element(self.present(e.param), e.offset, e.component)

    def present(self, param: int) -> Pointer:
        """Where the values of a dataset are read."""
        if param in self.written:
            return self.pointer(param, "out", self.view(param), "out")
        return self.pointer(param, "", self.view(param), "in")

    def store(self, e: Load) -> str:
        raise NotImplementedError(f"the body of a row function must not write directly to parameter {e.param}: row functions first collect their outputs in local variables")

    def global_(self, e: Global) -> str:
        layout = self.layouts[e.param]
        if layout.kind == "idx":
            return self._index(e.index)
        values = f"static_cast<const {e.type}*>({self.view(e.param)}.in)"
        if isinstance(e.index, Const):
            k = int(e.index.value)
            stem = layout.name if layout.components == 1 else f"{layout.name}_{k}"
            return self.parameter((e.param, "value", k), stem, f"{e.type} {{}}", f"b::value<{e.type}>({self.view(e.param)}.in, {k})")
        name = self.parameter((e.param, "values"), layout.name, f"const {e.type}* {{}}", values, count=layout.components)
        return f"{name}[{self.printer.expr(e.index)}]"

    def _index(self, index: Expr) -> str:
        """A component of the iteration point's global index."""
        def along(axis: int) -> str:
            shift = self.shift[axis] if self.shift else 0
            moved = f" - {shift}" if shift > 0 else f" + {-shift}" if shift < 0 else ""
            return f"({self.first(axis)}{f' + {self.x}' if axis == 0 else f' + {self.y}' if axis == 1 and self.rows else ''}{moved})"

        if isinstance(index, Const):
            return along(int(index.value))
        choice = along(self.dims - 1)
        for axis in reversed(range(self.dims - 1)):
            choice = f"({self.printer.expr(index, 11)} == {axis} ? {along(axis)} : {choice})"
        return choice

    def constant(self, e: Constant) -> str:
        where = f"launch.constants[{self.constants.index(e.name)}]" if e.param is None else f"{self.view(e.param)}.in"
        stem = e.name.rsplit(":", 1)[-1].replace(".", "_")
        if e.index is None or isinstance(e.index, Const):
            byte = e.byte + (e.stride * int(e.index.value) if isinstance(e.index, Const) else 0)
            return self.parameter((e.name, byte, e.type), stem if byte == 0 else f"{stem}_{byte}", f"{e.type} {{}}",
                                  f"b::constant<{e.type}>({where}, {byte})")
        base = self.parameter((e.name,), f"{stem}_at", "const void* {}", where, count=self.sizes.get(e.name, 0) if e.param is None else self.layouts[e.param].components)
        return f"b::constant<{e.type}>({base}, {e.byte} + {e.stride} * static_cast<std::ptrdiff_t>({self.printer.expr(e.index)}))"

    def seed(self, e: Seed) -> str:
        raise NotImplementedError(f"a primal kernel must not read the derivative of parameter {e.param}")

    def contribute(self, s: Contribute) -> list[str]:
        raise NotImplementedError(f"a primal kernel must not add to the derivative of parameter {s.param}")


def _form(layout: Layout, optional: bool) -> str:
    """Template arguments of b::Rows."""
    return f"{len(layout.axes)}, {layout.cell}" if optional else f"{len(layout.axes)}"


def _times(count: int, what: str) -> str:
    sign = "+" if count > 0 else "-"
    return f"{sign} {what}" if abs(count) == 1 else f"{sign} {abs(count)} * {what}"


def _component(index: str, pitch: str) -> str:
    return f"+ {pitch}" if index == "1" else f"+ {index} * {pitch}"
