"""The points of a stencil that the program computes: runs the function that declares it, as far as integers are concerned.

What is not understood is not known. What came out is compared with the stencil when the program runs (ops/loops/engine/variant.cpp).

Test:    tests/translator/parse/point_ways_test.py, tests/translator/parse/point_lists_test.py
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import Union

from translator.parse.heads import parts_of_if
from translator.parse.integers import Number, converted, integer
from translator.parse.libclang import Cursor, CursorKind, Type, TypeKind, children, identity, initialiser, key, pointee, strip
from translator.parse.memory import Memory, Place, element_of, shape
from translator.parse.numbers_known import GivenUp, Numbers
from translator.parse.places import Unhandled
from translator.parse.plain_uses import is_static, left_alone, plain_uses
from translator.parse.uses import ARRAYS
from translator.parse.values import Scope, Values
from translator.parse.world import body

MOST_STEPS = 5_000  # that a statement of a function may take
_MOST_CELLS = 10_000
_TYPES = (CursorKind.STRUCT_DECL, CursorKind.CLASS_DECL, CursorKind.TYPEDEF_DECL, CursorKind.TYPE_ALIAS_DECL, CursorKind.ENUM_DECL,
          CursorKind.USING_DECLARATION, CursorKind.STATIC_ASSERT, CursorKind.FUNCTION_DECL)
_LEAVES = {CursorKind.RETURN_STMT: "return", CursorKind.BREAK_STMT: "break", CursorKind.CONTINUE_STMT: "continue"}


class Unclear(Exception):
    """A loop that may be left, or not."""


@dataclass(slots=True)
class PointLists(Numbers):
    """Runs one function as far as the call."""

    steps: int = 0
    leaving: str = ""  # by a return, a break or a continue

    def run(self, code: Cursor) -> None:
        """The statements of a function; nothing is found where they are given up."""
        for statement in children(code):
            here, self.steps = self.has_call(statement), 0
            try:
                self._run(statement)
            except (GivenUp, Unclear):
                if here:
                    self.found.clear()
                    return
                self.forget(statement)
            if here or self.leaving:
                return

    def _run(self, statement: Cursor) -> None:
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise GivenUp
        if self.leaving or statement.kind in (CursorKind.NULL_STMT, *_TYPES):
            return
        kind = statement.kind
        if kind in (CursorKind.COMPOUND_STMT, CursorKind.DECL_STMT):
            for child in children(statement):
                self._run(child)
        elif kind == CursorKind.VAR_DECL:
            self._declare(statement)
        elif kind in (CursorKind.FOR_STMT, CursorKind.WHILE_STMT, CursorKind.DO_STMT, CursorKind.CXX_FOR_RANGE_STMT):
            self._loop(statement)
        elif kind in _LEAVES:
            for value in children(statement):
                self.run_expression(value)
            self.leaving = _LEAVES[kind]
        elif kind == CursorKind.IF_STMT:
            self._if(statement)
        elif kind == CursorKind.CXX_TRY_STMT and self.has_call(children(statement)[0]):
            self._run(children(statement)[0])
        elif kind.is_expression():
            self.run_expression(statement)
        else:
            self._unclear(statement)

    # --- declarations -------------------------------------------------------------------------------------------------
    def _declare(self, variable: Cursor) -> None:
        value, canonical = initialiser(variable), variable.type.get_canonical()
        if is_static(variable):
            return None if value is None else self.run_expression(value)
        if canonical.kind in ARRAYS:
            return self._declare_array(variable, value)
        if canonical.kind == TypeKind.LVALUEREFERENCE:
            place = self.place(value) if value is not None and shape(pointee(canonical)) is not None and not _converts(canonical, value) else None
            return self.bind(variable, place) if place is not None or value is None else self._other(variable, value)
        if canonical.kind == TypeKind.POINTER and shape(canonical.get_pointee()) is not None:
            return self.point(variable, None if value is None else self.pointer(value))
        if shape(canonical) is None:
            return None if value is None else self.run_expression(value)
        return self.bind(variable, Place(Memory([None if value is None else self.number(value)])))

    def _other(self, variable: Cursor, value: Cursor) -> None:
        """A reference to something that is not known here."""
        self.forget(value)
        self.bind(variable, None)

    def _declare_array(self, variable: Cursor, value: Union[Cursor, None]) -> None:
        extents = shape(variable.type)
        if extents is not None and extents[0] == 0 and value is not None:
            extents = (len(children(strip(value))), *extents[1:])
        size = prod(extents or (0,))
        if extents is None or not 0 < size <= _MOST_CELLS:
            return None if value is None else self.run_expression(value)
        is_list = value is not None and strip(value).kind == CursorKind.INIT_LIST_EXPR
        place = Place(Memory([0 if is_list else None] * size), 0, extents[1:])
        if value is not None and is_list:
            self._list(strip(value), place, element_of(variable.type))
        return self.bind(variable, place)

    def _list(self, values: Cursor, to: Place, of: Type) -> None:
        rows = [strip(value).kind == CursorKind.INIT_LIST_EXPR for value in children(values)]
        if to.extents and any(rows) and not all(rows):
            raise GivenUp
        for n, value in enumerate(children(values)):
            inner = strip(value)
            if inner.kind == CursorKind.INIT_LIST_EXPR and to.extents:
                self._list(inner, to.at(n).of_row(), of)
            elif to.first + n < len(to.memory.cells):
                to.memory.cells[to.first + n] = converted(self.number(value), integer(of))

    # --- loops --------------------------------------------------------------------------------------------------------
    def _loop(self, loop: Cursor) -> None:
        parts = children(loop)
        try:
            if loop.kind == CursorKind.FOR_STMT and len(parts) == 4 and parts[1].kind.is_expression():
                self._run(parts[0])
                self._repeat(parts[1], parts[3], parts[2])
            elif loop.kind == CursorKind.WHILE_STMT and len(parts) == 2:
                self._repeat(parts[0], parts[1])
            elif loop.kind == CursorKind.DO_STMT and len(parts) == 2:
                self._once(parts[0])
                self._repeat(parts[1], parts[0])
            elif loop.kind == CursorKind.CXX_FOR_RANGE_STMT and len(parts) == 3:
                self._range(*parts)
            else:
                raise Unclear
        except Unclear:
            self._any_round(loop, parts[0] if loop.kind == CursorKind.DO_STMT else parts[-1])

    def _repeat(self, test: Cursor, inner: Cursor, step: Union[Cursor, None] = None) -> None:
        while not self.leaving and (goes_on := self.number(test)) != 0:
            if goes_on is None:
                raise Unclear
            self._once(inner)
            if step is not None and not self.leaving:
                self.run_expression(step)
        self.leaving = self._left()

    def _once(self, inner: Cursor) -> None:
        self._run(inner)
        if self.leaving == "continue":
            self.leaving = ""

    def _left(self) -> str:
        return "" if self.leaving == "break" else self.leaving

    def _range(self, element: Cursor, over: Cursor, inner: Cursor) -> None:
        place = self.place(over) if shape(over.type) is not None else None
        extents = shape(pointee(over.type))
        if place is None or not extents:
            raise Unclear
        by_name = element.type.get_canonical().kind == TypeKind.LVALUEREFERENCE
        if shape(pointee(element.type)) is None or (not by_name and place.extents):
            raise Unclear
        try:
            for k in range(extents[0]):
                at = place.at(k)
                value = at.of_row() if by_name else Place(Memory([converted(self.read(at), integer(element.type))]))
                self.bind(element, value)
                self._once(inner)
                if self.leaving:
                    break
        finally:
            self.bind(element, None)
        self.leaving = self._left()

    # --- what may or may not run --------------------------------------------------------------------------------------
    def _if(self, statement: Cursor) -> None:
        try:
            before, (condition, *branches) = parts_of_if(statement)
        except Unhandled as failure:
            raise Unclear from failure
        for first in before:
            self._run(first)
        value = self.number(condition)
        if value is not None:
            return self._run(branches[0]) if value else self._run(branches[1]) if len(branches) > 1 else None
        if _leaves(statement):
            raise Unclear
        for branch in branches:
            if self.has_call(branch):
                self._run(branch)
                self.leaving = ""
        return self.forget(statement)

    def _unclear(self, statement: Cursor) -> None:
        """What may or may not run."""
        if self.has_call(statement):
            raise GivenUp
        if _leaves(statement):
            raise Unclear
        self.forget(statement)

    def _any_round(self, loop: Cursor, inner: Cursor) -> None:
        """One round of a loop of which nobody knows how often it runs."""
        self.forget(loop)
        if self.has_call(inner):
            self._run(inner)
        elif self.has_call(loop):
            raise GivenUp
        self.leaving = ""
        self.forget(loop)


def _leaves(statement: Cursor) -> bool:
    """Whether it may leave the loop around it, or a round of it."""
    return any(c.kind in (CursorKind.BREAK_STMT, CursorKind.CONTINUE_STMT) for c in statement.walk_preorder())


def _converts(reference: Type, value: Cursor) -> bool:
    """Whether a reference is bound to a new value of another type."""
    of, given = pointee(reference), strip(value).type.get_canonical()
    return of.kind not in ARRAYS and of.kind != given.kind


def point_lists(values: Values, call: Cursor, argument: int, scope: Scope) -> list[tuple[Number, ...]]:
    """What an argument of a call, an array of integers, holds each time that the function around it gets there; empty if that cannot be told."""
    wanted = list(call.get_arguments())[argument]
    while (name := strip(wanted)).kind == CursorKind.DECL_REF_EXPR and name.referenced is not None and key(name.referenced) in scope.bindings:
        function = values.world.around.get(identity(wanted))
        if function is None or not left_alone(plain_uses(function, values.world.of_user), function, name.referenced):
            return []
        wanted, scope = scope.bindings[key(name.referenced)]
    if identity(wanted) not in values.lists:
        values.lists[identity(wanted)] = _held(values, wanted)
    return values.lists[identity(wanted)]


def _held(values: Values, wanted: Cursor) -> list[tuple[Number, ...]]:
    function = values.world.around.get(identity(wanted))
    code = _innermost(function, wanted) if function is not None else None
    if code is None:
        return []
    uses = plain_uses(code, values.world.of_user)
    lists = PointLists(values, uses, identity(wanted))
    if not uses.strange:
        lists.run(code)
    return lists.found


def _innermost(function: Cursor, wanted: Cursor) -> Union[Cursor, None]:
    """The statements of the function, or of the lambda in it, that reach what is wanted."""
    code = body(function)
    for c in function.walk_preorder():
        if c.kind == CursorKind.LAMBDA_EXPR and (inner := body(c)) is not None and any(identity(x) == identity(wanted) for x in inner.walk_preorder()):
            code = inner
    return code
