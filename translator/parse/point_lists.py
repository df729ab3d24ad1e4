"""The points of a stencil that the program computes: runs the function that declares it, as far as integers are concerned.

What came out is compared with the stencil when the program runs (ops/engine/variant.cpp), so a wrong guess is found there: the loop then runs
the reference and has no derivative.
Knows statements of C++; knows no OPS types.

Test:    tests/translator/parse/point_lists_test.py
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass, field
from math import prod
from typing import Union

from translator.parse.libclang import Cursor, CursorKind, Type, TypeKind, children, evaluate, initialiser, key, strip, unary_operator
from translator.parse.uses import changeable
from translator.parse.values import Values
from translator.parse.world import body

MOST_STEPS = 5_000  # that a statement of a function may take

Number = Union[int, None]  # None: not known
_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul,
    "/": lambda a, b: abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1), "%": lambda a, b: abs(a) % abs(b) * (1 if a >= 0 else -1),
    "<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge, "==": operator.eq, "!=": operator.ne,
    "&&": lambda a, b: int(bool(a) and bool(b)), "||": lambda a, b: int(bool(a) or bool(b)),
}
_STEPS = {"++": 1, "post++": 1, "--": -1, "post--": -1}
_INTEGERS = (TypeKind.INT, TypeKind.UINT, TypeKind.LONG, TypeKind.ULONG, TypeKind.LONGLONG, TypeKind.ULONGLONG, TypeKind.SHORT, TypeKind.USHORT)
_MOST_CELLS = 10_000
_ARRAYS = (TypeKind.CONSTANTARRAY, TypeKind.INCOMPLETEARRAY)


class GivenUp(Exception):
    """Something that is not understood, or takes too long."""


@dataclass(slots=True)
class Place:
    """Some element of an array and those behind it; the elements of rows lie one behind another."""

    cells: list[Number]
    first: int = 0
    extents: tuple[int, ...] = ()  # of what one step of a subscript goes over: () numbers, (2,) rows of two

    def at(self, steps: int) -> Place:
        return Place(self.cells, self.first + steps * prod(self.extents), self.extents)

    def of_row(self) -> Place:
        return Place(self.cells, self.first, self.extents[1:])


@dataclass(slots=True)
class PointLists:
    """What a call was given, each time that its function got there."""

    values: Values
    wanted: int  # the call, by hash
    argument: int  # of it, which is looked at
    found: list[tuple[Number, ...]] = field(default_factory=list)
    numbers: dict[str, Number] = field(default_factory=dict)
    arrays: dict[str, Place] = field(default_factory=dict)
    steps: int = 0
    ended: bool = False  # by a return

    def run(self, function: Cursor) -> None:
        """The function as far as the call; nothing is found where it is given up."""
        code = body(function)
        for statement in children(code) if code is not None else ():
            here, self.steps = self._has_call(statement), 0
            try:
                self._run(statement)
            except GivenUp:
                self.found.clear()
                if here:
                    return
                self._forget(statement)
            if here or self.ended:
                return

    # --- statements ---------------------------------------------------------------------------------------------------
    def _run(self, statement: Cursor) -> None:
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise GivenUp
        if self.ended:
            return
        kind = statement.kind
        if kind in (CursorKind.COMPOUND_STMT, CursorKind.DECL_STMT):
            for child in children(statement):
                self._run(child)
        elif kind == CursorKind.VAR_DECL:
            self._declare(statement)
        elif kind == CursorKind.FOR_STMT and len(children(statement)) == 4:
            start, test, step, inner = children(statement)
            self._run(start)
            self._repeat(statement, test, [inner, step])
        elif kind == CursorKind.WHILE_STMT and len(children(statement)) == 2:
            test, inner = children(statement)
            self._repeat(statement, test, [inner])
        elif kind == CursorKind.RETURN_STMT:
            self.ended = True
        elif kind == CursorKind.IF_STMT:
            self._if(statement)
        elif kind.is_expression():
            self._number(statement)
        elif not self._has_call(statement):
            self._forget(statement)
        else:
            raise GivenUp

    def _declare(self, variable: Cursor) -> None:
        canonical = variable.type.get_canonical()
        value = initialiser(variable)
        if canonical.kind in (TypeKind.LVALUEREFERENCE, TypeKind.RECORD) and value is not None:
            self._forget(value)  # another name of it, or a lambda that may change it
        elif canonical.kind in _ARRAYS:
            self._declare_array(variable, value)
        elif canonical.kind == TypeKind.POINTER and value is not None:
            self._calls(value)
            place = self._place(value)
            self.arrays.pop(key(variable), None)
            if place is not None:
                self.arrays[key(variable)] = place
        else:
            self.numbers[key(variable)] = self._number(value) if value is not None else None

    def _declare_array(self, variable: Cursor, value: Union[Cursor, None]) -> None:
        inner, extents = _shape(variable.type)
        if extents[0] == 0 and value is not None:
            extents = (len(children(strip(value))), *extents[1:])
        size = prod(extents)
        if inner.kind not in _INTEGERS or size > _MOST_CELLS or key(variable) in self.values.world.lost:
            return None if value is None else self._calls(value)
        place = Place([None] * size if value is None else [0] * size, 0, extents[1:])
        if value is not None:
            self._list(strip(value), place)
        self.arrays[key(variable)] = place
        return None

    def _list(self, values: Cursor, to: Place) -> None:
        for n, value in enumerate(children(values)):
            inner = strip(value)
            if inner.kind == CursorKind.INIT_LIST_EXPR:
                self._list(inner, to.at(n).of_row())
            elif to.first + n < len(to.cells):
                to.cells[to.first + n] = self._number(value)

    def _repeat(self, loop: Cursor, test: Cursor, inner: list[Cursor]) -> None:
        while (goes_on := self._number(test)) != 0 and not self.ended:
            if goes_on is None or any(c.kind in (CursorKind.BREAK_STMT, CursorKind.CONTINUE_STMT) for c in loop.walk_preorder()):
                return self._unclear(loop)
            for statement in inner:
                self._run(statement)

    def _if(self, statement: Cursor) -> None:
        condition, *branches = children(statement)
        value = self._number(condition) if len(branches) in (1, 2) and condition.kind.is_expression() else None
        if value is None:
            return self._unclear(statement)
        chosen = branches[:1] if value else branches[1:]
        for branch in chosen:
            self._run(branch)

    def _has_call(self, statement: Cursor) -> bool:
        return any(c.hash == self.wanted for c in statement.walk_preorder())

    def _unclear(self, statement: Cursor) -> None:
        """What may or may not run, or nobody knows how often."""
        if self._has_call(statement):
            raise GivenUp
        self._forget(statement)

    def _forget(self, statement: Cursor) -> None:
        """Whatever is named may change."""
        for c in statement.walk_preorder():
            if c.kind == CursorKind.DECL_REF_EXPR and c.referenced is not None:
                self._unknown(c.referenced)

    def _unknown(self, variable: Cursor) -> None:
        self.numbers[key(variable)] = None
        if (place := self.arrays.get(key(variable))) is not None:
            place.cells[:] = [None] * len(place.cells)

    # --- expressions --------------------------------------------------------------------------------------------------
    def _number(self, expression: Cursor) -> Number:
        """Its value, after what it does."""
        e = strip(expression)
        if e.kind == CursorKind.DECL_REF_EXPR and e.referenced is not None and key(e.referenced) in self.numbers:
            return self.numbers[key(e.referenced)]
        if e.kind == CursorKind.ARRAY_SUBSCRIPT_EXPR:
            return self._read(self._place(e))
        if e.kind == CursorKind.UNARY_OPERATOR:
            return self._unary(e)
        if e.kind == CursorKind.COMPOUND_ASSIGNMENT_OPERATOR:
            return self._assign(e, str(e.spelling)[:-1])
        if e.kind == CursorKind.BINARY_OPERATOR and e.spelling == "=":
            return self._assign(e, "")
        if e.kind == CursorKind.BINARY_OPERATOR:
            return self._binary(e)
        self._calls(e)
        value = evaluate(e)
        return value if isinstance(value, int) else self.values.number(e) if e.kind == CursorKind.DECL_REF_EXPR else None

    def _binary(self, e: Cursor) -> Number:
        left, right = (self._number(c) for c in children(e))
        if e.spelling == ",":
            return right
        return _computed(str(e.spelling), left, right)

    def _unary(self, e: Cursor) -> Number:
        what, operand = unary_operator(e), children(e)[0]
        if what == "*":
            return self._read(self._place(e))
        value = self._number(operand) if what != "&" else None
        if what in _STEPS:
            after = _computed("+", value, _STEPS[what])
            self._store(operand, after)
            return value if what.startswith("post") else after
        if value is None:
            return None
        return {"-": -value, "+": value, "!": int(not value)}.get(what)

    def _assign(self, e: Cursor, what: str) -> Number:
        target, given = children(e)
        value = self._number(given)
        if what:
            value = _computed(what, self._number(target), value)
        self._store(target, value)
        return value

    def _store(self, target: Cursor, value: Number) -> None:
        target = strip(target)
        if target.kind == CursorKind.DECL_REF_EXPR and target.referenced is not None:
            if key(target.referenced) in self.arrays:
                raise GivenUp  # a pointer that moves on
            self.numbers[key(target.referenced)] = value
            return
        place = self._place(target)
        if place is not None and 0 <= place.first < len(place.cells):
            place.cells[place.first] = value
            return
        while target.kind != CursorKind.DECL_REF_EXPR and children(target):
            target = strip(children(target)[0])
        self._forget(target)

    def _read(self, place: Union[Place, None]) -> Number:
        known = place is not None and not place.extents and 0 <= place.first < len(place.cells)
        return place.cells[place.first] if known and place is not None else None

    def _place(self, expression: Cursor) -> Union[Place, None]:
        """Where an array expression, an element or a pointer points; None: not known."""
        e = strip(expression)
        if e.kind == CursorKind.DECL_REF_EXPR and e.referenced is not None:
            return self._named(e)
        if e.kind == CursorKind.ARRAY_SUBSCRIPT_EXPR:
            base, index = children(e)
            return self._moved(self._place(base), self._number(index), row=True)
        if e.kind == CursorKind.BINARY_OPERATOR and e.spelling in ("+", "-"):
            base, index = children(e)
            by = self._number(index)
            return self._moved(self._place(base), -by if by is not None and e.spelling == "-" else by)
        if e.kind == CursorKind.UNARY_OPERATOR and unary_operator(e) == "*":
            return self._moved(self._place(children(e)[0]), 0, row=True)
        if e.kind == CursorKind.UNARY_OPERATOR and unary_operator(e) == "&":
            inner = self._place(children(e)[0])
            return inner if inner is not None and not inner.extents else None
        return None

    def _moved(self, base: Union[Place, None], by: Number, row: bool = False) -> Union[Place, None]:
        if base is None or by is None:
            return None
        moved = base.at(by)
        return moved.of_row() if row else moved

    def _named(self, e: Cursor) -> Union[Place, None]:
        """Arrays from outside of the function are those of their initialiser, where nobody writes them."""
        name = key(e.referenced)
        if name not in self.arrays and (known := self.values.numbers(e)) is not None:
            self.arrays[name] = Place(list(known), 0, _shape(e.type)[1][1:])
        return self.arrays.get(name)

    def _calls(self, expression: Cursor) -> None:
        """Notes the wanted call; what others get by name may change."""
        for call in expression.walk_preorder():
            if call.kind != CursorKind.CALL_EXPR:
                continue
            arguments = list(call.get_arguments())
            if call.hash == self.wanted:
                place = self._place(arguments[self.argument])
                if place is None:
                    raise GivenUp
                self.found.append(tuple(place.cells[place.first :]))
            elif not call.spelling.startswith(("ops_", "decl_")):
                parameters = list(call.referenced.get_arguments()) if call.referenced is not None else []
                for n, argument in enumerate(arguments):
                    if changeable(parameters[n].type if n < len(parameters) else argument.type):
                        self._forget(argument)


def _computed(what: str, left: Number, right: Number) -> Number:
    """None too where nobody knows, or it is no int."""
    if what not in _ARITHMETIC or left is None or right is None or (what in "/%" and right == 0):
        return None
    value = int(_ARITHMETIC[what](left, right))
    return value if -(2**31) <= value < 2**31 else None


def _shape(type_: Type) -> tuple[Type, tuple[int, ...]]:
    """What an array has, and how many along each axis; 0 where that is not written."""
    inner, extents = type_.get_canonical(), []
    while inner.kind in _ARRAYS:
        extents.append(int(inner.element_count) if inner.kind == TypeKind.CONSTANTARRAY else 0)
        inner = inner.element_type.get_canonical()
    return inner, tuple(extents)


def point_lists(values: Values, call: Cursor, argument: int) -> list[tuple[Number, ...]]:
    """What an argument of a call, an array of integers, holds each time that the function around it gets there; empty if that cannot be told."""
    function = values.world.around.get(call.hash)
    if function is None:
        return []
    lists = PointLists(values, call.hash, argument)
    lists.run(function)
    return lists.found
