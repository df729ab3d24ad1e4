"""The whole program as clang sees it: functions, who writes which variable, and the calls that matter to OPS.

Built by one walk over every function body of the user that can be reached, template instances included
(libclang shows an instance's body where something refers to the instance). Knows clang; knows no IR.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Union

from translator.parse.libclang import Cursor, CursorKind, Identity, TypeKind, children, evaluate, identity, initialiser, key, pointee, scalar_type, strip, unary_operator
from translator.parse.makers import called_elsewhere, fields_given, made
from translator.parse.objects import named, virtual_members
from translator.parse.ops_names import CONSTANT_CALLS, DERIVATIVE_CALLS, LOOP_CALLS, PLAIN_CALLS, SECOND_DERIVATIVE_CALLS, STRIDED_CALLS, mentions_loop
from translator.parse.units import Unit
from translator.parse.uses import (NAMED, Use, by_address, changeable, copies, hides_changes, is_list, matched, place_of, seeded,
                                   use)

if TYPE_CHECKING:
    from translator.parse.constant_names import ConstantNames

_READING = ("ops_arg_gbl", *CONSTANT_CALLS)  # what they get by address they read
_HARMLESS = ("swap", "forward", "move", "as_const", *LOOP_CALLS)
_FUNCTIONS = (CursorKind.FUNCTION_DECL, CursorKind.CXX_METHOD, CursorKind.CONSTRUCTOR, CursorKind.CONVERSION_FUNCTION,
              CursorKind.DESTRUCTOR)
_TEMPLATES = (CursorKind.FUNCTION_TEMPLATE, CursorKind.CLASS_TEMPLATE, CursorKind.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION)
_STEPS = ("++", "--", "post++", "post--")
_RECORDS = (CursorKind.STRUCT_DECL, CursorKind.CLASS_DECL, CursorKind.UNION_DECL)


@dataclass(frozen=True, slots=True)
class Site:
    """A call that matters, and the function instance it stands in (None: in the initialiser of a global)."""

    call: Cursor
    function: Union[Cursor, None]
    unit: Unit


@dataclass(slots=True)
class World:
    """What the walk collects."""

    units: tuple[Unit, ...]
    functions: dict[str, Cursor] = field(default_factory=dict)  # by USR: definitions
    by_name: dict[str, list[Cursor]] = field(default_factory=dict)  # by plain name: definitions, templates too
    writes: dict[str, list[Union[Cursor, None]]] = field(default_factory=dict)  # by key: values assigned; None: unknown
    assigned: dict[str, list[Cursor]] = field(default_factory=dict)  # by key of a parameter: values that its function gives it
    elements: dict[str, list[tuple[Cursor, Cursor]]] = field(default_factory=dict)  # by key: (index, value)
    passed: dict[str, list[str]] = field(default_factory=dict)  # by key of an array: pointers that get it
    named: dict[str, list[str]] = field(default_factory=dict)  # by key of an array: variables that are its elements, one after another
    lost: set[str] = field(default_factory=set)  # by key: what may be changed in ways that are not followed
    returned: dict[str, set[str]] = field(default_factory=dict)  # by USR: what a function may return the address of
    loops: list[Site] = field(default_factory=list)
    constants: list[Site] = field(default_factory=list)
    constant_names: Union[ConstantNames, None] = None  # made of them where a kernel names one
    macros: Union[frozenset[bytes], None] = None  # names that the application defines, looked up where one is asked for
    loop_templates: list[Cursor] = field(default_factory=list)  # templates that contain loops
    instantiated: set[str] = field(default_factory=set)  # places of templates seen instantiated
    wanted: dict[str, dict[str, None]] = field(default_factory=dict)  # by source: lines that name instances of templates
    derivatives: bool = False
    second_derivatives: bool = False
    soa: bool = False
    around: dict[Identity, Cursor] = field(default_factory=dict)  # by what a call is given that points to integers: the function it stands in
    strange: set[Identity] = field(default_factory=set)  # functions that change variables without showing which
    plain: bool = False  # some stencil is declared without strides
    strided: bool = False  # and some with strides, or for another level

    def definition(self, function: Cursor) -> Union[Cursor, None]:
        """The definition of a function, in whichever unit it stands."""
        own = function.get_definition()
        if own is not None and body(own) is not None:
            return own
        return self.functions.get(function.get_usr())

    def of_user(self, function: Cursor) -> Union[Cursor, None]:
        """.. if the application has written it."""
        found = self.definition(function)
        return found if found is not None and body(found) is not None and self.is_user(found) else None

    def is_user(self, cursor: Cursor) -> bool:
        """Whether a declaration is the application's: a source without OPS headers does not know which files are the library's."""
        return all(unit.is_user(cursor) for unit in self.units)


def body(function: Cursor) -> Union[Cursor, None]:
    """The compound statement of a function definition."""
    return next((c for c in function.get_children() if c.kind == CursorKind.COMPOUND_STMT), None)


def place(cursor: Cursor) -> str:
    """File and position as text: the same for a template and its instances."""
    return f"{cursor.location.file}:{cursor.location.offset}"


def explore(units: tuple[Unit, ...]) -> World:
    """Walks all units."""
    world = World(units, soa=any(unit.soa_requested() for unit in units))
    for unit in units:
        for cursor in unit.top_level():
            _index(world, cursor)
    for unit in units:
        _Walk(world, unit).run()
    _lose_returned(world)
    return world


def _lose_returned(world: World) -> None:
    """What a function returns is lost where what it gave to somebody is."""
    pending = list(world.lost)
    while pending:
        new = world.returned.get(pending.pop(), set()) - world.lost
        world.lost |= new
        pending += new


def _index(world: World, cursor: Cursor) -> None:
    """Function definitions of a top-level declaration, members of classes included."""
    if cursor.kind in _FUNCTIONS or cursor.kind == CursorKind.FUNCTION_TEMPLATE:
        if body(cursor) is not None:
            world.functions.setdefault(cursor.get_usr(), cursor)
            world.by_name.setdefault(cursor.spelling, []).append(cursor)
    elif cursor.kind in _RECORDS:
        for member in cursor.get_children():
            _index(world, member)


class _Walk:
    """Visits every reachable body of one unit once."""

    def __init__(self, world: World, unit: Unit) -> None:
        self.world, self.unit = world, unit
        self.seen: set[Identity] = set()
        self.pending: list[Cursor] = []
        self.around: list[Cursor] = []  # what is being visited, outermost first

    def run(self) -> None:
        """Visits what stands in the unit, then the instances it refers to."""
        for cursor in self.unit.top_level():
            self._declaration(cursor)
        while self.pending:
            function = self.pending.pop()
            self.world.instantiated.add(place(function))
            self.world.functions.setdefault(function.get_usr(), function)
            self._function(function)

    def _declaration(self, cursor: Cursor) -> None:
        if cursor.kind in _TEMPLATES:
            self.pending += named(cursor)
            if mentions_loop(cursor):
                self.world.loop_templates.append(cursor)
        elif cursor.kind in _FUNCTIONS:
            self._function(cursor)
        elif cursor.kind in _RECORDS:
            for member in cursor.get_children():
                self._declaration(member)
        else:
            self._visit(cursor, None)

    def _function(self, function: Cursor) -> None:
        if identity(function) in self.seen:
            return
        self.seen.add(identity(function))
        if function.kind == CursorKind.CXX_METHOD and function.is_virtual_method():
            for parameter in function.get_arguments():
                self._write(parameter, None)
        field_: Union[Cursor, None] = None
        for child in function.get_children():
            if child.kind == CursorKind.MEMBER_REF:
                field_ = child.referenced
            elif child.kind.is_expression() and field_ is not None:
                self._write(field_, child)
                self._alias(strip(child), field_)
                field_ = None
        self._below(function, function)

    def _visit(self, cursor: Cursor, function: Union[Cursor, None]) -> None:
        self._note(cursor, function)
        self._below(cursor, function)

    def _below(self, cursor: Cursor, function: Union[Cursor, None]) -> None:
        self.around.append(cursor)
        for child in cursor.get_children():
            self._visit(child, function)
        self.around.pop()

    def _note(self, cursor: Cursor, function: Union[Cursor, None]) -> None:
        kind = cursor.kind
        self.pending += virtual_members(cursor, self.unit, self.world.wanted.setdefault(self.unit.path, {}), self.seen)
        if kind == CursorKind.CALL_EXPR or (kind in NAMED and cursor.referenced is not None):
            self._use(cursor, function)
        for callee in called_elsewhere(cursor, self.around):
            for parameter in callee.get_arguments():
                self._write(parameter, None)
        if kind == CursorKind.CALL_EXPR:
            self._call(cursor, function)
        elif kind == CursorKind.CXX_FOR_RANGE_STMT:
            self._range(cursor)
        elif function is not None and hides_changes(cursor) and not self._only_read():
            self.world.strange.add(identity(function))
        elif kind == CursorKind.VAR_DECL or (kind == CursorKind.FIELD_DECL and not self._seen(cursor)):
            self._initialiser(cursor)
        elif kind == CursorKind.BINARY_OPERATOR and cursor.spelling == "=":
            target, value = children(cursor)
            self._assignment(strip(target), value)
        elif kind == CursorKind.COMPOUND_ASSIGNMENT_OPERATOR:
            self._taint(strip(children(cursor)[0]))
        elif kind == CursorKind.UNARY_OPERATOR and ("&" in _leading(cursor) or unary_operator(cursor) in _STEPS):
            if not any(parent.kind == CursorKind.CALL_EXPR and parent.spelling in _READING for parent in self.around[-3:]):
                self._taint(strip(children(cursor)[0]))
        elif kind == CursorKind.INIT_LIST_EXPR:
            self._members(cursor)
        elif kind == CursorKind.DECL_REF_EXPR:
            self._reference(cursor)
        elif kind == CursorKind.MEMBER_REF_EXPR:
            self._member(cursor.referenced)

    def _only_read(self) -> bool:
        """Whether what is being visited is given to a call of the API that looks at it."""
        call = next((parent for parent in reversed(self.around) if parent.kind == CursorKind.CALL_EXPR), None)
        return call is not None and call.spelling in (*_READING, *LOOP_CALLS)

    def _use(self, expression: Cursor, function: Union[Cursor, None]) -> None:
        """What may be changed where the walk does not see it is not known."""
        target = expression.referenced
        if target is None or (expression.kind == CursorKind.CALL_EXPR and not self.unit.is_user(target)):
            return
        end = use(expression, self.around, self._follows)
        name = target.get_usr() if expression.kind == CursorKind.CALL_EXPR else key(target)
        if end == Use.LOST:
            self.world.lost.add(name)
        elif end == Use.RETURNED and function is not None:
            self.world.returned.setdefault(function.get_usr(), set()).add(name)

    def _follows(self, call: Cursor, argument: Cursor) -> bool:
        """Whether it is known what a call does to its argument: nothing, or what the walk takes note of."""
        callee, given = call.referenced, strip(argument)
        name = call.spelling or _leading(children(call)[0])  # in templates, one of several functions
        if name in _HARMLESS or name.startswith(("ops_", "decl_")):
            return True
        if callee is None or callee.kind not in _FUNCTIONS:
            return False
        definition = self.world.definition(callee) if self.unit.is_user(callee) else None
        parameter = next((p for p, a in matched(definition or callee, call) if identity(a) == identity(argument)), None)
        if parameter is None or not changeable(parameter.type):
            return parameter is not None
        if definition is not None:
            return given.kind in NAMED
        return copies(callee) or (callee.kind != CursorKind.CONSTRUCTOR and place_of(given) is not None)

    def _range(self, loop: Cursor) -> None:
        """for (int& element : array): an element has a second name."""
        parts = [c for c in children(loop) if c.kind == CursorKind.VAR_DECL or c.kind.is_expression()]
        array = place_of(strip(parts[1])) if len(parts) > 1 else None
        if array is not None and changeable(parts[0].type):
            self.world.named.setdefault(key(array), []).append(key(parts[0]))

    def _seen(self, declaration: Cursor) -> bool:
        """Whether it was, before now."""
        seen = identity(declaration) in self.seen
        self.seen.add(identity(declaration))
        return seen

    def _member(self, field_: Union[Cursor, None]) -> None:
        """Members of an instance of a class template are met where they are named."""
        if field_ is not None and field_.kind == CursorKind.FIELD_DECL and identity(field_) not in self.seen and self.unit.is_user(field_):
            self._visit(field_, None)

    def _reference(self, cursor: Cursor) -> None:
        target = cursor.referenced
        if target is not None and target.kind in _FUNCTIONS and self.unit.is_user(target):
            definition = target.get_definition()
            if definition is not None and identity(definition) not in self.seen:
                self.pending.append(definition)

    def _initialiser(self, variable: Cursor) -> None:
        value = initialiser(variable)
        if value is not None:
            self._write(variable, value)
            if by_address(variable.type):
                self._alias(strip(value), variable)
            elif scalar_type(variable.type) and changeable(variable.type):
                self._taint(strip(value))
            elif changeable(variable.type) and pointee(variable.type).kind == TypeKind.POINTER:
                self._second_name(variable, strip(value))

    def _second_name(self, reference: Cursor, of: Cursor) -> None:
        """A reference to a pointer, or to an element of an array of them."""
        self._alias(of, reference)
        array = place_of(of)
        if array is not None and of.kind not in NAMED:
            self.world.named.setdefault(key(array), []).append(key(reference))

    def _write(self, target: Cursor, value: Union[Cursor, None]) -> None:
        self.world.writes.setdefault(key(target), []).append(value)

    def _members(self, values: Cursor) -> None:
        """Brace initialisation of a struct writes its fields."""
        for target, value in fields_given(values):
            self._write(target, value)
            if value is not None:
                self._alias(strip(value), target)

    def _assignment(self, target: Cursor, value: Cursor) -> None:
        if target.kind in NAMED and target.referenced is not None:
            self._write(target.referenced, value)
            if target.referenced.kind == CursorKind.PARM_DECL:
                self.world.assigned.setdefault(key(target.referenced), []).append(value)
            if target.type.get_canonical().kind == TypeKind.POINTER:
                self._alias(strip(value), target.referenced)
            if target.spelling == "OPS_soa" and evaluate(value):
                self.world.soa = True
        elif target.kind == CursorKind.ARRAY_SUBSCRIPT_EXPR:
            array = place_of(target)
            if array is not None:
                self.world.elements.setdefault(key(array), []).append((children(target)[1], value))
        elif target.kind == CursorKind.UNARY_OPERATOR:  # *pointer = value
            pointer = next((c for c in target.walk_preorder() if c.kind in NAMED and c.referenced is not None), None)
            if pointer is not None:
                self.world.elements.setdefault(key(pointer.referenced), []).append((target, value))

    def _taint(self, target: Cursor) -> None:
        variable = place_of(target)
        if variable is not None:
            self.world.writes.setdefault(key(variable), []).append(None)

    def _call(self, call: Cursor, function: Union[Cursor, None]) -> None:
        name = call.spelling
        if name in LOOP_CALLS:
            self.world.loops.append(Site(call, function, self.unit))
        elif name in CONSTANT_CALLS:
            self.world.constants.append(Site(call, function, self.unit))
        elif name == "swap":
            self._swap([strip(a) for a in call.get_arguments()])
        if function is not None:
            self.world.around.update((identity(a), function) for a in call.get_arguments() if is_list(a.type))
        callee = call.referenced
        if callee is not None and callee.kind in _FUNCTIONS and self.unit.is_user(callee):
            self._callee(callee, call)
        else:
            self._flags(name, call)
            self._library(name, callee, call)
            for constructor, given in made(call):
                definition = self.world.definition(constructor)
                if definition is not None and self.unit.is_user(definition):
                    self._bind([(p, a) for p, (_, a) in zip(definition.get_arguments(), given)])

    def _flags(self, name: str, call: Cursor) -> None:
        if name in DERIVATIVE_CALLS or name.startswith("ops_ad_") or (name == "get_result" and seeded(call)):
            self.world.derivatives = True
        self.world.plain = self.world.plain or name in PLAIN_CALLS
        self.world.strided = self.world.strided or name in STRIDED_CALLS
        self.world.second_derivatives = self.world.second_derivatives or name in SECOND_DERIVATIVE_CALLS
        if name == "ops_set_soa" and any(evaluate(a) for a in call.get_arguments()):
            self.world.soa = True

    def _swap(self, operands: list[Cursor]) -> None:
        if len(operands) == 2:
            self._assignment(operands[0], operands[1])
            self._assignment(operands[1], operands[0])

    def _callee(self, callee: Cursor, call: Cursor) -> None:
        definition = self.world.definition(callee)
        if definition is None:
            return
        own = callee.get_definition()  # None where the function is defined in another file: that file's walk visits it
        if own is not None and own == definition and identity(definition) not in self.seen and self.unit.is_user(definition):
            self.pending.append(definition)
        self._bind(matched(definition, call))

    def _bind(self, given: list[tuple[Cursor, Cursor]]) -> None:
        """Parameters and what they get."""
        for parameter, argument in given:
            self._write(parameter, argument)
            self._alias(strip(argument), parameter)

    def _library(self, name: str, callee: Union[Cursor, None], call: Cursor) -> None:
        """Any function but OPS's own may change what it gets by pointer or reference."""
        if callee is None or name in _HARMLESS or name.startswith(("ops_", "decl_")) or callee.kind == CursorKind.CONSTRUCTOR:
            return
        parameters, arguments = list(callee.get_arguments()), list(call.get_arguments())
        for parameter, argument in zip(reversed(parameters), reversed(arguments)):
            if changeable(parameter.type):
                self._taint(strip(argument))

    def _alias(self, argument: Cursor, parameter: Cursor) -> None:
        """What the callee assigns to a reference parameter, or through a pointer, it assigns to the argument."""
        if argument.kind not in NAMED or argument.referenced is None or not changeable(parameter.type):
            return
        if by_address(parameter.type):
            self.world.passed.setdefault(key(argument.referenced), []).append(key(parameter))
        else:
            self.world.writes.setdefault(key(argument.referenced), []).append(parameter)


def _leading(cursor: Cursor) -> str:
    token = next(iter(cursor.get_tokens()), None)
    return "" if token is None else str(token.spelling)
