"""Lowering of one kernel, the part everything else builds on: frames, names, emitted statements, assignment.

The layers above (expressions, calls, statements) each add one kind of construct; `KernelLowering` (in `kernels`) is their sum.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Optional, TypeVar, Union

from translator.ir import Assign, Const, Declare, Element, Expr, Load, Span, Stmt, Unsupported, Var
from translator.parse.conversions import convert
from translator.parse.libclang import Cursor, CursorKind, Type, TypeKind, key, pointee, scalar_type
from translator.parse.places import Array, Cells, Place, Region, Scalar, Struct, Unhandled, is_lvalue, read
from translator.parse.world import World

Result = TypeVar("Result")
ZERO, ONE, TRUE = Const(0, "int"), Const(1, "int"), Const(True, "bool")


@dataclass(slots=True)
class Frame:
    """One function being lowered: the kernel, or a helper inlined into it."""

    function: Cursor
    bindings: dict[str, Place] = field(default_factory=dict)
    outer: Optional["Frame"] = None  # of a lambda
    this: Union[Place, None] = None
    result: Union[Place, None] = None
    flag: Union[Var, None] = None  # set once the function has returned from inside a loop
    loops: int = 0  # loops open in this frame


class Lowering:
    """State shared by all layers."""

    def __init__(self, world: World, rank: int, dims: int = 0) -> None:
        """`rank`: offsets of an access; `dims`: axes of the loop, if they are more."""
        self.world, self.rank, self.dims = world, rank, max(rank, dims)
        self.names: set[str] = set()
        self.unsupported: list[Unsupported] = []
        self.out: list[Stmt] = []
        self.prologue: list[Stmt] = []
        self.tables: dict[str, dict[tuple[int, ...], Const]] = {}  # constant arrays by local name
        self.shared: dict[str, Place] = {}  # globals that became locals of the whole kernel
        self.frame: Frame = Frame(None)  # replaced before any use
        self.active: list[str] = []  # functions being inlined
        self.counters: set[str] = set()  # loop variables, which nothing assigns

    # What the layers above provide.
    def value(self, cursor: Cursor) -> Expr:
        """The scalar value of an expression; what it does first is emitted."""
        raise NotImplementedError

    def place(self, cursor: Cursor) -> Place:
        """What an expression designates."""
        raise NotImplementedError

    def effect(self, cursor: Cursor) -> None:
        """An expression for what it does."""
        raise NotImplementedError

    def call(self, cursor: Cursor) -> Union[Place, None]:
        """A call: what it returns, if anything."""
        raise NotImplementedError

    def cell(self, target: Cells, index: Cursor, cursor: Cursor) -> Place:
        """pointer[OPS_ACCn(..)], an access of the first API."""
        raise NotImplementedError

    def block(self, cursors: list[Cursor]) -> None:
        """Statements in sequence."""
        raise NotImplementedError

    # Names and statements.
    def fresh(self, wish: str) -> str:
        """A name not yet used in this kernel."""
        name, number = wish, 1
        while name in self.names:
            number += 1
            name = f"{wish}_{number}"
        self.names.add(name)
        return name

    def emit(self, statement: Stmt) -> None:
        """Appends to the current statement list."""
        self.out.append(statement)

    def captured(self, action: Callable[[], Result]) -> tuple[Result, tuple[Stmt, ...]]:
        """Runs `action` and keeps what it emits apart."""
        outer, self.out = self.out, []
        try:
            result = action()
            return result, tuple(self.out)
        finally:
            self.out = outer

    def temporary(self, value: Expr, wish: str, where: Span) -> Var:
        """A new local that holds `value` from here on."""
        variable = Var(self.fresh(wish), value.type)
        self.emit(Declare(variable.name, variable.type, (), value, where))
        return variable

    def frozen(self, place: Place, where: Span) -> Place:
        """The same place, whatever happens to the variables in its indices."""
        if isinstance(place, Scalar):
            target = place.target
            if isinstance(target, Element):
                return Scalar(Element(target.name, self._frozen(target.index, where), target.type))
            if isinstance(target, Load):
                component = self._frozen((target.component,), where)[0]
                return Scalar(Load(target.param, self._frozen(target.offset, where), component, target.type, target.span))
            return place if is_lvalue(target) or isinstance(target, Const) else Scalar(self.temporary(target, "value", where))
        if isinstance(place, Array):
            base, *lead = self._frozen((place.base, *place.lead), where)
            return Array(place.name, place.type, place.extents, tuple(lead), base)
        return place

    def _frozen(self, indices: tuple[Expr, ...], where: Span) -> tuple[Expr, ...]:
        def fixed(index: Expr) -> bool:
            return isinstance(index, Const) or (isinstance(index, Var) and index.name in self.counters)

        return tuple(i if fixed(i) else self.temporary(i, "at", where) for i in indices)

    # Bindings.
    def bound(self, declaration: Cursor) -> Union[Place, None]:
        """What a declaration stands for in the present frame."""
        frame: Optional[Frame] = self.frame
        name = key(declaration)
        while frame is not None:
            if name in frame.bindings:
                return frame.bindings[name]
            frame = frame.outer
        return self.shared.get(name)

    def bind(self, declaration: Cursor, place: Place) -> None:
        """Makes a declaration stand for a place."""
        self.frame.bindings[key(declaration)] = place

    # Assignment.
    def assign(self, target: Place, value: Expr, where: Span) -> None:
        """target = value, for scalars."""
        if isinstance(target, Region):
            raise Unhandled(f"assignment to the global '{target.name}'", where,
                            "kernels may run in any order: return values through arguments", "global-write")
        if not isinstance(target, Scalar) or not is_lvalue(target.target):
            raise Unhandled("assignment to something that is not a scalar variable, element or access", where)
        self.emit(Assign(target.target, convert(value, target.target.type), where))  # type: ignore[arg-type]

    def copy(self, target: Place, source: Place, where: Span) -> None:
        """target = source, for scalars and structs."""
        if isinstance(target, Struct):
            from_members = dict(source.members) if isinstance(source, Struct) else {}
            for name, inner in target.members:
                if name not in from_members:
                    raise Unhandled("copy of a struct from something the translator does not follow", where)
                self.copy(inner, from_members[name], where)
        elif isinstance(target, Array) and isinstance(source, Array) and target.extents == source.extents:
            for index in indices(target.extents):
                at = tuple(Const(i, "int") for i in index)
                value = Element(source.name, (*source.lead, *at), source.type)
                self.emit(Assign(Element(target.name, (*target.lead, *at), target.type), value, where))
        else:
            self.assign(target, read(source, where), where)

    def local(self, type_: Type, wish: str, where: Span) -> Place:
        """Declares a local of any supported type, without a value."""
        scalar = scalar_type(type_)
        if scalar:
            name = self.fresh(wish)
            self.emit(Declare(name, scalar, (), None, where))
            return Scalar(Var(name, scalar))
        shape = array_shape(type_)
        if shape is not None:
            name = self.fresh(wish)
            self.emit(Declare(name, shape[1], shape[0], None, where))
            return Array(name, shape[1], shape[0])
        fields = struct_fields(type_)
        if fields is None:
            raise Unhandled(f"a local variable of type '{type_.spelling}'", where, "use scalars, arrays and plain structs")
        return Struct(tuple((f.spelling, self.local(f.type, f"{wish}_{f.spelling}", where)) for f in fields))


def indices(extents: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Every index of an array, last one fastest."""
    found: list[tuple[int, ...]] = [()]
    for extent in extents:
        found = [(*index, i) for index in found for i in range(extent)]
    return found


