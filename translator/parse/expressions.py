"""Lowering of expressions: literals, operators and conversions, with what they do on the way."""

from __future__ import annotations

import re
from collections.abc import Callable

from translator.ir import Assign, Binary, Const, Declare, Expr, If, Select, Unary, Var
from translator.parse.conversions import binary, convert, negative, promoted
from translator.parse.dependence import changed_by
from translator.parse.designation import LITERALS, WRAPPERS
from translator.parse.libclang import (Cursor, CursorKind, TypeKind, children, constant, pointee, scalar_type, source, span, strip,
                                       unary_operator, unparenthesised)
from translator.parse.lowering import ONE
from translator.parse.places import Place, Unhandled, read
from translator.parse.pointers import Pointers, negated

_CHANGING = (CursorKind.UNARY_OPERATOR, CursorKind.BINARY_OPERATOR, CursorKind.COMPOUND_ASSIGNMENT_OPERATOR)
_SHIFTS = ("<<", ">>")
_NUMBER = re.compile(r"(0[xX][0-9a-fA-F.]+([pP][+-]?\d+)?|[0-9.]+([eE][+-]?\d+)?)[fFlL]?")


class Expressions(Pointers):
    """Values and places of expressions other than calls."""

    def value(self, cursor: Cursor) -> Expr:
        self.ledger.take(cursor)
        kind = cursor.kind
        if kind in LITERALS:
            return self._literal(cursor)
        if kind in WRAPPERS:
            return self._wrapped(cursor)
        handler = self._operators().get(kind)
        if handler is not None:
            return handler(cursor)
        return read(self.place(cursor), span(cursor))

    def _operators(self) -> dict[CursorKind, Callable[[Cursor], Expr]]:
        return {
            CursorKind.UNARY_OPERATOR: self._unary, CursorKind.BINARY_OPERATOR: self._binary,
            CursorKind.COMPOUND_ASSIGNMENT_OPERATOR: self._compound, CursorKind.CONDITIONAL_OPERATOR: self._conditional,
        }

    def condition(self, cursor: Cursor) -> Expr:
        """The value of an expression as a bool."""
        return convert(self.value(cursor), "bool")

    def effect(self, cursor: Cursor) -> None:
        """An expression statement."""
        self.ledger.take(cursor)
        cursor = unparenthesised(cursor)
        self.ledger.take(cursor)
        if _is_pointer(cursor) and cursor.kind in _CHANGING:
            self.place(cursor)
        elif cursor.kind in WRAPPERS and cursor.type.get_canonical().kind == TypeKind.VOID:
            self.ignored([c for c in cursor.get_children() if c.kind.is_expression()])
        elif cursor.kind == CursorKind.UNARY_OPERATOR and unary_operator(cursor).startswith("post"):
            self._step(cursor)
        elif cursor.kind == CursorKind.CALL_EXPR:
            self.call(cursor)
        elif cursor.kind == CursorKind.BINARY_OPERATOR and cursor.spelling == ",":
            for operand in children(cursor):
                self.effect(operand)
        elif cursor.kind == CursorKind.CONDITIONAL_OPERATOR:
            self._either(cursor)
        elif cursor.kind == CursorKind.BINARY_OPERATOR and cursor.spelling == "=":
            self._assignment(cursor)
        else:
            self.value(cursor)

    def ignored(self, values: list[Cursor]) -> None:
        """(void)x: what it does, if it does anything; nothing of void()."""
        for value in values:
            if strip(value).kind in (CursorKind.DECL_REF_EXPR, *LITERALS):
                self.ledger.whole(value)
            elif strip(value).kind == CursorKind.MEMBER_REF_EXPR:
                self.place(value)
            else:
                self.effect(value)

    def _literal(self, cursor: Cursor) -> Expr:
        self.ledger.whole(cursor)
        found = constant(cursor, scalar_type(cursor.type))
        if found is None:
            raise Unhandled(f"the literal '{source(cursor)}'", span(cursor))
        text = source(cursor) if cursor.kind == CursorKind.FLOATING_LITERAL else ""
        if _NUMBER.fullmatch(text):
            return Const(found.value, found.type, text)
        return found

    def _wrapped(self, cursor: Cursor) -> Expr:
        inner = [c for c in cursor.get_children() if c.kind.is_expression()]
        type_name = scalar_type(cursor.type)
        if not inner:
            found = constant(cursor, type_name) if type_name else None
            if found is None:
                raise Unhandled(f"the expression '{source(cursor)}'", span(cursor))
            return found
        if len(inner) > 1:
            raise Unhandled(f"the expression '{source(cursor)}'", span(cursor), "replace this expression with code that uses only arithmetic, if statements and loops")
        if type_name == "bool" and _is_pointer(inner[-1]):
            return self.points(self.place(inner[-1]), span(cursor))
        value = self.value(inner[-1])
        return convert(value, type_name) if type_name else value

    # Operators.
    def _unary(self, cursor: Cursor) -> Expr:
        op = unary_operator(cursor)
        operand = children(cursor)[0]
        if op in ("++", "--"):
            return read(self._step(cursor), span(cursor))
        if op in ("post++", "post--"):
            old = self.temporary(self.value(operand), "old", span(cursor))
            self._step(cursor)
            return old
        if op == "-":
            return negative(self.value(operand))
        if op == "!":
            test = self.condition(operand)
            return negated(test) if isinstance(test, Const) else Unary("!", test, "bool")
        if op == "__extension__":
            return self.value(operand)
        if op not in ("+", "~", "*", "&"):
            raise Unhandled(f"the operator '{op or source(cursor)}'", span(cursor), "replace this expression with code that uses only arithmetic, if statements and loops")
        if op in ("+", "~"):
            value = self.value(operand)
            value = convert(value, promoted(value.type))
            return value if op == "+" else Unary(op, value, value.type)
        return read(self.place(cursor), span(cursor))

    def _step(self, cursor: Cursor) -> Place:
        """++x, --x and their postfix forms, without a value."""
        target = self.place(children(cursor)[0])
        change = binary(unary_operator(cursor)[-1], read(target, span(cursor)), ONE)
        self.assign(target, change, span(cursor))
        return target

    def _binary(self, cursor: Cursor) -> Expr:
        op = cursor.spelling
        left, right = children(cursor)
        if op == "=":
            return read(self._assignment(cursor), span(cursor))
        if op == ",":
            self.effect(left)
            return self.value(right)
        if op in ("&&", "||"):
            return self._short_circuit(cursor)
        if _is_pointer(left) and _is_pointer(right):
            return self.between(cursor)
        first = self.value(left)
        second, on_the_way = self.captured(lambda: self.value(right))
        if op in _SHIFTS and changed_by(first, on_the_way):  # the left side comes first
            first = self.temporary(first, "value", span(cursor))
        self.out += on_the_way
        return binary(op, first, second)

    def _assignment(self, cursor: Cursor) -> Place:
        left, right = children(cursor)
        if scalar_type(left.type):
            value = self.value(right)
            target, on_the_way = self.captured(lambda: self.place(left))
            if changed_by(value, on_the_way):  # the right side comes first
                value = self.temporary(value, "value", span(cursor))
            self.out += on_the_way
            self.assign(target, value, span(cursor))
            return target
        target = self.place(left)
        self.copy(target, self.place(right), span(cursor))
        return target

    def changed(self, cursor: Cursor) -> Place:
        if cursor.kind == CursorKind.UNARY_OPERATOR:
            return self._step(cursor)
        return self._assignment(cursor) if cursor.spelling == "=" else self._compounded(cursor)

    def _compound(self, cursor: Cursor) -> Expr:
        return read(self._compounded(cursor), span(cursor))

    def _compounded(self, cursor: Cursor) -> Place:
        left, right = children(cursor)
        value, before = self.captured(lambda: self.value(right))
        target, on_the_way = self.captured(lambda: self.place(left))
        if changed_by((value, before), on_the_way):  # the right side comes first, but compilers differ
            raise Unhandled(f"the kernel contains '{source(cursor)}', whose left-hand side changes a variable that the right-hand side uses", span(cursor),
                            "change the variable in a separate statement")
        self.out += (*before, *on_the_way)
        self.assign(target, binary(cursor.spelling[:-1], read(target, span(cursor)), value), span(cursor))
        return target

    def _short_circuit(self, cursor: Cursor) -> Expr:
        left, right = children(cursor)
        first = self.condition(left)
        if isinstance(first, Const) and first.value == (cursor.spelling == "&&"):
            return self.condition(right)
        if isinstance(first, Const):
            self.ledger.dead(right)
            return first
        second, before = self.captured(lambda: self.condition(right))
        if not before:
            return Binary(cursor.spelling, first, second, "bool")
        answer = self.temporary(first, "test", span(cursor))
        goes_on: Expr = answer if cursor.spelling == "&&" else Unary("!", answer, "bool")
        self.emit(If(goes_on, (*before, Assign(answer, second, span(cursor))), (), span(cursor)))
        return answer

    def _conditional(self, cursor: Cursor) -> Expr:
        test, then, other = children(cursor)
        condition = self.condition(test)
        type_name = scalar_type(cursor.type)
        if not type_name:
            raise Unhandled("the kernel uses a conditional expression whose value is not a scalar", span(cursor), "write it as an if")
        if isinstance(condition, Const):
            return convert(self.value(self.chosen(condition, [then], [other])[0]), type_name)
        first, before_first = self.captured(lambda: self.value(then))
        second, before_second = self.captured(lambda: self.value(other))
        first, second = convert(first, type_name), convert(second, type_name)
        if not before_first and not before_second:
            return Select(condition, first, second, type_name)
        answer = Var(self.fresh("chosen"), type_name)
        self.emit(Declare(answer.name, type_name, (), None, span(cursor)))
        branches = [(*b, Assign(answer, v, span(cursor))) for b, v in ((before_first, first), (before_second, second))]
        self.emit(If(condition, branches[0], branches[1], span(cursor)))
        return answer

    def _either(self, cursor: Cursor) -> None:
        """A conditional expression used as a statement."""
        test, then, other = children(cursor)
        condition = self.condition(test)
        if isinstance(condition, Const):
            return self.effect(self.chosen(condition, [then], [other])[0])
        _, first = self.captured(lambda: self.effect(then))
        _, second = self.captured(lambda: self.effect(other))
        if first or second:
            self.emit(If(condition, first, second, span(cursor)))
        return None


def _is_pointer(cursor: Cursor) -> bool:
    return bool(pointee(cursor.type).kind == TypeKind.POINTER)
