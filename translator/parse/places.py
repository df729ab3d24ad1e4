"""Places: what a C expression can designate inside a kernel besides a value.

Plain values. `read`, `element` and `member` say what can be done with each.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import gcd
from typing import Union

from translator.ir import NOWHERE, Const, Constant, Element, Expr, Global, Load, Select, Span, Unsupported, Var
from translator.parse.conversions import binary
from translator.parse.libclang import Cursor, Type, array_parts, base_types, is_polymorphic, pointee, scalar_type, struct_fields


class Unhandled(Exception):
    """A construct the IR cannot hold."""

    def __init__(self, what: str, span: Span, hint: str = "", code: str = "") -> None:
        super().__init__(what)
        self.entry = Unsupported(what, span, hint, code)


class Consequence(Unhandled):
    """A use of what was declared in a way that the IR cannot hold, which has been said."""


@dataclass(frozen=True, slots=True)
class Scalar:
    """A scalar lvalue, or a value that cannot be assigned to."""

    target: Expr


@dataclass(frozen=True, slots=True)
class Array:
    """A local array (or what a pointer into one sees), row after row in memory: a pointer into a row may run on into the next.

    `base` counts elements of the first remaining dimension, from the beginning of the whole array.
    """

    name: str
    type: str
    extents: tuple[int, ...]  # of the remaining dimensions
    base: Expr = Const(0, "int")


@dataclass(frozen=True, slots=True)
class Pointer:
    """A `gbl`, reduction or index parameter, advanced by `base`."""

    param: int
    type: str
    base: Expr = Const(0, "int")


@dataclass(frozen=True, slots=True)
class AddressOf:
    """A pointer to one place."""

    place: Place


@dataclass(frozen=True, slots=True)
class Accessor:
    """An ACC parameter."""

    param: int
    type: str


@dataclass(frozen=True, slots=True)
class Cells:
    """A raw pointer to a dataset (first API): indexed with OPS_ACCn(..) only."""

    param: int
    type: str


@dataclass(frozen=True, slots=True)
class Struct:
    """A local struct: one place per member, those of base classes first."""

    members: tuple[tuple[str, Place], ...]
    type: Union[Type, None] = field(default=None, compare=False)  # None: not known
    whole: Union[Struct, None] = field(default=None, compare=False)  # the object that it is the part of a base class of


@dataclass(frozen=True, slots=True)
class Structs:
    """A local array of structs: one place per member, each an array with these extents first."""

    members: tuple[tuple[str, Place], ...]
    extents: tuple[int, ...]
    type: Union[Type, None] = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Region:
    """Part of a declared constant, or of the structs that a `gbl` parameter is: `byte` + `index` * `stride` bytes into it lies a value of clang type
    `type`; or, if `pointed`, a pointer to that value."""

    name: str
    type: Type
    span: Span
    byte: int = 0
    index: Union[Expr, None] = None
    stride: int = 0
    count: int = 0  # values of `index` from 0 on; 0: not known
    pointed: bool = False
    param: Union[int, None] = None


@dataclass(frozen=True, slots=True)
class Closure:
    """A lambda: its call operator sees a frame with what it captured, within the one it was written in."""

    frame: object
    record: Union[Cursor, None] = field(default=None, compare=False)  # its class
    changes: bool = False  # `mutable`: calls change what it has captured by value


@dataclass(frozen=True, slots=True)
class Function:
    """A function by its name, to be called later; a pointer to it is the same."""

    cursor: Cursor


@dataclass(frozen=True, slots=True)
class Slot:
    """A pointer or reference that is a member or element, or a pointer that is set again. `Lowering` knows where each points to."""

    name: str


@dataclass(frozen=True, slots=True)
class Slots:
    """An array of pointers, or of arrays of them."""

    items: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Null:
    """A pointer to nothing."""


@dataclass(frozen=True, slots=True)
class Either:
    """One of two pointers, arrays or functions."""

    test: Expr
    first: Place
    second: Place


Place = Union[Scalar, Array, Pointer, AddressOf, Accessor, Cells, Struct, Structs, Region, Closure, Function, Slot, Slots, Null, Either]


def read(place: Place, where: Span) -> Expr:
    """The scalar value at a place."""
    if isinstance(place, Scalar):
        return place.target
    if isinstance(place, Region) and not place.pointed:
        type_name = scalar_type(place.type)
        if type_name:
            return Constant(place.name, place.byte, type_name, place.index, place.stride, place.count, place.param, place.span)
    raise Unhandled("the kernel uses a value that is not a scalar where a scalar is required", where,
                    "use the individual elements or members of the value")


def either(test: Expr, first: Place, second: Place, where: Span) -> Place:
    """One of two places, member by member; it can be assigned to if both can. Where one is nowhere, the other is meant."""
    if isinstance(first, Null) or isinstance(second, Null):
        return Either(test, first, second)
    if isinstance(first, Scalar) and isinstance(second, Scalar):
        if first.target.type != second.target.type:
            raise Unhandled("the kernel chooses between variables of different types", where, "write it as an if")
        return first if first == second else Scalar(Select(test, first.target, second.target, first.target.type))
    if isinstance(first, Struct) and isinstance(second, Struct) and [n for n, _ in first.members] == [n for n, _ in second.members]:
        one_class = first.whole is None and second.whole is None and first.type is not None and first.type == second.type
        return Struct(tuple((name, either(test, a, b, where)) for (name, a), (_, b) in zip(first.members, second.members)), first.type if one_class else None)
    return Either(test, first, second)


def _of_either(place: Either, of: Callable[[Place], Place], where: Span) -> Place:
    """What there is at either of two places; nothing is at one that is nowhere."""
    if isinstance(place.first, Null):
        return of(place.second)
    return of(place.first) if isinstance(place.second, Null) else either(place.test, of(place.first), of(place.second), where)


def element(place: Place, index: Expr, where: Span) -> Place:
    """place[index]."""
    if isinstance(place, Either):
        return _of_either(place, lambda one: element(one, index, where), where)
    if isinstance(place, Slots):
        return _one_of(place.items, index, where)
    if isinstance(place, Null):
        raise Unhandled("a value at a null pointer", where, "test the pointer before")
    if isinstance(place, Array):
        at = binary("+", place.base, index)
        if len(place.extents) > 1:
            return replace(place, extents=place.extents[1:], base=binary("*", at, Const(place.extents[1], "int")))
        return Scalar(Element(place.name, (at,), place.type))
    if isinstance(place, Pointer):
        return Scalar(Global(place.param, binary("+", place.base, index), place.type, where))
    if isinstance(place, AddressOf) and index == Const(0, "int"):
        return place.place
    if isinstance(place, Structs):
        inner = tuple((name, element(held, index, where)) for name, held in place.members)
        return Structs(inner, place.extents[1:], place.type) if len(place.extents) > 1 else Struct(inner, place.type)
    if isinstance(place, Region):
        parts = (0, place.type) if place.pointed else array_parts(place.type)
        if parts is not None:
            return _region_element(place, parts[1], index, parts[0])
    if isinstance(place, Cells):
        raise Unhandled("the kernel accesses a dataset through a plain pointer", where,
                        f"declare the parameter as ACC<T>&, or index it with OPS_ACC{place.param}(..)")
    raise Unhandled("the kernel indexes something that is neither an array nor a pointer argument", where)


def _one_of(items: tuple[Place, ...], index: Expr, where: Span) -> Place:
    if isinstance(index, Const):
        if not 0 <= index.value < len(items):
            raise Unhandled(f"element {index.value} of {len(items)} pointers", where)
        return items[int(index.value)]
    found = items[-1]
    for k in range(len(items) - 2, -1, -1):
        found = Either(binary("==", index, Const(k, "int")), items[k], found)
    return found


def _region_element(place: Region, inner: Type, index: Expr, extent: int) -> Region:
    place, size = replace(place, pointed=False), int(inner.get_size())
    if isinstance(index, Const):
        return replace(place, type=inner, byte=place.byte + int(index.value) * size)
    if place.index is None:
        return replace(place, type=inner, index=index, stride=size, count=extent)
    unit = gcd(place.stride, size)
    scaled = (binary("*", place.index, Const(place.stride // unit, "int")), binary("*", index, Const(size // unit, "int")))
    return replace(place, type=inner, index=binary("+", *scaled), stride=unit, count=place.count * (place.stride // unit))


def member(place: Place, field: Cursor, where: Span) -> Place:
    """place.field, or place->field where an array has become a pointer to its first element."""
    if isinstance(place, Either):
        return _of_either(place, lambda one: member(one, field, where), where)
    if isinstance(place, AddressOf):
        return member(place.place, field, where)
    if isinstance(place, Structs) or (isinstance(place, Region) and (place.pointed or array_parts(place.type) is not None)):
        place = element(place, Const(0, "int"), where)
    if isinstance(place, Struct):
        for name, inner in place.members:
            if name == field.spelling:
                return inner
    if isinstance(place, Region) and field.is_bitfield():
        raise Unhandled(f"member '{field.spelling}', which is a bit-field", where, "use an int")
    if isinstance(place, Region):
        return replace(place, type=field.type, byte=place.byte + offset_of(place.type, field))
    raise Unhandled(f"the kernel uses member '{field.spelling}' of an object that the translator cannot identify", where)


def offset_of(record: Type, field: Cursor) -> int:
    """[bytes] of a field, fields of base classes included, of which the first that is not empty lies at the beginning."""
    bases = [base for base in base_types(record) if struct_fields(base) != []]
    of_base = next((base for base in bases if _owns(base, field)), None)
    if of_base is None:
        bits = int(record.get_canonical().get_offset(field.spelling))
        if bits >= 0:
            return bits // 8
    elif of_base == bases[0] and (is_polymorphic(of_base) or not is_polymorphic(record)):
        return offset_of(of_base, field)
    raise Unhandled(f"the kernel uses member '{field.spelling}' of a base class that is not at the beginning of the object", NOWHERE, "make it a member")


def _owns(record: Type, field: Cursor) -> bool:
    """Whether a field is one of a class, or of its base classes."""
    own = any(f == field for f in pointee(record).get_fields())
    return own or any(_owns(base, field) for base in base_types(record))


def advance(place: Place, distance: Expr, where: Span) -> Place:
    """pointer + distance."""
    if isinstance(place, Either):
        return _of_either(place, lambda one: advance(one, distance, where), where)
    if isinstance(place, (Array, Pointer)):
        return replace(place, base=binary("+", place.base, distance))
    if isinstance(place, Structs):
        return replace(place, members=tuple((name, advance(held, distance, where)) for name, held in place.members))
    if isinstance(place, Region) and (place.pointed or array_parts(place.type) is not None):
        first = element(place, distance, where)
        assert isinstance(first, Region)
        return replace(first, pointed=True)
    if distance == Const(0, "int"):
        return place
    raise Unhandled("arithmetic on this pointer", where)


def position(place: Place) -> Union[Expr, None]:
    """Where in its array a pointer stands [elements]; None if it is no pointer into an array."""
    if isinstance(place, (Array, Pointer)):
        return place.base
    if isinstance(place, Structs):
        return position(place.members[0][1]) if place.members else None
    if isinstance(place, Region) and not place.pointed and array_parts(place.type) is not None:
        return position(advance(place, Const(0, "int"), place.span))
    if isinstance(place, Region) and place.pointed:
        size = int(place.type.get_size())
        if place.index is None or place.stride == size:
            first = Const(place.byte // size, "int")
            return first if place.index is None else binary("+", place.index, first)
    return None


def positioned(place: Place, at: Expr) -> Place:
    """The same pointer at another position."""
    if isinstance(place, (Array, Pointer)):
        return replace(place, base=at)
    if isinstance(place, Structs):
        return replace(place, members=tuple((name, positioned(held, at)) for name, held in place.members))
    if isinstance(place, Region) and not place.pointed:
        return positioned(advance(place, Const(0, "int"), place.span), at)
    assert isinstance(place, Region)
    size = int(place.type.get_size())
    return replace(place, byte=place.byte % size, index=at, stride=size, span=NOWHERE)


def is_lvalue(expression: Expr) -> bool:
    """Whether a kernel can assign to it."""
    return isinstance(expression, (Var, Element, Load, Global))