def array_shape(type_: Type) -> Union[tuple[tuple[int, ...], str], None]:
    """Extents and scalar type of an array type (std::array included); None for other types."""
    canonical = pointee(type_)
    extents: list[int] = []
    while True:
        if canonical.kind == TypeKind.CONSTANTARRAY:
            extents.append(int(canonical.element_count))
            canonical = canonical.element_type.get_canonical()
        elif is_std_array(canonical):
            inner = struct_fields(canonical)
            if not inner:
                return None
            canonical = inner[0].type.get_canonical()
        else:
            break
    scalar = scalar_type(canonical)
    return (tuple(extents), scalar) if extents and scalar else None


def is_std_array(type_: Type) -> bool:
    """Whether a canonical type is an instance of std::array."""
    declaration = type_.get_declaration()
    return bool(declaration.spelling == "array" and declaration.semantic_parent.spelling == "std")


def struct_fields(type_: Type) -> Union[list[Cursor], None]:
    """The data members of a struct without bases or virtual functions; None for other types."""
    canonical = pointee(type_)
    declaration = canonical.get_declaration()
    if canonical.kind != TypeKind.RECORD or declaration.kind == CursorKind.UNION_DECL:
        return None
    if any(c.kind == CursorKind.CXX_BASE_SPECIFIER for c in declaration.get_children()):
        return None
    return list(canonical.get_fields())
