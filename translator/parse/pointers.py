"""Lowering of pointer variables: into arrays, arguments and constants, also where they walk."""

from __future__ import annotations

from dataclasses import replace

from translator.ir import Assign, Const, Element, Expr, Global, Load, Select, Span, Unary, Var
from translator.parse.changes import assigned
from translator.parse.conversions import binary, convert
from translator.parse.designation import Designation, is_new
from translator.parse.libclang import Cursor, TypeKind, children, span, strip
from translator.parse.lowering import FALSE, TRUE, ZERO
from translator.parse.places import (Array, Cells, Either, Null, Place, Region, Scalar, Slot, Slots, Struct, Structs, Unhandled, is_lvalue, position,
                                     positioned)
from translator.parse.world import body


class Pointers(Designation):
    """A pointer that never changes is another name of a place; one that does is an array and an index of its own."""

    def alias(self, function: Cursor, variable: Cursor, place: Place, where: Span) -> Place:
        """What a variable or parameter of a function stands for that is a pointer or reference."""
        if isinstance(place, Slot):
            return place
        place = self.frozen(place, where)
        code = body(function)
        if variable.type.get_canonical().kind != TypeKind.POINTER or code is None or not assigned(code, variable):
            return place
        start = position(place)
        if start is None:
            slot = self.slot(variable.spelling or "pointer")
            self.aim(slot, place, where)
            return slot
        at = self.temporary(convert(start, "int"), f"{variable.spelling}_at", where)
        self.walkers.add(at.name)
        return positioned(place, at)

    def walk(self, pointer: Cursor, there: Place, where: Span) -> None:
        slot = self.unfollowed(self.ledger.through(pointer))
        if isinstance(slot, Slot):
            self.aim(slot, there, where)
            return
        here = self.place(pointer)
        at, to = position(here), position(there)
        if not isinstance(at, Var) or at.name not in self.walkers or to is None or positioned(here, ZERO) != positioned(there, ZERO):
            raise Unhandled("the kernel moves a pointer from one array to another", where, "index the arrays instead")
        self.emit(Assign(at, convert(to, at.type), where))

    def between(self, cursor: Cursor) -> Expr:
        """p - q, and comparisons of two pointers."""
        left, right = (self.place(c) for c in children(cursor))
        if cursor.spelling in ("==", "!=") and (isinstance(left, Null) or isinstance(right, Null)):
            there = self.points(right if isinstance(left, Null) else left, span(cursor))
            return there if cursor.spelling == "!=" else negated(there)
        first, second = position(left), position(right)
        if first is None or second is None or positioned(left, ZERO) != positioned(right, ZERO):
            raise Unhandled("the kernel compares pointers that do not point into the same array", span(cursor), "compare indices")
        return binary(cursor.spelling, first, second)

    def points(self, place: Place, where: Span) -> Expr:
        """Whether a pointer points to anything."""
        if isinstance(place, Null) or (isinstance(place, Scalar) and isinstance(place.target, Const) and place.target.value == 0):
            return FALSE  # a list in braces may give a member just 0
        if isinstance(place, Either):
            first, second = self.points(place.first, where), self.points(place.second, where)
            return first if first == second else Select(place.test, first, second, "bool")
        if isinstance(place, (Region, Cells, Scalar)):
            raise Unhandled("a test of this pointer", where, "test a number")
        return TRUE

    def referred(self, cursor: Cursor) -> Place:
        """What a reference to an expression refers to: a new value is not the variable that it comes from."""
        known = {*self.names, ""}
        place = self.place(cursor)
        if isinstance(place, Scalar) and isinstance(place.target, Select) and strip(cursor).spelling in ("min", "max", "clamp"):
            return Scalar(self.variables(place.target, span(cursor)))
        if not is_new(cursor) or not isinstance(place, (Scalar, Struct, Array, Structs)) or not _held(place) & known:
            return place
        copied = self.local(cursor.type, "value", span(cursor))
        self.copy(copied, place, span(cursor))
        return copied

    def variables(self, e: Expr, where: Span) -> Expr:
        """What std::max returns refers to one of its arguments, of which those that are values last as long."""
        if isinstance(e, Select):
            return replace(e, then=self.variables(e.then, where), other=self.variables(e.other, where))
        return e if is_lvalue(e) else self.temporary(e, "value", where)


def negated(test: Expr) -> Expr:
    """!test."""
    return Const(not test.value, "bool") if isinstance(test, Const) else Unary("!", test, "bool")


def _held(place: Place) -> set[str]:
    """Variables that a place consists of, "" for what lies outside of the kernel."""
    if isinstance(place, Scalar):
        target = place.target
        if isinstance(target, Select):
            return _held(Scalar(target.then)) | _held(Scalar(target.other))
        return {target.name} if isinstance(target, (Var, Element)) else {""} if isinstance(target, (Load, Global)) else set()
    if isinstance(place, (Array, Slot)):
        return {place.name}
    if isinstance(place, Slots):
        return {name for item in place.items for name in _held(item)}
    return {name for _, inner in place.members for name in _held(inner)} if isinstance(place, (Struct, Structs)) else set()
