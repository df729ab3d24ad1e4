"""Static values: what an expression can be, followed through variables, members, parameters, branches and functions.

Flow-insensitive: a variable can be whatever the program assigns to it anywhere. Knows clang; knows no OPS types.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Union

from translator.parse.libclang import Cursor, CursorKind, Identity, TypeKind, children, default_of, evaluate, file_of, identity, key, string, strip
from translator.parse.world import World, body

_NAMED = (CursorKind.DECL_REF_EXPR, CursorKind.MEMBER_REF_EXPR)
_FUNCTIONS = (CursorKind.FUNCTION_DECL, CursorKind.CXX_METHOD)
_PASS_THROUGH = ("forward", "move", "as_const")
_ARITHMETIC: dict[str, Callable[[int, int], int]] = {"+": operator.add, "-": operator.sub, "*": operator.mul}


@dataclass(frozen=True, slots=True)
class Scope:
    """What the parameters of inlined helper functions are bound to."""

    bindings: dict[str, tuple[Cursor, Scope]] = field(default_factory=dict)


GLOBAL = Scope()
Source = Union[tuple[Cursor, Scope], None]  # an expression that is followed no further; None: something unknown


class Values:
    """Answers questions about expressions of one program."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.lists: dict[Identity, list[tuple[Union[int, None], ...]]] = {}  # what `point_lists` has found, by what holds it
        self._computing: set[Identity] = set()  # sums and products that are being computed

    def sources(self, expression: Cursor, scope: Scope = GLOBAL) -> list[Source]:
        """Every expression that `expression` can stand for, null pointers left out."""
        found = list(self._follow(expression, scope, frozenset()))
        return [s for s in found if s is None or not _is_null(s[0])]

    def number(self, expression: Cursor, scope: Scope = GLOBAL) -> Union[int, None]:
        """The one integer that `expression` always is, or None."""
        values = {self._number(s) for s in self.sources(expression, scope)}
        return values.pop() if len(values) == 1 else None

    def text(self, expression: Cursor, scope: Scope = GLOBAL) -> Union[str, None]:
        """The one string literal that `expression` always is, or None."""
        values = self.texts(expression, scope)
        return values[0] if len(values) == 1 else None

    def texts(self, expression: Cursor, scope: Scope = GLOBAL) -> tuple[Union[str, None], ...]:
        """Every string literal that `expression` can be; None for what is not known."""
        return tuple(dict.fromkeys(_text(s) for s in self.sources(expression, scope)))

    def numbers(self, array: Cursor, scope: Scope = GLOBAL) -> Union[tuple[int, ...], None]:
        """The elements of a constant integer array, or None."""
        found = self.sources(array, scope)
        if len(found) != 1 or found[0] is None:
            return None
        values, inner = found[0]
        if values.kind != CursorKind.INIT_LIST_EXPR:
            return None
        return self._elements(values, inner)

    def some_numbers(self, array: Cursor, scope: Scope = GLOBAL) -> list[Union[int, None]]:
        """The elements of an integer array as far as they are known."""
        found = self.sources(array, scope)
        if len(found) != 1 or found[0] is None or found[0][0].kind != CursorKind.INIT_LIST_EXPR:
            return []
        return [self.number(value, found[0][1]) for value in children(found[0][0])]

    def _elements(self, values: Cursor, scope: Scope) -> Union[tuple[int, ...], None]:
        flat: list[int] = []
        for value in children(values):
            if strip(value).kind == CursorKind.INIT_LIST_EXPR:
                nested = self._elements(strip(value), scope)
                if nested is None:
                    return None
                flat += nested
                continue
            number = self.number(value, scope)
            if number is None:
                return None
            flat.append(number)
        declared = values.type.get_canonical()
        size = int(declared.element_count) if declared.kind == TypeKind.CONSTANTARRAY else len(flat)
        return tuple(flat) + (0,) * (size - len(flat))

    def _number(self, source: Source) -> Union[int, None]:
        if source is None:
            return None
        expression, scope = source
        value = evaluate(expression) if expression.kind.is_expression() else None
        if isinstance(value, int):
            return value
        if expression.kind == CursorKind.BINARY_OPERATOR and expression.spelling in _ARITHMETIC and identity(expression) not in self._computing:
            self._computing.add(identity(expression))  # in n = n + 1 it needs itself
            left, right = (self.number(c, scope) for c in children(expression))
            self._computing.remove(identity(expression))
            if left is not None and right is not None:
                return _ARITHMETIC[expression.spelling](left, right)
        return None

    def _follow(self, expression: Cursor, scope: Scope, seen: frozenset[str]) -> Iterator[Source]:
        expression = strip(expression)
        kind = expression.kind
        if kind in _NAMED and expression.referenced is not None:
            yield from self._variable(expression, scope, seen)
        elif kind == CursorKind.DECL_REF_EXPR and children(expression):
            yield from self._follow(children(expression)[-1], scope, seen)  # a template parameter's value
        elif kind == CursorKind.CONDITIONAL_OPERATOR:
            yield from self._conditional(expression, scope, seen)
        elif kind == CursorKind.ARRAY_SUBSCRIPT_EXPR:
            yield from self._element(expression, scope, seen)
        elif kind == CursorKind.BINARY_OPERATOR and expression.spelling in ("=", ","):
            yield from self._follow(children(expression)[1], scope, seen)
        elif kind == CursorKind.CALL_EXPR:
            yield from self._call(expression, scope, seen)
        elif kind == CursorKind.UNARY_OPERATOR and _is_function_address(expression):
            yield from self._follow(children(expression)[0], scope, seen)
        elif kind == CursorKind.UNARY_OPERATOR and _is_element_address(expression):
            yield from self._follow(children(strip(children(expression)[0]))[0], scope, seen)
        elif kind == CursorKind.INIT_LIST_EXPR and len(children(expression)) == 1 and not _is_aggregate(expression):
            yield from self._follow(children(expression)[0], scope, seen)  # handle{value}
        else:
            yield (expression, scope)

    def _variable(self, reference: Cursor, scope: Scope, seen: frozenset[str]) -> Iterator[Source]:
        variable = reference.referenced
        name = key(variable)
        if name in self.world.lost:
            yield None
        if name in scope.bindings:
            yield from self._follow(*scope.bindings[name], seen)
            yield from self._changed_parameter(name, scope, seen)
        elif variable.kind not in (CursorKind.VAR_DECL, CursorKind.FIELD_DECL, CursorKind.PARM_DECL):
            yield (reference, scope)
        elif name not in seen:
            yield from self._written(variable, reference, scope, seen | {name})

    def _changed_parameter(self, name: str, scope: Scope, seen: frozenset[str]) -> Iterator[Source]:
        """What a function gives to its own parameter."""
        if name in seen:
            return
        if any(value is None for value in self.world.writes.get(name, [])):
            yield None
        for value in self.world.assigned.get(name, []):
            yield from self._follow(value, scope, seen | {name})

    def _written(self, variable: Cursor, reference: Cursor, scope: Scope, seen: frozenset[str]) -> Iterator[Source]:
        name = key(variable)
        values = self.world.writes.get(name, [])
        around = variable.semantic_parent
        if around is not None and (identity(around) in self.world.strange or around.kind == CursorKind.UNION_DECL):
            yield None
        if self._overwritten(name, frozenset()) or not values:
            constant = isinstance(evaluate(reference), (int, float)) if not values else False
            yield (reference, scope) if constant else None
            return
        for value in values:
            if value is None:
                yield None
            elif value.kind in (CursorKind.PARM_DECL, CursorKind.VAR_DECL):  # another name of it: whatever that is assigned
                inner = [v for v in self.world.writes.get(key(value), []) if v is not None]
                for written in inner:
                    yield from self._follow(written, scope, seen)
            else:
                yield from self._follow(_or_default(value, variable), scope, seen)

    def _overwritten(self, name: str, seen: frozenset[str]) -> bool:
        """Whether elements are assigned anywhere."""
        return bool(self.world.elements.get(name)) or self._overwritten_elsewhere(name, seen)

    def _overwritten_elsewhere(self, name: str, seen: frozenset[str]) -> bool:
        """.. by another name, in functions that get the array, or in ways that nobody follows."""
        world = self.world
        if name in seen:
            return False
        if name in world.lost or any(len(world.writes.get(n, [])) > 1 for n in world.named.get(name, [])):
            return True
        return any(self._overwritten(p, seen | {name}) for p in (*world.passed.get(name, []), *world.named.get(name, [])))

    def _conditional(self, expression: Cursor, scope: Scope, seen: frozenset[str]) -> Iterator[Source]:
        condition, then, other = children(expression)
        value = evaluate(condition)
        if value is None or value:
            yield from self._follow(then, scope, seen)
        if not value:
            yield from self._follow(other, scope, seen)

    def _element(self, expression: Cursor, scope: Scope, seen: frozenset[str]) -> Iterator[Source]:
        base, index = children(expression)
        array = strip(base)
        name = key(array.referenced) if array.kind in _NAMED and array.referenced is not None else ""
        position = self.number(index, scope)
        mark = f"{name}[{position}]"
        if mark in seen:
            return  # elements that are swapped
        seen = seen | {mark}
        written = self.world.elements.get(name, [])
        listed = [v for v in self.world.writes.get(name, []) if v is not None and v.kind == CursorKind.INIT_LIST_EXPR]
        unknown = any(value is None for value in self.world.writes.get(name, []))
        if (not written and not listed) or unknown or self._overwritten_elsewhere(name, frozenset()):
            yield None
        for values in listed:
            items = children(values)
            for item in items if position is None else items[position : position + 1]:
                yield from self._follow(item, scope, seen)
        for other, value in written:
            at = self.number(other, scope)
            if position is None or at is None or at == position:
                yield from self._follow(value, scope, seen)

    def _call(self, call: Cursor, scope: Scope, seen: frozenset[str]) -> Iterator[Source]:
        arguments = list(call.get_arguments())
        callee = call.referenced
        is_copy = callee is not None and callee.kind == CursorKind.CONSTRUCTOR and len(arguments) == 1
        if (is_copy and _same_record(call, arguments[0])) or (call.spelling in _PASS_THROUGH and len(arguments) == 1):
            yield from self._follow(arguments[0], scope, seen)
            return
        definition = self.world.definition(callee) if callee is not None else None
        code = body(definition) if definition is not None and self.world.is_user(definition) else None
        if definition is None or code is None or callee.kind == CursorKind.CONSTRUCTOR or definition.get_usr() in seen:
            yield (call, scope)
            return
        parameters = list(definition.get_arguments())
        bound = {key(p): (_or_default(a, p), scope) for p, a in zip(parameters, arguments)}
        inner = Scope({**scope.bindings, **bound})
        for statement in code.walk_preorder():
            if statement.kind == CursorKind.RETURN_STMT and children(statement):
                yield from self._follow(children(statement)[0], inner, seen | {definition.get_usr()})


