"""What integers, arrays of them and pointers to them hold while a function runs, and what its expressions do to them.

Test:    tests/translator/parse/point_ways_test.py
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Union

from translator.parse.integers import Number, common, computed, converted, integer
from translator.parse.libclang import Cursor, CursorKind, Identity, TypeKind, children, evaluate, identity, initialiser, key, strip, unary_operator
from translator.parse.memory import Memory, Place, shape
from translator.parse.plain_uses import STEPS, Use, Uses
from translator.parse.uses import ARRAYS, CASTS
from translator.parse.values import Values

_PARTS = (CursorKind.CALL_EXPR, CursorKind.INIT_LIST_EXPR, CursorKind.CXX_NEW_EXPR, CursorKind.MEMBER_REF_EXPR, *CASTS)  # each is evaluated once
_PLAIN = (CursorKind.PAREN_EXPR, CursorKind.UNEXPOSED_EXPR)
_VARIABLES = (CursorKind.VAR_DECL, CursorKind.PARM_DECL)


class GivenUp(Exception):
    """Something that is not understood, or takes too long."""


@dataclass(slots=True)
class Numbers:
    """Of the function that a run has reached."""

    values: Values
    uses: Uses
    wanted: Identity  # of the expression that is looked for
    found: list[tuple[Number, ...]] = field(default_factory=list)  # what it points to, each time
    places: dict[str, Union[Place, None]] = field(default_factory=dict)  # of numbers, arrays and references
    pointers: dict[str, Union[Place, None]] = field(default_factory=dict)  # where they point; None: not known

    # --- variables ----------------------------------------------------------------------------------------------------
    def bind(self, variable: Cursor, place: Union[Place, None]) -> None:
        """Makes a variable the name of a place."""
        self.places[key(variable)] = place
        self._lose(variable, place)

    def point(self, variable: Cursor, place: Union[Place, None]) -> None:
        """Makes a pointer point to a place."""
        self.pointers[key(variable)] = place
        self._lose(variable, place)

    def _lose(self, variable: Cursor, place: Union[Place, None]) -> None:
        if place is not None and key(variable) in self.uses.lost:
            place.memory.lost = True

    def forget(self, code: Cursor) -> None:
        """What the code may change is not known any more."""
        for c in code.walk_preorder():
            if c.kind == CursorKind.DECL_REF_EXPR and c.referenced is not None and c.referenced.kind in _VARIABLES and self.uses.change(c):
                self._forget_variable(c)

    def _forget_variable(self, name: Cursor) -> None:
        variable = key(name.referenced)
        shared = self.uses.of.get(identity(name)) == Use.SHARED
        place = self.pointers[variable] if variable in self.pointers else self.places.get(variable)
        if variable in self.pointers:
            self.pointers[variable] = None
        if place is not None:
            place.memory.forget()
            place.memory.lost = place.memory.lost or shared
        elif variable in self.pointers or variable in self.places:
            self._forget_all()

    def _forget_all(self) -> None:
        for place in (*self.places.values(), *self.pointers.values()):
            if place is not None:
                place.memory.forget()

    def read(self, place: Union[Place, None]) -> Number:
        known = place is not None and not place.extents and not place.memory.lost and 0 <= place.first < len(place.memory.cells)
        return place.memory.cells[place.first] if known and place is not None else None

    def _store(self, target: Cursor, place: Union[Place, None], value: Number) -> None:
        if place is not None and 0 <= place.first < len(place.memory.cells):
            place.memory.cells[place.first] = converted(value, integer(target.type))
            return
        root = strip(target)
        while root.kind != CursorKind.DECL_REF_EXPR and children(root):
            root = strip(children(root)[0])
        name = key(root.referenced) if root.kind == CursorKind.DECL_REF_EXPR and root.referenced is not None else ""
        known = self.places.get(name)
        if known is not None:
            known.memory.forget()
        elif name in self.places or name in self.pointers:
            self._forget_all()

    # --- expressions --------------------------------------------------------------------------------------------------
    def has_call(self, code: Cursor) -> bool:
        return any(identity(c) == self.wanted for c in code.walk_preorder())

    def run_expression(self, e: Cursor) -> None:
        """What it does."""
        if identity(e) == self.wanted:
            self._note(e)
        elif e.type.get_canonical().kind == TypeKind.POINTER:
            self.pointer(e)
        else:
            self.number(e)

    def _note(self, e: Cursor) -> None:
        place = self.pointer(e)
        if place is None:
            raise GivenUp
        cells = place.memory.cells[place.first :]
        self.found.append(tuple([None] * len(cells) if place.memory.lost else cells))

    def number(self, e: Cursor) -> Number:
        """Its value, after what it does."""
        kind = e.kind
        if kind in CASTS:
            return self._cast(e)
        if kind in (CursorKind.DECL_REF_EXPR, CursorKind.ARRAY_SUBSCRIPT_EXPR):
            return self._variable(e)
        if kind == CursorKind.UNARY_OPERATOR:
            return self._unary(e)
        if kind == CursorKind.COMPOUND_ASSIGNMENT_OPERATOR or (kind == CursorKind.BINARY_OPERATOR and e.spelling in ("=", ",", "&&", "||")):
            return self._ordered(e)
        if kind == CursorKind.BINARY_OPERATOR:
            return self._binary(e)
        if kind == CursorKind.CONDITIONAL_OPERATOR:
            return self._conditional(e)
        if kind == CursorKind.INIT_LIST_EXPR and integer(e.type) is not None and len(children(e)) < 2:
            return converted(self.number(children(e)[0]), integer(e.type)) if children(e) else 0
        return self._other_expression(e)

    def _other_expression(self, e: Cursor) -> Number:
        if e.kind in _PARTS:
            self._parts(e)
        elif self.has_call(e) and e.kind != CursorKind.LAMBDA_EXPR:
            raise GivenUp
        else:
            self.forget(e)
        value = evaluate(e) if integer(e.type) is not None else None
        return converted(value, integer(e.type)) if isinstance(value, int) else None

    def _parts(self, e: Cursor) -> None:
        """Whatever it is made of is evaluated, in an order that may be any."""
        parts = [c for c in children(e) if c.kind.is_expression()]
        for part in parts:
            self.run_expression(part)
        self._unordered(parts)

    def _unordered(self, parts: list[Cursor]) -> bool:
        """Forgets what one part changes and another one uses. @return whether there is such a thing"""
        names = [[c for c in p.walk_preorder() if c.kind == CursorKind.DECL_REF_EXPR and c.referenced is not None] for p in parts]
        changed = [{key(c.referenced) for c in part if self.uses.change(c)} for part in names]
        used = [{key(c.referenced) for c in part} for part in names]
        both = [part for k, part in enumerate(parts) if any(changed[k] & other for m, other in enumerate(used) if m != k)]
        for part in both:
            self.forget(part)
        return bool(both)

    def _cast(self, e: Cursor) -> Number:
        inner = [c for c in children(e) if c.kind.is_expression()]
        if not inner:
            return self._other_expression(e)
        value, type_ = None, integer(e.type)
        if type_ is None or integer(inner[-1].type) is None:
            self.run_expression(inner[-1])
        else:
            value = self.number(inner[-1])
        if value is None and type_ is not None and not any(self.uses.change(c) for c in e.walk_preorder() if c.kind == CursorKind.DECL_REF_EXPR):
            constant = evaluate(e)
            value = constant if isinstance(constant, int) else None
        return converted(value, type_)

    def _variable(self, e: Cursor) -> Number:
        variable = e.referenced if e.kind == CursorKind.DECL_REF_EXPR else None
        if variable is not None and key(variable) not in self.places:
            return self._outside(e, variable)
        return self.read(self.place(e))

    def _outside(self, e: Cursor, variable: Cursor) -> Number:
        """A number of the program that this function has not declared: known where it always has its first value."""
        value = evaluate(e)
        if not isinstance(value, int) and key(variable) not in self.uses.lost | self.uses.own:
            first = variable.kind == CursorKind.PARM_DECL or (variable.kind == CursorKind.VAR_DECL and initialiser(variable) is not None)
            value = self.values.number(e) if first else None
        return converted(value, integer(e.type)) if isinstance(value, int) else None

    def _binary(self, e: Cursor) -> Number:
        left, right = children(e)
        if TypeKind.POINTER in (left.type.get_canonical().kind, right.type.get_canonical().kind):
            self._parts(e)
            return None
        values = self.number(left), self.number(right)
        if self._unordered([left, right]):
            return None
        return computed(str(e.spelling), *values, integer(left.type) if e.spelling in ("<<", ">>") else integer(e.type))

    def _ordered(self, e: Cursor) -> Number:
        left, right = children(e)
        if e.kind == CursorKind.COMPOUND_ASSIGNMENT_OPERATOR or e.spelling == "=":
            return self.read(self._assigned(e))
        if e.spelling == ",":
            self.run_expression(left)
            return self.number(right)
        first = self.number(left)
        if first is None:
            self._maybe(right)
            return None
        if bool(first) == (e.spelling == "||"):
            return int(bool(first))
        second = self.number(right)
        return None if second is None else int(bool(second))

    def _maybe(self, e: Cursor) -> None:
        if self.has_call(e):
            self.run_expression(e)
        self.forget(e)

    def _either(self, branches: list[Cursor]) -> None:
        for branch in branches:
            self._maybe(branch)

    def _conditional(self, e: Cursor) -> Number:
        condition, *branches = children(e)
        value = self.number(condition)
        if value is not None:
            return self.number(branches[0 if value else 1])
        self._either(branches)
        return None

    def _unary(self, e: Cursor) -> Number:
        what, operand = unary_operator(e), children(e)[0]
        if what in STEPS:
            place = self.place(operand)
            value = self.read(place)
            self._store(operand, place, computed("+" if "+" in what else "-", value, 1, integer(operand.type)))
            return value if what.startswith("post") else self.read(place)
        if what == "*":
            return self.read(self.place(e))
        if what not in ("-", "+", "~", "!"):
            self._parts(e)
            return None
        value = self.number(operand)
        if value is None:
            return None
        type_ = integer(e.type)
        return computed("-", 0, value, type_) if what == "-" else converted({"+": value, "!": int(not value), "~": ~value}[what], type_)

    def _assigned(self, e: Cursor) -> Union[Place, None]:
        """An assignment, done; to where."""
        target, given = children(e)
        what = "" if e.kind == CursorKind.BINARY_OPERATOR else str(e.spelling)[:-1]
        if integer(target.type) is None:
            self.run_expression(given)
            self.run_expression(target)
            return None
        value = self.number(given)
        place = self.place(target)
        if what:
            own, other = integer(target.type), integer(given.type)
            type_ = None if own is None or other is None else own.promoted() if what in ("<<", ">>") else common(own, other)
            value = computed(what, converted(self.read(place), type_), value if what in ("<<", ">>") else converted(value, type_), type_)
        self._store(target, place, value)
        return place

    # --- places and pointers ------------------------------------------------------------------------------------------
    def place(self, e: Cursor) -> Union[Place, None]:
        """Where a variable, an element or a row lies; None: not known. After what the expression does."""
        if e.kind in _PLAIN and len(children(e)) == 1:
            return self.place(children(e)[0])
        if e.kind == CursorKind.DECL_REF_EXPR:  # a name in a template may be nobody's yet
            return None if e.referenced is None else self._named(e)
        if e.kind == CursorKind.ARRAY_SUBSCRIPT_EXPR:
            base, index = children(e)
            where, by = self.pointer(base), self.number(index)
            return None if self._unordered([base, index]) else self._moved(where, by, row=True)
        if e.kind == CursorKind.UNARY_OPERATOR and unary_operator(e) == "*":
            return self._moved(self.pointer(children(e)[0]), 0, row=True)
        if e.kind == CursorKind.UNARY_OPERATOR and unary_operator(e) in ("++", "--"):
            self.number(e)
            return self.place(strip(children(e)[0])) if strip(children(e)[0]).kind == CursorKind.DECL_REF_EXPR else None
        if (e.kind == CursorKind.BINARY_OPERATOR and e.spelling == "=") or e.kind == CursorKind.COMPOUND_ASSIGNMENT_OPERATOR:
            return self._assigned(e)
        if e.kind == CursorKind.BINARY_OPERATOR and e.spelling == ",":
            self.run_expression(children(e)[0])
            return self.place(children(e)[1])
        self.number(e)
        return None

    def pointer(self, e: Cursor) -> Union[Place, None]:
        """Where a pointer, or an array that becomes one, points; None: not known. After what the expression does."""
        kind = e.kind
        if e.type.get_canonical().kind in ARRAYS:
            return self.place(e)
        if kind == CursorKind.DECL_REF_EXPR and e.referenced is not None:
            return self.pointers[key(e.referenced)] if key(e.referenced) in self.pointers else self._named(e)
        if kind in CASTS and len(children(e)) == 1 and children(e)[0].type.get_canonical().kind in (*ARRAYS, TypeKind.POINTER):
            return self.pointer(children(e)[0])
        if kind == CursorKind.UNARY_OPERATOR and unary_operator(e) == "&":
            place = self.place(children(e)[0])
            return place if place is not None and not place.extents else None
        if kind == CursorKind.UNARY_OPERATOR and unary_operator(e) in STEPS:
            return self._step(e)
        if kind in (CursorKind.BINARY_OPERATOR, CursorKind.COMPOUND_ASSIGNMENT_OPERATOR):
            return self._pointer_operator(e)
        if kind == CursorKind.CONDITIONAL_OPERATOR:
            condition, *branches = children(e)
            value = self.number(condition)
            if value is not None:
                return self.pointer(branches[0 if value else 1])
            self._either(branches)
            return None
        self._other_expression(e)
        return None

    def _step(self, e: Cursor) -> Union[Place, None]:
        what, operand = unary_operator(e), strip(children(e)[0])
        before = self.pointer(operand)
        after = self._moved(before, 1 if "+" in what else -1)
        self._repoint(operand, after)
        return before if what.startswith("post") else after

    def _pointer_operator(self, e: Cursor) -> Union[Place, None]:
        left, right = children(e)
        what = str(e.spelling)
        if what == ",":
            self.run_expression(left)
            return self.pointer(right)
        if what == "=":
            to = self.pointer(right)
            self._repoint(strip(left), to)
            return to
        by, where = self.number(right), self.pointer(left)
        moved = self._moved(where, None if by is None or self._unordered([left, right]) else -by if what in ("-", "-=") else by)
        if what in ("+=", "-="):
            self._repoint(strip(left), moved)
        return moved

    def _repoint(self, target: Cursor, to: Union[Place, None]) -> None:
        if target.kind == CursorKind.DECL_REF_EXPR and target.referenced is not None:
            self.point(target.referenced, to)
            return
        self.place(target)
        if to is not None:
            to.memory.lost = True

    def _moved(self, base: Union[Place, None], by: Number, row: bool = False) -> Union[Place, None]:
        if base is None or by is None:
            return None
        moved = base.at(by)
        return moved.of_row() if row else moved

    def _named(self, e: Cursor) -> Union[Place, None]:
        """Arrays from outside of the function are those of their initialiser, where nobody writes them."""
        name = key(e.referenced)
        if name not in self.places and name not in self.uses.lost | self.uses.own and (known := self.values.numbers(e)) is not None:
            extents = shape(e.type)
            self.places[name] = Place(Memory(list(known)), 0, extents[1:] if extents else ())
        return self.places.get(name)
