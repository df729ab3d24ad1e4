"""Lowering of what kernels use of <algorithm> and <numeric>, and of the members of std::array: loops over elements.

A range is a number of elements from some place in an array on. What is called for each of them, which a function template of the library was
given, is the function that its instance calls.

Test:    tests/kernels/constructs_test.py, tests/translator/parse/refusals_test.py
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Union

from translator.ir import Assign, Const, Expr, For, If, Span, Var
from translator.parse.conversions import binary, convert
from translator.parse.expressions import Expressions
from translator.parse.libclang import Cursor, CursorKind, array_parts, children, pointee, scalar_type, source, span
from translator.parse.lowering import ONE, ZERO, Frame
from translator.parse.places import Closure, Function, Place, Scalar, Struct, Unhandled, advance, element, position, positioned, read
from translator.parse.world import body

_SORTED = 16  # elements up to which the library's std::sort keeps the order of equal ones, as it is kept here
Given = Union[Cursor, Place]


@dataclass(frozen=True, slots=True)
class _Range:
    first: Place
    count: Expr


class Algorithms(Expressions):
    """Functions over ranges."""

    def inline(self, definition: Cursor, arguments: Sequence[Given], cursor: Cursor, this: Union[Place, None] = None,
               outer: Union[Frame, None] = None) -> Union[Place, None]:
        """The body of a function in place of its call."""
        raise NotImplementedError

    def algorithm(self, name: str, cursor: Cursor, arguments: list[Cursor]) -> Union[Callable[[], Union[Place, None]], None]:
        """What lowers a call of such a function; None if it is another."""
        known: dict[str, tuple[Callable[[Cursor, list[Cursor]], Union[Place, None]], tuple[int, ...]]] = {
            "fill": (self._fill, (3,)), "fill_n": (self._fill, (3,)), "copy": (self._copy, (3,)), "copy_n": (self._copy, (3,)),
            "iota": (self._iota, (3,)), "accumulate": (self._accumulate, (3, 4)), "inner_product": (self._inner_product, (4,)),
            "transform": (self._transform, (4, 5)), "for_each": (self._for_each, (3,)), "sort": (self._sort, (2, 3)),
        }
        lower, counts = known.get(name, (None, ()))
        return None if lower is None or len(arguments) not in counts else lambda: lower(cursor, arguments)

    def member_of_array(self, name: str, cursor: Cursor, arguments: list[Cursor]) -> Union[Callable[[], Union[Place, None]], None]:
        """.. of a member function of std::array, or of std::begin and the like; None for others."""
        callee = children(cursor)[0] if children(cursor) else cursor
        below = [c for c in children(callee) if c.kind.is_expression()] if callee.kind == CursorKind.MEMBER_REF_EXPR else arguments[:1]
        parts = array_parts(below[0].type) if below else None
        if parts is None:
            return None
        own, given = below[0], arguments if callee.kind == CursorKind.MEMBER_REF_EXPR else arguments[1:]
        last, where = Const(parts[0] - 1, "int"), span(cursor)
        known: dict[tuple[str, int], Callable[[], Union[Place, None]]] = {
            **{(n, 0): lambda: advance(self.place(own), ZERO, where) for n in ("begin", "cbegin", "data")},
            **{(n, 0): lambda: advance(self.place(own), Const(parts[0], "int"), where) for n in ("end", "cend")},
            ("front", 0): lambda: self.element_of(self.place(own), ZERO, cursor), ("back", 0): lambda: self.element_of(self.place(own), last, cursor),
            ("at", 1): lambda: self.element_of(self.place(own), self.value(given[0]), cursor),
            ("fill", 1): lambda: self._filled(_Range(self.place(own), Const(parts[0], "int")), given[0], cursor),
        }
        return known.get((name, len(given)))

    # Ranges.
    def _range(self, arguments: Sequence[Cursor], cursor: Cursor) -> _Range:
        """[first, last); [first, first + n) if the second argument is a number."""
        where = span(cursor)
        self.require_plain_assignment(pointee(arguments[0].type).get_pointee(), cursor)
        first = self.frozen(self.place(arguments[0]), where)
        start = position(first)
        if scalar_type(arguments[1].type):
            count: Expr = convert(self.value(arguments[1]), "int")
        else:
            last = self.place(arguments[1])
            stop = position(last)
            if start is None or stop is None or positioned(first, ZERO) != positioned(last, ZERO):
                raise Unhandled(f"the translator cannot tell whether both ends of the range in '{source(cursor)}' belong to the same array",
                                where, "write a loop")
            count = binary("-", stop, start)
        return _Range(first, count if isinstance(count, Const) else self.temporary(count, "count", where))

    def _each(self, range_: _Range, where: Span, act: Callable[[Expr], None]) -> None:
        """act(k) for the number of every element."""
        at = Var(self.fresh("element"), "int")
        self.counters.add(at.name)
        _, inner = self.captured(lambda: act(at))
        self.emit(For(at.name, ZERO, range_.count, 1, inner, where))

    def _fill(self, cursor: Cursor, arguments: list[Cursor]) -> Place:
        return self._filled(self._range(arguments, cursor), arguments[2], cursor)

    def _filled(self, range_: _Range, value: Cursor, cursor: Cursor) -> Place:
        where = span(cursor)
        kept = self._kept(value, where)
        self._each(range_, where, lambda k: self.copy(element(range_.first, k, where), kept, where))
        return advance(range_.first, range_.count, where)

    def _kept(self, value: Cursor, where: Span) -> Place:
        """A copy."""
        if scalar_type(value.type):
            number = self.value(value)
            return Scalar(number if isinstance(number, Const) else self.temporary(number, "value", where))
        kept = self.local(value.type, "value", where)
        self.copy(kept, self.place(value), where)
        return kept

    def _copy(self, cursor: Cursor, arguments: list[Cursor]) -> Place:
        where = span(cursor)
        range_, to = self._range(arguments, cursor), self.frozen(self.place(arguments[2]), where)
        self._each(range_, where, lambda k: self.copy(element(to, k, where), element(range_.first, k, where), where))
        return advance(to, range_.count, where)

    def _iota(self, cursor: Cursor, arguments: list[Cursor]) -> None:
        where, range_, next_ = span(cursor), self._range(arguments, cursor), self._counter(arguments[2], span(cursor))

        def act(k: Expr) -> None:
            self.assign(element(range_.first, k, where), next_, where)
            self.emit(Assign(next_, convert(binary("+", next_, ONE), next_.type), where))

        self._each(range_, where, act)

    def _counter(self, value: Cursor, where: Span) -> Var:
        """A variable with the type and value of an expression."""
        return self.temporary(convert(self.value(value), scalar_type(value.type)), "value", where)

    # Sums, and functions of elements.
    def _accumulate(self, cursor: Cursor, arguments: list[Cursor]) -> Place:
        where, range_ = span(cursor), self._range(arguments, cursor)
        total = self._kept_variable(arguments[2], cursor)

        def act(k: Expr) -> None:
            item = element(range_.first, k, where)
            if len(arguments) == 4:
                self.copy(total, self._applied_to(arguments[3], [total, item], cursor), where)
            else:
                self.assign(total, binary("+", read(total, where), read(item, where)), where)

        self._each(range_, where, act)
        return total

    def _kept_variable(self, value: Cursor, cursor: Cursor) -> Place:
        """A variable of the type that a call returns, with a value."""
        made = self.local(cursor.type, "total", span(cursor))
        self.initialise_one(made, value, cursor)
        return made

    def _inner_product(self, cursor: Cursor, arguments: list[Cursor]) -> Place:
        where, range_ = span(cursor), self._range(arguments, cursor)
        other, total = self.frozen(self.place(arguments[2]), where), self._kept_variable(arguments[3], cursor)

        def act(k: Expr) -> None:
            product = binary("*", read(element(range_.first, k, where), where), read(element(other, k, where), where))
            self.assign(total, binary("+", read(total, where), product), where)

        self._each(range_, where, act)
        return total

    def _transform(self, cursor: Cursor, arguments: list[Cursor]) -> Place:
        where, range_, *others = span(cursor), self._range(arguments, cursor), *(self.frozen(self.place(a), span(cursor)) for a in arguments[2:-1])
        to = others[-1]

        def act(k: Expr) -> None:
            items = [element(place, k, where) for place in (range_.first, *others[:-1])]
            self.copy(element(to, k, where), self._applied_to(arguments[-1], items, cursor), where)

        self._each(range_, where, act)
        return advance(to, range_.count, where)

    def _for_each(self, cursor: Cursor, arguments: list[Cursor]) -> None:
        where, range_ = span(cursor), self._range(arguments, cursor)
        called, of = self.place(arguments[2]), arguments[2]

        def act(k: Expr) -> None:
            self._called_with(called, of, [element(range_.first, k, where)], cursor)

        self._each(range_, where, act)

    def _applied_to(self, function: Cursor, items: list[Place], cursor: Cursor) -> Place:
        result = self._called_with(self.place(function), function, items, cursor)
        if result is None:
            raise Unhandled(f"'{source(function)}', which returns nothing", span(cursor))
        return result

    def _called_with(self, function: Place, given: Cursor, items: list[Place], cursor: Cursor) -> Union[Place, None]:
        if isinstance(function, Function):
            return self.inline(self.world.definition(function.cursor) or function.cursor, items, cursor)
        found = _operator(given, cursor)
        if found is None or not isinstance(function, (Closure, Struct)):
            raise Unhandled(f"'{source(cursor)}', which calls an unknown function", span(cursor), "write a loop")
        if isinstance(function, Closure):
            assert isinstance(function.frame, Frame)
            return self.inline(found, items, cursor, this=function.frame.this, outer=function.frame)
        return self.inline(found, items, cursor, this=function)

    # Order.
    def _sort(self, cursor: Cursor, arguments: list[Cursor]) -> None:
        """By insertion, as the library does it for so few."""
        where, range_ = span(cursor), self._range(arguments, cursor)
        if not isinstance(range_.count, Const) or range_.count.value > _SORTED:
            raise Unhandled(f"std::sort of {'more than ' + str(_SORTED) if isinstance(range_.count, Const) else 'a number of elements that is not constant'}"
                            f"{' elements' if isinstance(range_.count, Const) else ''}", where, "write the loops that sort")
        last, inner = Var(self.fresh("sorted"), "int"), Var(self.fresh("element"), "int")
        self.counters |= {last.name, inner.name}
        body_of = self.captured(lambda: self._in_order(range_.first, inner, arguments[2:], cursor))[1]
        down = For(inner.name, last, ZERO, -1, body_of, where)
        self.emit(For(last.name, ONE, range_.count, 1, (down,), where))

    def _in_order(self, first: Place, at: Expr, less: list[Cursor], cursor: Cursor) -> None:
        """Exchanges an element and the one before it, if they are not."""
        where = span(cursor)
        here, before = element(first, at, where), element(first, binary("-", at, ONE), where)
        test = read(self._applied_to(less[0], [here, before], cursor), where) if less else binary("<", read(here, where), read(before, where))
        _, exchanged = self.captured(lambda: self._exchange(here, before, cursor))
        self.emit(If(convert(test, "bool"), exchanged, (), where))

    def _exchange(self, first: Place, second: Place, cursor: Cursor) -> None:
        where = span(cursor)
        if isinstance(first, Scalar):
            old: Place = Scalar(self.temporary(first.target, "old", where))
        else:
            old = self.local(children(cursor)[1].type.get_pointee(), "old", where)
            self.copy(old, first, where)
        self.copy(first, second, where)
        self.copy(second, old, where)


def _operator(function: Cursor, call: Cursor) -> Union[Cursor, None]:
    """The call operator of an object; if it is a template, the instance that the called function template runs."""
    own = [m for m in pointee(function.type).get_declaration().get_children() if m.spelling == "operator()"]
    if len(own) == 1 and own[0].kind == CursorKind.CXX_METHOD:
        return own[0].get_definition()
    instance = call.referenced.get_definition()
    code = None if instance is None else body(instance)
    return None if code is None else next((c.referenced for c in code.walk_preorder() if c.kind == CursorKind.CALL_EXPR and c.spelling == "operator()"), None)