def _or_default(argument: Cursor, parameter: Cursor) -> Cursor:
    """An argument left out stands for the parameter's default."""
    if file_of(argument.extent.start) or parameter.kind != CursorKind.PARM_DECL:
        return argument
    return default_of(parameter) or argument


def _is_null(expression: Cursor) -> bool:
    if expression.kind in (CursorKind.CXX_NULL_PTR_LITERAL_EXPR, CursorKind.GNU_NULL_EXPR):
        return True
    return expression.kind == CursorKind.INIT_LIST_EXPR and not children(expression) and not _is_aggregate(expression)


def _is_aggregate(values: Cursor) -> bool:
    """Whether a braced list is of an array or a class, and not of one pointer or number."""
    return values.type.get_canonical().kind in (TypeKind.CONSTANTARRAY, TypeKind.INCOMPLETEARRAY, TypeKind.RECORD)


def _is_function_address(expression: Cursor) -> bool:
    """&function."""
    below = strip(children(expression)[0])
    return below.kind == CursorKind.DECL_REF_EXPR and below.referenced is not None and below.referenced.kind in _FUNCTIONS


def _is_element_address(expression: Cursor) -> bool:
    """&array[0]: the array."""
    below = strip(children(expression)[0])
    if below.kind != CursorKind.ARRAY_SUBSCRIPT_EXPR:
        return False
    return evaluate(children(below)[1]) == 0


def _same_record(call: Cursor, argument: Cursor) -> bool:
    unqualified = [c.type.get_canonical().get_declaration() for c in (call, argument)]
    return bool(unqualified[0] == unqualified[1])


def _text(source: Source) -> Union[str, None]:
    return None if source is None else string(source[0])
