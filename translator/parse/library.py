"""Lowering of calls of library functions: <cmath>, and what kernels use of <algorithm>, <limits>, <array> and <utility>."""

from __future__ import annotations

from typing import Union

from translator.ir import Binary, Call, Const, Element, Expr, Global, Load, Select, Var
from translator.parse.conversions import binary, convert
from translator.parse.algorithms import Algorithms
from translator.parse.instead import of_function
from translator.parse.libclang import (Cursor, CursorKind, array_parts, children, constant, is_real, scalar_type, source, span, strip)
from translator.parse.lowering import designates
from translator.parse.mathematics import ARITY, INTEGER_SECOND, PREDICATES, plain_name
from translator.parse.places import Place, Scalar, Struct, Unhandled, read

OFFSETS = ("pointer_offset", "pointer_component_offset")  # what OPS_ACCn(..) expands to
CHEAP = (Const, Var)
_AS_WRITTEN = ("hypot", "__hypot3")


class Library(Algorithms):
    """Functions that are not the application's."""

    def library(self, cursor: Cursor, name: str, arguments: list[Cursor]) -> Union[Place, None]:
        """The value of a call; None if it has none."""
        if name in OFFSETS:
            raise Unhandled(f"'{source(cursor)}' outside of an index", span(cursor), "write p[OPS_ACC0(i, j)]")
        if name == "swap" and len(arguments) == 2:
            self._swap(arguments, cursor)
            return None
        if name in ("move", "forward", "as_const") and len(arguments) == 1:
            return self.place(arguments[0])
        if name == "to_underlying" and len(arguments) == 1:
            return Scalar(convert(self.value(arguments[0]), scalar_type(cursor.type)))
        if name == "make_pair" and len(arguments) == 2:
            return self.paired(self.local(cursor.type, "made", span(cursor)), arguments, cursor)
        lower = self.algorithm(name, cursor, arguments) or self.member_of_array(name, cursor, arguments)
        if lower is not None:
            return lower()
        if name in ("lerp", "midpoint") and scalar_type(cursor.type):
            return Scalar(self._between(name, cursor, arguments))
        if name == "exchange" and len(arguments) == 2:
            return self._exchanged(arguments, cursor)
        if name == "minmax" and arguments:
            return self._least_and_most(arguments, cursor)
        if name == "get" and len(arguments) == 1:
            return self._numbered(arguments[0], cursor)
        if name in ("size", "ssize"):
            return Scalar(self._size(cursor, arguments))
        if name in ("min", "max", "clamp") and arguments:
            return Scalar(self._ordered(name, arguments, cursor))
        alone = all(a.kind == CursorKind.STRING_LITERAL for a in map(strip, arguments))
        folded = constant(cursor, scalar_type(cursor.type)) if alone and scalar_type(cursor.type) else None
        if folded is not None:
            self.ledger.whole(*arguments)
            return Scalar(folded)  # std::numeric_limits, INFINITY, NAN
        plain = plain_name(name)
        if name in _AS_WRITTEN and len(arguments) == 3:
            return self._as_written(cursor, arguments)
        if plain == "" or len(arguments) != ARITY[plain]:
            self.mind_lost(cursor)
            name = "assert" if name == "__assert_fail" else name
            raise Unhandled(f"the kernel calls the library function '{name}', which the translator does not support", span(cursor), of_function(name))
        return Scalar(self._mathematics(plain, cursor, arguments))

    def paired(self, made: Place, arguments: list[Cursor], cursor: Cursor) -> Place:
        """A std::pair of two values."""
        assert isinstance(made, Struct)
        for (_, member), argument in zip(made.members, arguments, strict=True):
            self.initialise_one(member, argument, cursor)
        return made

    def _as_written(self, cursor: Cursor, arguments: list[Cursor]) -> Union[Place, None]:
        """By the text of the library, so that its bits are those of the reference."""
        definition = cursor.referenced.get_definition()
        if definition is None:
            raise Unhandled(f"the kernel calls the library function '{cursor.spelling}', which the translator does not support",
                            span(cursor), "write the function in the program")
        return self.inline(definition, arguments, cursor)

    def _between(self, name: str, cursor: Cursor, arguments: list[Cursor]) -> Expr:
        """std::lerp(a, b, t) with the bits of the library; where t is 1, the value b is written so that it has the derivative by t."""
        if name == "midpoint" or len(arguments) != 3 or not is_real(scalar_type(cursor.type)):
            raise Unhandled(f"the kernel calls the library function '{name}', which the translator does not support", span(cursor), "write a + (b - a) / 2")
        type_name, where = scalar_type(cursor.type), span(cursor)
        a, b, t = (self._cheap(convert(self.value(x), type_name), cursor) for x in arguments)
        zero, one = Const(0.0, type_name), Const(1.0, type_name)

        def both(first: Expr, second: Expr, op: str = "&&") -> Expr:
            return Binary(op, first, second, "bool")

        apart = both(both(binary("<=", a, zero), binary(">=", b, zero)), both(binary(">=", a, zero), binary("<=", b, zero)), "||")
        x = self.temporary(binary("+", a, binary("*", t, binary("-", b, a))), "value", where)
        within = Select(binary("<", b, x), x, b, type_name), Select(binary(">", b, x), x, b, type_name)
        beyond = Select(binary("==", binary(">", t, one), binary(">", b, a)), *within, type_name)
        at_one = binary("+", b, binary("*", binary("-", t, one), binary("-", b, a)))
        mixed = binary("+", binary("*", t, b), binary("*", binary("-", one, t), a))
        return Select(apart, mixed, Select(binary("==", t, one), at_one, beyond, type_name), type_name)

    def _exchanged(self, arguments: list[Cursor], cursor: Cursor) -> Place:
        """std::exchange: the old value."""
        where = span(cursor)
        self.require_plain_assignment(arguments[0].type, cursor)
        old = self.local(cursor.type, "old", where)
        target = self.place(arguments[0])
        self.copy(old, target, where)
        self.initialise_one(target, arguments[1], cursor)
        return old

    def _numbered(self, whole: Cursor, cursor: Cursor) -> Place:
        """std::get of an array or a pair."""
        number = int(cursor.referenced.get_template_argument_value(0))
        place = self.place(whole)
        if array_parts(whole.type) is not None:
            return self.element_of(place, Const(number, "int"), cursor)
        if isinstance(place, Struct) and [name for name, _ in place.members] == ["first", "second"]:
            return place.members[number][1]
        raise Unhandled(f"the call '{source(cursor)}'", span(cursor), "use a struct with named members")

    def _size(self, cursor: Cursor, arguments: list[Cursor]) -> Expr:
        """Elements of an array."""
        of = arguments or [c for c in children(children(cursor)[0]) if c.kind.is_expression()]
        parts = array_parts(strip(of[0]).type) if of else None
        if parts is None:
            raise Unhandled("the size of a container", span(cursor), "write the number")
        self.ignored(of[:1])
        return Const(parts[0], scalar_type(cursor.type))

    def _mathematics(self, plain: str, cursor: Cursor, arguments: list[Cursor]) -> Expr:
        values = [self.value(a) for a in arguments]
        result = scalar_type(cursor.type)
        if plain in PREDICATES:
            return Call(plain, tuple(values), "bool")
        if plain == "abs" and is_real(result):
            plain = "fabs"
        if plain in INTEGER_SECOND:
            return Call(plain, (convert(values[0], result), convert(values[1], "int")), result)
        of = result if is_real(result) or plain == "abs" else _widest(values)
        return Call(plain, tuple(convert(v, of) for v in values), result)

    def _ordered(self, name: str, arguments: list[Cursor], cursor: Cursor) -> Expr:
        """std::min, std::max and std::clamp, with their own comparisons."""
        if len(arguments) == 1:
            arguments = self._list(arguments[0], name, cursor)
        elif len(arguments) != (3 if name == "clamp" else 2):
            raise Unhandled(f"std::{name} with a user-defined comparison", span(cursor), "write it with ifs")
        first, *others = (self._cheap(self.value(a), cursor) for a in arguments)
        if name == "clamp":
            low, high = others
            return Select(Binary("<", first, low, "bool"), low, Select(Binary("<", high, first, "bool"), high, first, first.type), first.type)
        for position, other in enumerate(others):
            best = first if position == 0 else self._cheap(first, cursor)
            test = Binary("<", other, best, "bool") if name == "min" else Binary("<", best, other, "bool")
            first = Select(test, other, best, best.type)
        return first

    def _least_and_most(self, arguments: list[Cursor], cursor: Cursor) -> Place:
        """std::minmax: of equal values the first is the least, the last the most."""
        where = span(cursor)
        if len(arguments) == 2 and scalar_type(arguments[0].type) == scalar_type(arguments[1].type):
            a, b = (self.variables(self.value(x), where) for x in arguments)
            test = self.temporary(Binary("<", b, a, "bool"), "test", where)
            return Struct((("first", Scalar(Select(test, b, a, a.type))), ("second", Scalar(Select(test, a, b, a.type)))))
        if len(arguments) > 1:
            raise Unhandled("std::minmax with a user-defined comparison", where, "write it with ifs")
        given = self._list(arguments[0], "minmax", cursor)
        values = [self.value(a) for a in given]
        first, *others = (v if isinstance(v, CHEAP) else self.temporary(v, "value", span(cursor)) for v in values)
        least: Expr = first
        most = least
        for other in others:
            lower, upper = Binary("<", other, least, "bool"), Binary("<", other, most, "bool")
            least = self.temporary(Select(lower, other, least, least.type), "least", span(cursor))
            most = self.temporary(Select(upper, most, other, most.type), "most", span(cursor))
        return Struct((("first", Scalar(least)), ("second", Scalar(most))))

    def _list(self, argument: Cursor, name: str, cursor: Cursor) -> list[Cursor]:
        """The values of a braced list."""
        values = self.ledger.through(argument)
        if values.kind != CursorKind.INIT_LIST_EXPR or not children(values):
            raise Unhandled(f"std::{name} of something other than a list of values", span(cursor), f"nest calls: std::{name}(a, std::{name}(b, c))")
        return children(values)

    def _cheap(self, value: Expr, cursor: Cursor) -> Expr:
        is_variable = isinstance(value, Select) and designates(value)  # what std::max returns may refer to it
        return value if is_variable or isinstance(value, (*CHEAP, Load, Global, Element)) else self.temporary(value, "value", span(cursor))

    def _swap(self, arguments: list[Cursor], cursor: Cursor) -> None:
        where = span(cursor)
        if not scalar_type(arguments[0].type):
            self.require_plain_assignment(arguments[0].type, cursor)
            old = self.local(arguments[0].type, "old", where)
            first, second = (self.unfollowed(self.ledger.through(a)) for a in arguments)
            self.copy(old, first, where)
            self.copy(first, second, where)
            self.copy(second, old, where)
            return
        first, second = (self.place(a) for a in arguments)
        old_value = self.temporary(read(first, where), "old", where)
        self.assign(first, read(second, where), where)
        self.assign(second, old_value, where)


def _widest(values: list[Expr]) -> str:
    return "double" if not all(v.type == "float" for v in values) else "float"
