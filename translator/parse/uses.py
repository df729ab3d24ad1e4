"""Whether a use of a variable is a plain read, or a change that the walk of the program follows; any other may change it in ways that nobody sees.

Test:    tests/translator/parse/uses_test.py
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Union

from translator.parse.libclang import Cursor, CursorKind, Type, TypeKind, children, identity, scalar_type, strip, unary_operator

NAMED = (CursorKind.DECL_REF_EXPR, CursorKind.MEMBER_REF_EXPR)
_VARIABLES = (CursorKind.VAR_DECL, CursorKind.FIELD_DECL, CursorKind.PARM_DECL)
ARRAYS = (TypeKind.CONSTANTARRAY, TypeKind.INCOMPLETEARRAY, TypeKind.VARIABLEARRAY)
CASTS = (CursorKind.PAREN_EXPR, CursorKind.UNEXPOSED_EXPR, CursorKind.CSTYLE_CAST_EXPR, CursorKind.CXX_STATIC_CAST_EXPR,
          CursorKind.CXX_CONST_CAST_EXPR, CursorKind.CXX_FUNCTIONAL_CAST_EXPR, CursorKind.CXX_REINTERPRET_CAST_EXPR)
_COPIES = ("vector", "basic_string", "valarray", "deque", "list", "set", "map")
_HANDLE = re.compile(r"ops_[a-z_]+_core")
_STEPS = ("++", "--", "post++", "post--")


class Use(Enum):
    """What becomes of a variable, or of what a call gives."""

    SEEN = auto()  # it is read, or changed in a way that the walk follows
    LOST = auto()  # it may be changed elsewhere
    RETURNED = auto()  # it is what a function gives: its callers decide


def changeable(type_: Type) -> bool:
    """Whether a parameter of this type lets a function change its argument. Handles are pointers, but what they are handles of stays the same."""
    canonical = type_.get_canonical()
    if canonical.kind not in (TypeKind.POINTER, TypeKind.LVALUEREFERENCE):
        return False
    is_handle = canonical.kind == TypeKind.POINTER and _HANDLE.fullmatch(canonical.get_pointee().spelling.removeprefix("struct "))
    return not is_handle and not is_const(canonical.get_pointee())


def by_address(type_: Type) -> bool:
    """Whether such a variable is a pointer, or another name of an array."""
    canonical = type_.get_canonical()
    return canonical.kind == TypeKind.POINTER or (canonical.kind == TypeKind.LVALUEREFERENCE and canonical.get_pointee().get_canonical().kind in ARRAYS)


def place_of(expression: Cursor) -> Union[Cursor, None]:
    """The variable that a name, or an element of it, belongs to."""
    while expression.kind == CursorKind.ARRAY_SUBSCRIPT_EXPR:
        expression = strip(children(expression)[0])
    return expression.referenced if expression.kind in NAMED else None


def hides_changes(e: Cursor) -> bool:
    """Whether what it refers to may be changed although nothing shows it: a constant that is one no more, a name that only a lambda has."""
    if e.kind == CursorKind.CXX_CONST_CAST_EXPR:
        target = e.type.get_canonical()
        inner = target.get_pointee().get_canonical() if target.kind == TypeKind.POINTER else target
        return inner.kind == TypeKind.FUNCTIONPROTO or scalar_type(inner) not in ("", "char", "float", "double")
    if e.kind != CursorKind.LAMBDA_EXPR:
        return False
    captured = [c.referenced for c in children(e) if c.kind == CursorKind.VARIABLE_REF and c.referenced is not None]
    return any(changeable(v.type) and v.location.offset >= e.extent.start.offset for v in captured)


def is_list(type_: Type) -> bool:
    """Whether it is a pointer to int."""
    canonical = type_.get_canonical()
    return canonical.kind == TypeKind.POINTER and scalar_type(canonical.get_pointee()) == "int"


def seeded(call: Cursor) -> bool:
    """Whether a result is read with a seed: value and seed are pointers, what else there is (the place, by default) is not."""
    return sum(1 for argument in call.get_arguments() if argument.type.get_canonical().kind == TypeKind.POINTER) == 2


def copies(callee: Cursor) -> bool:
    """Whether it makes a container of the library, which reads what it gets."""
    return bool(callee.kind == CursorKind.CONSTRUCTOR and callee.semantic_parent.spelling in _COPIES)


def matched(callee: Cursor, call: Cursor) -> list[tuple[Cursor, Cursor]]:
    """Parameters and their arguments. An operator that is a member has its object as the first argument, and no parameter for it."""
    parameters, arguments = list(callee.get_arguments()), list(call.get_arguments())
    is_operator = callee.kind == CursorKind.CXX_METHOD and callee.spelling.startswith("operator") and len(arguments) == len(parameters) + 1
    return list(zip(parameters, arguments[1:] if is_operator else arguments))


def use(expression: Cursor, around: Sequence[Cursor], follows: Callable[[Cursor, Cursor], bool]) -> Use:
    """What becomes of a name, or of what a call gives.

    around: what it stands in, outermost first
    follows: whether the walk follows what a call does with this argument
    """
    climb = _Climb(expression, follows)
    if climb.cannot_change():
        return Use.SEEN
    end = next((end for parent in reversed(around) if (end := climb.step(parent)) is not None), Use.SEEN)
    in_lambda = end == Use.RETURNED and any(parent.kind == CursorKind.LAMBDA_EXPR for parent in around)
    return Use.LOST if in_lambda else end


@dataclass(slots=True)
class _Climb:
    """From a name through the expressions around it: `here` is one of them, a place in memory or the address of one."""

    here: Cursor
    follows: Callable[[Cursor, Cursor], bool]
    address: bool = False
    plain: bool = True  # a name, its elements and casts: what the walk understands
    elements: int = 0  # how many subscripts and * there were

    def __post_init__(self) -> None:
        self.plain = self.here.kind in NAMED
        self.address = not self.plain and self.here.type.get_canonical().kind == TypeKind.POINTER

    def cannot_change(self) -> bool:
        """Whether it is no variable, or constant, or an object: what is written to its members is known by their names."""
        if self.here.type.get_canonical().kind == TypeKind.RECORD:
            return True
        if not self.plain:
            return self.address and not changeable(self.here.type)
        variable = self.here.referenced
        return variable is None or variable.kind not in _VARIABLES or _is_constant(variable)

    def step(self, parent: Cursor) -> Union[Use, None]:
        """One further out; None: that decides nothing."""
        steps = {
            CursorKind.ARRAY_SUBSCRIPT_EXPR: self._subscript, CursorKind.UNARY_OPERATOR: self._unary, CursorKind.BINARY_OPERATOR: self._binary,
            CursorKind.COMPOUND_ASSIGNMENT_OPERATOR: self._compound, CursorKind.CONDITIONAL_OPERATOR: self._conditional,
            CursorKind.CALL_EXPR: self._call, CursorKind.INIT_LIST_EXPR: self._list, CursorKind.VAR_DECL: self._variable, CursorKind.FIELD_DECL: self._variable,
            CursorKind.CXX_FOR_RANGE_STMT: self._range, CursorKind.UNEXPOSED_DECL: self._binding, CursorKind.LAMBDA_EXPR: self._captured,
            CursorKind.RETURN_STMT: self._returned, CursorKind.CONSTRUCTOR: self._field, **dict.fromkeys(CASTS, self._cast),
        }
        known = steps.get(parent.kind)
        end = known(parent) if known is not None else self._unknown(parent)
        self.here = parent
        return end

    def _is(self, other: Cursor) -> bool:
        """Whether it is this expression; what clang calls equal depends on how one got there."""
        return identity(self.here) == identity(other)

    # --- what keeps an expression a place or an address ---------------------------------------------------------------
    def _cast(self, parent: Cursor) -> Union[Use, None]:
        if parent.kind == CursorKind.PAREN_EXPR:
            return None
        if self.address:
            return None if changeable(parent.type) else Use.SEEN
        if parent.kind != CursorKind.UNEXPOSED_EXPR:
            return None if parent.type.get_canonical().kind == TypeKind.LVALUEREFERENCE or _same(parent, self.here) else Use.SEEN
        kind = self.here.type.get_canonical().kind
        if not changeable(parent.type) or (kind not in ARRAYS and self.elements > 0):
            return Use.SEEN  # a read, also of an address among others: what it points to was lost where it was put there
        self.address = True
        return None

    def _subscript(self, parent: Cursor) -> Union[Use, None]:
        if not self.address:
            return Use.SEEN
        self.plain = self.plain and self._is(children(parent)[0])
        self._element()
        return None

    def _element(self) -> None:
        self.address = False
        self.elements += 1

    def _unary(self, parent: Cursor) -> Union[Use, None]:
        operator = unary_operator(parent)
        if operator == "*":
            self._element()
            return None
        if operator == "&" and changeable(self.here.type):
            return Use.LOST  # a pointer to a pointer
        return self._changed() if operator in ("&", *_STEPS) else Use.SEEN

    def _conditional(self, _parent: Cursor) -> None:
        self.plain = False

    # --- where it ends ------------------------------------------------------------------------------------------------
    def _changed(self) -> Use:
        return Use.SEEN if self.plain else Use.LOST

    def _shared(self, followed: bool) -> Use:
        """A second name for it, or an address that is kept."""
        return Use.SEEN if self.plain and self.elements == 0 and followed else Use.LOST

    def _binary(self, parent: Cursor) -> Union[Use, None]:
        left, right = children(parent)
        if parent.spelling == "=":
            if self._is(left):
                return self._changed()
            return self._shared(strip(left).kind in NAMED) if self.address else Use.SEEN
        goes_on = self._is(right) if parent.spelling == "," else self.address and parent.spelling in ("+", "-") and changeable(parent.type)
        self.plain = False
        return None if goes_on else Use.SEEN

    def _compound(self, parent: Cursor) -> Use:
        return self._changed() if self._is(children(parent)[0]) else Use.SEEN

    def _call(self, parent: Cursor) -> Use:
        if not any(self._is(argument) for argument in parent.get_arguments()):
            return Use.SEEN
        return Use.SEEN if self.follows(parent, self.here) else Use.LOST

    def _list(self, parent: Cursor) -> Use:
        """Arrays become addresses in a list without a word."""
        kind = self.here.type.get_canonical().kind
        if kind not in ARRAYS and not changeable(self.here.type):
            return Use.SEEN
        of = parent.type.get_canonical()
        return self._shared(of.kind == TypeKind.RECORD and of.get_declaration().semantic_parent.spelling != "std")

    def _variable(self, parent: Cursor) -> Use:
        if not changeable(parent.type):
            return Use.SEEN
        return self._changed() if parent.type.get_canonical().kind == TypeKind.LVALUEREFERENCE and self.elements else self._shared(True)

    def _range(self, parent: Cursor) -> Use:
        """What is done to its elements is known by the name that they have in the loop."""
        is_array = self.here.type.get_canonical().kind in ARRAYS
        return self._shared(True) if is_array and changeable(children(parent)[0].type) else Use.SEEN

    def _binding(self, parent: Cursor) -> Use:
        return Use.LOST if changeable(parent.type) else Use.SEEN

    def _captured(self, parent: Cursor) -> Use:
        """What a capture without a value of its own shares is followed by name."""
        shared = (c for c in children(parent) if c.kind == CursorKind.VARIABLE_REF and c.referenced is not None)
        return Use.LOST if any(c.spelling != self.here.spelling and changeable(c.type) for c in shared) else Use.SEEN

    def _returned(self, _parent: Cursor) -> Use:
        return Use.RETURNED

    def _field(self, _parent: Cursor) -> Use:
        return self._shared(True)

    def _unknown(self, parent: Cursor) -> Use:
        if not parent.kind.is_expression() or parent.kind in (CursorKind.MEMBER_REF_EXPR, CursorKind.CXX_UNARY_EXPR):
            return Use.SEEN
        return Use.LOST


def _same(one: Cursor, other: Cursor) -> bool:
    return bool(one.type.get_canonical() == other.type.get_canonical())


def is_const(type_: Type) -> bool:
    """Whether values of this type are constant; of an array, its elements."""
    canonical = type_.get_canonical()
    while canonical.kind in ARRAYS and not canonical.is_const_qualified():
        canonical = canonical.element_type.get_canonical()
    return bool(canonical.is_const_qualified())


def _is_constant(variable: Cursor) -> bool:
    """Whether nobody can change a variable, nor what it points to."""
    canonical = variable.type.get_canonical()
    if canonical.kind == TypeKind.LVALUEREFERENCE:
        return not changeable(canonical)
    return is_const(canonical) and not changeable(canonical)
