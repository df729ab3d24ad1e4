"""What each use of a variable in a function does to it, as far as integers, their arrays and pointers to them go.

Whoever runs the function statement by statement follows all uses but those that are lost. Stricter than `uses`, which asks about the whole
program and in no order.

Test:    tests/translator/parse/point_ways_test.py
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Union

from clang.cindex import StorageClass

from translator.parse.integers import integer
from translator.parse.libclang import Cursor, CursorKind, Identity, Type, TypeKind, children, identity, key, pointee, strip, unary_operator
from translator.parse.uses import ARRAYS, CASTS, copies, hides_changes, is_const, matched

_VARIABLES = (CursorKind.VAR_DECL, CursorKind.PARM_DECL)
_JUMPS = (CursorKind.GOTO_STMT, CursorKind.INDIRECT_GOTO_STMT, CursorKind.ASM_STMT)
_COMPARISONS = ("<", ">", "<=", ">=", "==", "!=", "&&", "||")
_UNEVALUATED = (CursorKind.CXX_UNARY_EXPR, CursorKind.CXX_TYPEID_EXPR)
STEPS = ("++", "--", "post++", "post--")


class Use(Enum):
    """What becomes of a variable, or of what a pointer points to."""

    READ = auto()
    CHANGED = auto()  # by an assignment or a step
    SHARED = auto()  # gets another name, or a pointer to it, that is a variable of the function
    LOST = auto()  # may be changed in ways, or at times, that nobody sees


@dataclass(slots=True)
class Uses:
    """Of all variables of a function."""

    of: dict[Identity, Use] = field(default_factory=dict)  # of each place where a name is used
    lost: set[str] = field(default_factory=set)  # variables, by key
    own: set[str] = field(default_factory=set)  # variables that begin anew each time, by key
    strange: bool = False  # statements do not run one after the other, or something is changed that they do not show

    def change(self, name: Cursor) -> bool:
        return self.of.get(identity(name), Use.LOST) != Use.READ


Definition = Callable[[Cursor], Union[Cursor, None]]


def plain_uses(code: Cursor, definition: Definition, inside: tuple[str, ...] = ()) -> Uses:
    """Uses in a function, or in the statements of a lambda.

    definition: of a function of the user, if it is known
    inside: functions that are being looked at
    """
    reader = _Reader(definition, (*inside, code.get_usr()))
    reader.visit(code)
    return reader.uses


@dataclass(slots=True)
class _Reader:
    definition: Definition
    inside: tuple[str, ...]
    around: list[Cursor] = field(default_factory=list)  # what is being visited, outermost first
    uses: Uses = field(default_factory=Uses)

    def visit(self, cursor: Cursor) -> None:
        self.uses.strange = self.uses.strange or cursor.kind in _JUMPS or hides_changes(cursor)
        if cursor.kind == CursorKind.VAR_DECL and not is_static(cursor):
            self.uses.own.add(key(cursor))
        if cursor.kind == CursorKind.DECL_REF_EXPR and cursor.referenced is not None and cursor.referenced.kind in _VARIABLES:
            use = self._use(cursor)
            self.uses.of[identity(cursor)] = use
            if use == Use.LOST:
                self.uses.lost.add(key(cursor.referenced))
        self.around.append(cursor)
        for child in cursor.get_children():
            self.visit(child)
        self.around.pop()

    def _use(self, name: Cursor) -> Use:
        if not _is_followed(name.type) or any(parent.kind in _UNEVALUATED for parent in self.around):
            return Use.READ
        climb = _Climb(name, self)
        end = next((end for parent in reversed(self.around) if (end := climb.step(parent)) is not None), None)
        use = climb.so_far if end is None else end
        in_lambda = any(parent.kind == CursorKind.LAMBDA_EXPR for parent in self.around)
        return Use.LOST if in_lambda and use != Use.READ else use

    def only_reads(self, callee: Cursor, parameter: Cursor) -> bool:
        """Whether a function of the user leaves alone what it gets by this parameter."""
        definition = self.definition(callee)
        if definition is None or definition.get_usr() in self.inside:
            return False
        return left_alone(plain_uses(definition, self.definition, self.inside), definition, parameter)


def left_alone(uses: Uses, function: Cursor, parameter: Cursor) -> bool:
    """Whether a function changes neither its parameter nor what that points to."""
    own = key(parameter)
    named = (c for c in function.walk_preorder() if c.kind == CursorKind.DECL_REF_EXPR and c.referenced is not None)
    return not uses.strange and not any(uses.change(c) for c in named if key(c.referenced) == own)


@dataclass(slots=True)
class _Climb:
    """From a name through the expressions around it: `here` is one of them, a place in memory or the address of one."""

    here: Cursor
    reader: _Reader
    address: bool = False
    plain: bool = True  # not one of two
    so_far: Use = Use.READ

    def step(self, parent: Cursor) -> Union[Use, None]:
        """One further out; None: that decides nothing."""
        end = self._further(parent)
        self.here = parent
        return end

    def _further(self, parent: Cursor) -> Union[Use, None]:
        if parent.kind == CursorKind.PAREN_EXPR:
            return None
        if parent.kind == CursorKind.CONDITIONAL_OPERATOR:
            self.plain = False
            return None
        return self._from_address(parent) if self.address else self._from_place(parent)

    def _is(self, other: Cursor) -> bool:
        return identity(self.here) == identity(other)

    def _points(self) -> Union[Use, None]:
        self.address = True
        return None

    def _changed(self) -> Union[Use, None]:
        self.so_far = Use.CHANGED
        return None if self.plain else Use.LOST

    def _shared(self, followed: bool) -> Use:
        return Use.SHARED if followed and self.plain else Use.LOST

    def _from_place(self, parent: Cursor) -> Union[Use, None]:
        kind, type_ = parent.kind, self.here.type.get_canonical()
        if kind == CursorKind.UNEXPOSED_EXPR:
            return self._converted(parent, type_)
        if kind == CursorKind.BINARY_OPERATOR and parent.spelling in ("=", ","):
            left = self._is(children(parent)[0])
            if parent.spelling == ",":
                return self.so_far if left else None
            return self._changed() if left else Use.LOST
        if kind == CursorKind.COMPOUND_ASSIGNMENT_OPERATOR:
            return self._changed() if self._is(children(parent)[0]) else Use.LOST
        if kind == CursorKind.UNARY_OPERATOR:
            return self._unary(unary_operator(parent), type_)
        if kind == CursorKind.VAR_DECL:
            bound = parent.type.get_canonical()
            return self._shared(bound.kind == TypeKind.LVALUEREFERENCE and type_.kind != TypeKind.POINTER and not is_static(parent))
        if kind == CursorKind.CALL_EXPR:
            return self._given(parent)
        if kind == CursorKind.LAMBDA_EXPR:
            return self.so_far
        if kind == CursorKind.INIT_LIST_EXPR:  # as it is written, without conversions
            return self.so_far if integer(type_) is not None and not _has_references(parent.type) else Use.LOST
        if kind == CursorKind.CXX_FOR_RANGE_STMT:
            element = next(c for c in children(parent) if c.kind == CursorKind.VAR_DECL)
            return self._shared(True) if element.type.get_canonical().kind == TypeKind.LVALUEREFERENCE else self.so_far
        return self._ended(parent)

    def _converted(self, parent: Cursor, type_: Type) -> Union[Use, None]:
        to = parent.type.get_canonical()
        if to.kind == TypeKind.POINTER and (type_.kind in ARRAYS or type_.kind == TypeKind.POINTER):
            return self._points()
        if integer(to) is not None or to.kind in (TypeKind.FLOAT, TypeKind.DOUBLE):
            return None if to.is_const_qualified() else self.so_far
        return None if to.kind in ARRAYS else Use.LOST

    def _unary(self, what: str, type_: Type) -> Union[Use, None]:
        if what in STEPS:
            self._changed()
            if not what.startswith("post"):
                return None
            return self._points() if type_.kind == TypeKind.POINTER else self.so_far
        if what == "&" and integer(type_) is not None:
            return self._points()
        return Use.LOST

    def _from_address(self, parent: Cursor) -> Union[Use, None]:
        kind, to = parent.kind, parent.type.get_canonical()
        if kind == CursorKind.ARRAY_SUBSCRIPT_EXPR:
            self.address = False
            return None if self._is(children(parent)[0]) else Use.LOST
        if kind == CursorKind.UNARY_OPERATOR:
            self.address = False
            return None if unary_operator(parent) == "*" else self.so_far
        if kind == CursorKind.UNEXPOSED_EXPR:
            return None if to.kind == TypeKind.POINTER else self.so_far
        if kind == CursorKind.BINARY_OPERATOR:
            return self._binary(parent, to)
        if kind == CursorKind.VAR_DECL:
            return self._shared(_points_to_integers(to) and not is_static(parent))
        if kind == CursorKind.CALL_EXPR:
            return self._given(parent)
        return self._ended(parent)

    def _binary(self, parent: Cursor, to: Type) -> Union[Use, None]:
        left, right = children(parent)
        if parent.spelling == "=":
            named = strip(left)
            own = named.kind == CursorKind.DECL_REF_EXPR and named.referenced is not None and key(named.referenced) in self.reader.uses.own
            return self._shared(own and self._is(right) and _points_to_integers(to))
        if parent.spelling == ",":
            return None if self._is(right) else self.so_far
        if parent.spelling in ("+", "-") and to.kind == TypeKind.POINTER:
            return None if self._is(left) else Use.LOST
        return self.so_far if parent.spelling in (*_COMPARISONS, "-") else Use.LOST

    def _given(self, call: Cursor) -> Use:
        """To a function: which reads it, or may do anything to it at any time."""
        callee = call.referenced
        if callee is None or not any(self._is(a) for a in call.get_arguments()):
            return self.so_far if callee is not None else Use.LOST
        if copies(callee):
            return self.so_far
        parameter = next((p for p, a in matched(callee, call) if self._is(a)), None)
        of_user = self.reader.definition(callee)
        if of_user is not None:
            own = next((p for p, a in matched(of_user, call) if self._is(a)), None)
            return self.so_far if own is not None and self.reader.only_reads(callee, own) else Use.LOST
        if call.spelling.startswith(("ops_", "decl_")):
            return self.so_far
        if parameter is None:  # of a function with ...: what it gets by address it may write
            return Use.LOST
        target = parameter.type.get_canonical()
        keeps = target.kind in (TypeKind.POINTER, TypeKind.LVALUEREFERENCE) and is_const(target.get_pointee())
        return self.so_far if keeps and callee.kind != CursorKind.CONSTRUCTOR else Use.LOST

    def _ended(self, parent: Cursor) -> Use:
        """A statement, which does nothing further; or something that nobody follows."""
        is_more = parent.kind.is_expression() or parent.kind in (*CASTS, CursorKind.RETURN_STMT, CursorKind.UNEXPOSED_DECL, CursorKind.CONSTRUCTOR)
        return Use.LOST if is_more else self.so_far


def is_static(variable: Cursor) -> bool:
    """Whether it keeps its value from one call to the next, or lies elsewhere."""
    return variable.storage_class in (StorageClass.STATIC, StorageClass.EXTERN)


def _is_followed(type_: Type) -> bool:
    """Whether it is an integer, an array of them, or a pointer or reference to one."""
    canonical = pointee(type_)
    if canonical.kind == TypeKind.POINTER:
        canonical = canonical.get_pointee().get_canonical()
    while canonical.kind in ARRAYS:
        canonical = canonical.element_type.get_canonical()
    return integer(canonical) is not None


def _points_to_integers(type_: Type) -> bool:
    return type_.kind == TypeKind.POINTER and integer(type_.get_pointee()) is not None


def _has_references(type_: Type) -> bool:
    """Whether a class has members that are other names of what it is made of, or is one of the library's, which may."""
    canonical = type_.get_canonical()
    if canonical.kind != TypeKind.RECORD:
        return False
    fields = list(canonical.get_fields())
    return not fields or any(f.type.get_canonical().kind in (TypeKind.LVALUEREFERENCE, TypeKind.RECORD) for f in fields)
