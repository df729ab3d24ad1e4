"""Lowering of one kernel, the part everything else builds on: frames, names, emitted statements, assignment.

The layers above (expressions, calls, statements) each add one kind of construct; `KernelLowering` (in `kernels`) is their sum.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import prod
from typing import TypeVar, Union

from translator.ir import Assign, Const, Declare, Element, Expr, Global, If, Load, Select, Span, Stmt, Unsupported, Var
from translator.parse.consumed import Ledger
from translator.parse.conversions import convert
from translator.parse.copies import pointers_of, reaches, variables_of
from translator.parse.flags import tested, without
from translator.parse.instead import of_library_class
from translator.parse.libclang import Cursor, CursorKind, Type, TypeKind, array_parts, has_bases, key, pointee, scalar_type, span, struct_fields
from translator.parse.places import (AddressOf, Array, Cells, Closure, Consequence, Place, Pointer, Region, Scalar, Struct, Structs, Unhandled,
                                     Either, Slot, Slots, either, element, is_lvalue, member, read)
from translator.parse.start_values import depends
from translator.parse.world import World

Result = TypeVar("Result")
ZERO, ONE, TRUE, FALSE = Const(0, "int"), Const(1, "int"), Const(True, "bool"), Const(False, "bool")


@dataclass(slots=True)
class Frame:
    """One function being lowered: the kernel, or a helper inlined into it."""

    function: Cursor
    bindings: dict[str, Place] = field(default_factory=dict)
    outer: Frame | None = None  # of a lambda
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
        self.lost: set[str] = set()  # declarations that cannot be lowered
        self.out: list[Stmt] = []
        self.prologue: list[Stmt] = []
        self.known: dict[Expr, Const] = {}  # elements and members of constant tables
        self.shared: dict[str, Place] = {}  # globals that became locals of the whole kernel
        self.walkers: set[str] = set()  # positions of pointers that change
        self.frame: Frame = Frame(None)  # replaced before any use
        self.targets: dict[str, tuple[Union[Place, None], list[Stmt]]] = {}  # of slots: where they point to, and the statements among which they were made
        self.plain: set[str] = set()  # classes whose objects may be copied member by member
        self.assigned_plainly: set[str] = set()  # and assigned
        self.active: list[str] = []  # functions being inlined
        self.counters: set[str] = set()  # loop variables, which nothing assigns
        self.left: Union[Var, None] = None  # set once the switch around has been left
        self.ledger = Ledger(self.is_macro)  # of the function being lowered
        self.starting: Union[Cursor, None] = None  # the constant whose start value is being computed

    # What the layers above provide.
    def value(self, cursor: Cursor) -> Expr:
        """The scalar value of an expression; what it does first is emitted."""
        raise NotImplementedError

    def place(self, cursor: Cursor) -> Place:
        """What an expression designates."""
        raise NotImplementedError

    def referred(self, cursor: Cursor) -> Place:
        """What a reference to an expression refers to."""
        raise NotImplementedError

    def changed(self, cursor: Cursor) -> Place:
        """An assignment, ++x or --x: what it has changed."""
        raise NotImplementedError

    def effect(self, cursor: Cursor) -> None:
        """An expression for what it does."""
        raise NotImplementedError

    def call(self, cursor: Cursor) -> Union[Place, None]:
        """A call: what it returns, if anything."""
        raise NotImplementedError

    def condition(self, cursor: Cursor) -> Expr:
        """The value of an expression as a bool."""
        raise NotImplementedError

    def closure(self, cursor: Cursor) -> Place:
        """A lambda expression."""
        raise NotImplementedError

    def by_default(self, type_: Type, place: Place, made: Union[Cursor, None]) -> None:
        """What a local without a value starts with, made by a constructor (None: that of its class) or by the values written in the class."""
        raise NotImplementedError

    def own_default(self, type_: Type) -> Union[Cursor, None]:
        """The constructor without arguments that the program has written for a class."""
        raise NotImplementedError

    def walk(self, pointer: Cursor, there: Place, where: Span) -> None:
        """Makes a pointer variable point to `there`."""
        raise NotImplementedError

    def cell(self, target: Cells, index: Cursor, cursor: Cursor) -> Place:
        """pointer[OPS_ACCn(..)], an access of the first API."""
        raise NotImplementedError

    def block(self, cursors: list[Cursor]) -> None:
        """Statements in sequence."""
        raise NotImplementedError

    def note(self, failure: Unhandled) -> None:
        """Something cannot be lowered: said, unless it only follows from what has been said."""
        if not (isinstance(failure, Consequence) and self.unsupported):
            self.unsupported.append(failure.entry)

    def is_macro(self, name: bytes) -> bool:
        """Whether a file or the flags of the application define a macro of that name."""
        if self.world.macros is None:
            self.world.macros = frozenset(defined for unit in self.world.units for defined in unit.macros())
        return name in self.world.macros

    def accounted(self, function: Cursor, action: Callable[[], Result]) -> Result:
        """Runs `action`, which lowers a function, and refuses what it has not handled of it."""
        before, noted, self.ledger = self.ledger, len(self.unsupported), Ledger(self.is_macro)
        try:
            result = action()
            if len(self.unsupported) == noted:
                self.unsupported += [failure.entry for failure in self.ledger.left(function)]
            return result
        finally:
            self.ledger = before

    def chosen(self, condition: Const, then: list[Cursor], other: list[Cursor]) -> list[Cursor]:
        """What a constant condition chooses; the other part never runs."""
        self.ledger.dead(*(other if condition.value else then))
        return then if condition.value else other

    def with_flag(self, flag: Var, statements: tuple[Stmt, ...], where: Span) -> tuple[Stmt, ...]:
        """Statements that set a flag where they leave early, with its declaration; without either if nothing tests it."""
        if tested(statements, flag):
            return (Declare(flag.name, "bool", (), Const(False, "bool"), where), *statements)
        self.names.discard(flag.name)
        return without(statements, flag)

    def mind_lost(self, expression: Cursor) -> None:
        """What names a declaration that cannot be lowered is no further fault."""
        for c in expression.walk_preorder():
            if c.kind == CursorKind.DECL_REF_EXPR and c.referenced is not None and key(c.referenced) in self.lost:
                raise Consequence(f"'{c.spelling}', whose declaration is not supported", span(c))

    # Names and statements.
    def fresh(self, wish: str) -> str:
        """A name not yet used in this kernel."""
        wish = "".join(c for c in wish if c == "_" or c.isalnum())  # operator() has no name of its own
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
            if isinstance(target, Global):
                return Scalar(replace(target, index=self._frozen((target.index,), where)[0]))
            if isinstance(target, Select) and designates(target):
                then, other = (self.frozen(Scalar(side), where) for side in (target.then, target.other))
                assert isinstance(then, Scalar) and isinstance(other, Scalar)
                return Scalar(replace(target, condition=self._frozen((target.condition,), where)[0], then=then.target, other=other.target))
            return place if is_lvalue(target) or isinstance(target, Const) else Scalar(self.temporary(target, "value", where))
        if isinstance(place, (Array, Pointer)):
            return replace(place, base=self._frozen((place.base,), where)[0])
        if isinstance(place, Region) and place.index is not None:
            return replace(place, index=self._frozen((place.index,), where)[0])
        if isinstance(place, Struct):
            whole = None if place.whole is None else self.frozen(place.whole, where)
            assert whole is None or isinstance(whole, Struct)
            return replace(place, members=tuple((name, self.frozen(inner, where)) for name, inner in place.members), whole=whole)
        if isinstance(place, Structs):
            return replace(place, members=tuple((name, self.frozen(inner, where)) for name, inner in place.members))
        if isinstance(place, Either):
            first, second = self.frozen(place.first, where), self.frozen(place.second, where)
            return Either(self._frozen((place.test,), where)[0], first, second)
        return AddressOf(self.frozen(place.place, where)) if isinstance(place, AddressOf) else place

    def _frozen(self, indices: tuple[Expr, ...], where: Span) -> tuple[Expr, ...]:
        def fixed(index: Expr) -> bool:
            return isinstance(index, Const) or (isinstance(index, Var) and index.name in self.counters)

        return tuple(i if fixed(i) else self.temporary(i, "at", where) for i in indices)

    # Pointers and references that are members or elements.
    def slot(self, wish: str) -> Slot:
        """A new one, which points nowhere yet."""
        name = self.fresh(wish)
        self.targets[name] = (None, self.out)
        return Slot(name)

    def aim(self, slot: Slot, place: Place, where: Span) -> None:
        """Lets it point to a place from here on. What a branch or a loop chooses is not followed."""
        place = self.frozen(self.followed(place, where), where)
        if isinstance(place, Region) and not place.pointed and place.type.get_canonical().kind == TypeKind.POINTER:
            raise Unhandled("the kernel uses a pointer that is a member of a constant", where, "use an array")
        home = self.targets[slot.name][1]
        if home is not self.out:
            raise Unhandled("the kernel assigns to a pointer in a branch or a loop", where,
                            "choose the pointer with 'condition ? p : q', or use one array and compute the index")
        self.targets[slot.name] = (place, home)

    def followed(self, place: Place, where: Span) -> Place:
        """What a place is where it is a slot."""
        if isinstance(place, Slot):
            target = self.targets[place.name][0]
            if target is None:
                raise Consequence("the kernel uses a pointer before assigning an address to it", where)
            return target
        if isinstance(place, Either):
            return either(place.test, self.followed(place.first, where), self.followed(place.second, where), where)
        return place

    # Start values.
    def started(self, variable: Cursor, action: Callable[[], Result]) -> Result:
        """Runs `action`, which computes what a constant or static variable was given when it was made."""
        before, self.starting = self.starting, variable
        try:
            return action()
        finally:
            self.starting = before

    def check_start(self, used: Cursor, use: Cursor) -> None:
        """A variable is used, which may have changed since."""
        if self.starting is not None and depends(self.starting, used):
            raise Unhandled(f"'{self.starting.spelling}', which was initialised from '{used.spelling}'", span(use),
                            f"make '{used.spelling}' a constant, or compute the value in the kernel")

    # Bindings.
    def bound(self, declaration: Cursor) -> Union[Place, None]:
        """What a declaration stands for in the present frame."""
        frame: Frame | None = self.frame
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
                            "a loop visits its points in any order and in parallel, so pass results out of the kernel through one of its arguments, for example a reduction", "global-write")
        if isinstance(target, Scalar) and isinstance(target.target, Select):
            self._assign_either(target.target, value, where)
            return
        if not isinstance(target, Scalar) or not is_lvalue(target.target):
            raise Unhandled("the kernel assigns to something that is not a scalar variable, an array element or a dataset access", where)
        self.emit(Assign(target.target, convert(value, target.target.type), where))  # type: ignore[arg-type]

    def _assign_either(self, target: Select, value: Expr, where: Span) -> None:
        """(condition ? a : b) = value."""
        kept = value if isinstance(value, (Const, Var)) else self.temporary(value, "value", where)
        _, then = self.captured(lambda: self.assign(Scalar(target.then), kept, where))
        _, other = self.captured(lambda: self.assign(Scalar(target.other), kept, where))
        self.emit(If(target.condition, then, other, where))

    def copy(self, target: Place, source: Place, where: Span) -> None:
        """target = source, for scalars, arrays and structs."""
        if isinstance(target, Slot) and isinstance(source, Slot) and self.targets[source.name][0] is None:
            self.targets[target.name] = (None, self.targets[target.name][1])
        elif isinstance(target, Slot):
            self.aim(target, source, where)
        elif isinstance(target, Slots):
            for i, item in enumerate(target.items):
                self.copy(item, element(source, Const(i, "int"), where), where)
        elif isinstance(target, Struct):
            self._require_no_pointer_into_itself(source, where)
            from_members = self._members(source, where)
            for name, inner in target.members:
                if name not in from_members:
                    raise Unhandled("the kernel copies a struct from an expression that the translator cannot analyse", where)
                self.copy(inner, from_members[name], where)
        elif isinstance(target, (Array, Structs)):
            if not isinstance(source, Region) and getattr(source, "extents", None) != target.extents:
                raise Unhandled("the kernel copies an array from an expression that the translator cannot analyse", where)
            for i in range(target.extents[0]):
                at = Const(i, "int")
                self.copy(element(target, at, where), element(source, at, where), where)
        else:
            self.assign(target, read(source, where), where)

    def _require_no_pointer_into_itself(self, source: Place, where: Span) -> None:
        """Compilers leave out some copies of an object, which then still has what it points to as its own."""
        pointed = [self.targets[slot.name][0] for slot in pointers_of(source)]
        if any(reaches(place, name) for place in pointed if place is not None for name, _ in variables_of(source)):
            raise Unhandled("the kernel copies an object that contains a pointer to one of its own members", where, "pass it by reference")

    def uncopied(self, value: Place, where: Span) -> None:
        """A lambda has no copies: they would share what they change."""
        if isinstance(value, Closure) and value.changes:
            raise Unhandled("a copy of a mutable lambda", where, "write a struct with an operator()")

    def _members(self, source: Place, where: Span) -> dict[str, Place]:
        if isinstance(source, Either):
            first, second = (self._members(side, where) for side in (source.first, source.second))
            return {name: either(source.test, first[name], second[name], where) for name in first if name in second}
        if isinstance(source, Region):
            return {f.spelling: member(source, f, where) for f in struct_fields(source.type) or ()}
        return dict(source.members) if isinstance(source, Struct) else {}

    def require_plain(self, type_: Type, where: Span) -> None:
        """Objects of a type are copied member by member, and do nothing at their end."""
        raise NotImplementedError

    def require_plain_assignment(self, type_: Type, cursor: Cursor) -> None:
        """Objects of a type are assigned without a call that shows it."""
        raise NotImplementedError

    def local(self, type_: Type, wish: str, where: Span, extents: tuple[int, ...] = ()) -> Place:
        """Declares a local of any supported type, or an array of them, without a value."""
        scalar, parts = scalar_type(type_), array_parts(type_)
        if scalar:
            name = self.fresh(wish)
            self.emit(Declare(name, scalar, (prod(extents),) if extents else (), None, where))
            return Array(name, scalar, extents) if extents else Scalar(Var(name, scalar))
        if parts is not None:
            return self.local(parts[1], wish, where, (*extents, parts[0]))
        if type_.get_canonical().kind == TypeKind.POINTER:
            return self._slots(wish, extents)
        instead = of_library_class(type_)
        if instead:
            raise Unhandled(f"a local object of '{type_.spelling}'", where, instead)
        fields = struct_fields(type_)
        if fields is None and type_.get_canonical().kind == TypeKind.VARIABLEARRAY:
            raise Unhandled(f"the kernel declares the array '{wish}', whose size is not constant", where,
                            "declare the array with a constant size that is large enough for all cases")
        if fields is None and has_bases(type_):
            raise Unhandled(f"the kernel uses an object of type '{type_.spelling}', but one of its base classes is virtual or depends on template arguments, "
                            "or two of its members have the same name", where, "make the base class a member")
        if fields is None:
            raise Unhandled(f"a local variable of type '{type_.spelling}'", where, "use scalars, arrays and plain structs")
        self.require_plain(type_, where)
        members = tuple((f.spelling, self._member_of_local(f, f"{wish}_{f.spelling}", where, extents)) for f in fields)
        return Structs(members, extents, pointee(type_)) if extents else Struct(members, pointee(type_))

    def _member_of_local(self, field: Cursor, wish: str, where: Span, extents: tuple[int, ...]) -> Place:
        is_reference = field.type.get_canonical().kind in (TypeKind.LVALUEREFERENCE, TypeKind.RVALUEREFERENCE)
        return self._slots(wish, extents) if is_reference else self.local(field.type, wish, where, extents)

    def _slots(self, wish: str, extents: tuple[int, ...]) -> Place:
        return Slots(tuple(self._slots(wish, extents[1:]) for _ in range(extents[0]))) if extents else self.slot(wish)


def designates(target: Expr) -> bool:
    """Whether it is a variable, or one of several."""
    return is_lvalue(target) or (isinstance(target, Select) and designates(target.then) and designates(target.other))
