"""Lowering of calls: accessors, mathematics, and the user's own functions, which are inlined."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Union

from translator.ir import Binary, Const, Element, Global, If, Load, Select, Var
from translator.parse.algorithms import Given
from translator.parse.changes import assigned
from translator.parse.classes import call_operator, overrider
from translator.parse.construction import Construction, record_of
from translator.parse.conversions import binary, convert
from translator.parse.dependence import changed_by
from translator.parse.libclang import (Cursor, CursorKind, TypeKind, array_parts, base_types, children, default_of, evaluate, file_of, key,
                                       is_virtual_call, pointee, scalar_type, source, span, strip, unparenthesised)
from translator.parse.designation import REFERENCES
from translator.parse.library import CHEAP, OFFSETS
from translator.parse.lowering import Frame
from translator.parse.places import Accessor, AddressOf, Array, Cells, Closure, Either, Function, Place, Scalar, Struct, Structs, Unhandled, read
from translator.parse.world import body

_COMBINE = {"combine_inc": "+", "combine_min": "min", "combine_max": "max"}


class Calls(Construction):
    """Everything that looks like a call."""

    def call(self, cursor: Cursor) -> Union[Place, None]:
        self.ledger.take(cursor)
        callee, arguments = cursor.referenced, list(cursor.get_arguments())
        name = cursor.spelling
        if name == "operator()" and arguments:
            return self._applied(cursor, arguments)
        if name == "operator[]" and arguments and array_parts(arguments[0].type) is not None:
            return self.element_of(self.place(arguments[0]), self.value(arguments[1]), cursor)
        if name in _COMBINE and self._is_accessor(cursor):
            self._combine(cursor, arguments)
            return None
        if callee is None or callee.kind in (CursorKind.PARM_DECL, CursorKind.VAR_DECL, CursorKind.FIELD_DECL) or _calls_what_is_returned(cursor, callee):
            return self._pointed_at(cursor, arguments)
        if callee.kind == CursorKind.CONSTRUCTOR:
            return self._constructed(cursor, callee, arguments)
        if self.world.is_user(callee) and not name.startswith("__builtin_"):
            return self._inlined(cursor, callee, arguments)
        if name == "operator=" and callee.semantic_parent.spelling == "pair" and len({record_of(a) for a in arguments}) == 1:
            return self._default_assignment(cursor, arguments)
        return self.library(cursor, name, arguments)

    def _pointed_at(self, cursor: Cursor, arguments: list[Cursor]) -> Union[Place, None]:
        """A call of what a pointer, a reference or a template parameter stands for."""
        return self._called(self.place(children(cursor)[0]), cursor, arguments)

    def _called(self, function: Place, cursor: Cursor, arguments: list[Cursor]) -> Union[Place, None]:
        if isinstance(function, Either):
            return self._one_called(function, cursor, arguments)
        if isinstance(function, Closure) and (operator := call_operator(function)) is not None:
            assert isinstance(function.frame, Frame)
            return self.inline(operator, arguments, cursor, this=function.frame.this, outer=function.frame)
        if not isinstance(function, Function):
            raise Unhandled(f"the call '{source(cursor)}' through a pointer", span(cursor), "call the function by its name")
        if self.world.is_user(function.cursor):
            return self._inlined(cursor, function.cursor, arguments)
        return self.library(cursor, function.cursor.spelling, arguments)

    def _one_called(self, function: Either, cursor: Cursor, arguments: list[Cursor]) -> Union[Place, None]:
        where = span(cursor)
        result = None if cursor.type.get_canonical().kind == TypeKind.VOID else self.local(cursor.type, "called", where)
        test = self.temporary(function.test, "test", where)

        def run(one: Place) -> None:
            value = self._called(one, cursor, arguments)
            if result is not None and value is not None:
                self.copy(result, value, where)

        branches = [self.captured(lambda one=one: run(one))[1] for one in (function.first, function.second)]  # type: ignore[misc]
        self.emit(If(test, branches[0], branches[1], where))
        return result

    # Accessors.
    def _applied(self, cursor: Cursor, arguments: list[Cursor]) -> Union[Place, None]:
        target = self.place(arguments[0])
        if isinstance(target, Accessor):
            return Scalar(self._load(target, arguments[1:], cursor))
        if isinstance(target, Closure):
            assert isinstance(target.frame, Frame)
            return self.inline(cursor.referenced, arguments[1:], cursor, this=target.frame.this, outer=target.frame)
        return self._inlined(cursor, cursor.referenced, arguments[1:], arguments[0])

    def cell(self, target: Cells, index: Cursor, cursor: Cursor) -> Place:
        call = self.ledger.through(index)
        arguments = list(call.get_arguments()) if call.kind == CursorKind.CALL_EXPR else []
        if call.spelling not in OFFSETS or evaluate(arguments[0]) != target.param:
            raise Unhandled(f"the access '{source(cursor)}'", span(cursor),
                            f"index argument {target.param} with OPS_ACC{target.param}(..) only")
        self.ledger.whole(arguments[0])
        return Scalar(self._load(Accessor(target.param, target.type), arguments[1:], cursor))

    def _load(self, target: Accessor, arguments: list[Cursor], cursor: Cursor) -> Load:
        values = [convert(self.value(a), "int") for a in arguments]
        extra = len(values) - self.rank
        if extra not in (0, 1):
            raise Unhandled(
                f"the kernel accesses a dataset with the wrong number of indices ({len(values)}) in a {self.rank}-dimensional loop", span(cursor),
                f"index the dataset with {self.rank} offsets; if the dataset has several components, put the component before the offsets", "accessor-rank")
        component = values[0] if extra else Const(0, "int")
        if extra == 0 and (self.components(target.param) or 1) > 1:
            raise Unhandled(
                f"the kernel accesses a dataset with {self.components(target.param)} components, but does not specify the component", span(cursor),
                "put the component before the offsets: a(c, i, j)", "accessor-rank")
        missing = (Const(0, "int"),) * (self.dims - self.rank)
        return Load(target.param, (*values[extra:], *missing), component, target.type, span(cursor))

    def components(self, param: int) -> Union[int, None]:
        """Components of the dataset behind a parameter, as the loop declares them."""
        raise NotImplementedError

    def _is_accessor(self, cursor: Cursor) -> bool:
        callee = children(cursor)[0]
        return bool(callee.kind == CursorKind.MEMBER_REF_EXPR and children(callee))

    def _combine(self, cursor: Cursor, arguments: list[Cursor]) -> None:
        target = self.place(children(children(cursor)[0])[0])
        if not isinstance(target, Accessor):
            raise Unhandled(f"the call '{source(cursor)}'", span(cursor))
        value = convert(self.value(arguments[-1]), target.type)
        cell = self._load(target, arguments[:-1], cursor)
        how = _COMBINE[cursor.spelling]
        if how == "+":
            self.assign(Scalar(cell), binary("+", cell, value), span(cursor))
            return
        value = value if isinstance(value, CHEAP) else self.temporary(value, "value", span(cursor))
        test = Binary("<", value, cell, "bool") if how == "min" else Binary("<", cell, value, "bool")
        self.assign(Scalar(cell), Select(test, value, cell, target.type), span(cursor))

    # The user's functions.
    def _constructed(self, cursor: Cursor, callee: Cursor, arguments: list[Cursor]) -> Place:
        if len(arguments) == 1 and record_of(arguments[0]) == record_of(cursor):
            place = self.place(arguments[0])
            return replace(place, whole=None) if isinstance(place, Struct) else place  # a copy is of the class that it is made as
        made = self.local(cursor.type, "made", span(cursor))
        named_alike = [base.get_declaration() for base in base_types(cursor.type) if base.get_declaration().spelling == callee.spelling]
        if named_alike and callee.spelling != pointee(cursor.type).get_declaration().spelling:  # using Base::Base
            assert isinstance(made, Struct)
            self.start_members(cursor.type, made, {str(named_alike[0].get_usr()): cursor})
            return made
        definition = self.world.definition(callee)
        if definition is not None and self.world.is_user(definition):
            self.inline(definition, arguments, cursor, this=made)
        elif cursor.spelling == "pair" and len(arguments) == 2:
            self.paired(made, arguments, cursor)
        elif arguments:
            raise Unhandled(f"the constructor call '{source(cursor)}'", span(cursor))
        else:
            self.start_anew(made, cursor.type, cursor)
        return made

    def _inlined(self, cursor: Cursor, callee: Cursor, arguments: list[Cursor],
                 object_: Union[Cursor, None] = None) -> Union[Place, None]:
        if callee.kind == CursorKind.CONVERSION_FUNCTION and callee.semantic_parent.type.spelling.startswith("(lambda at"):
            return self._object(cursor, object_)  # as a pointer to a function
        if is_virtual_call(cursor):
            return self._dispatched(cursor, callee, arguments)
        definition = None if _written_by_the_compiler(callee) else self.world.definition(callee)
        if definition is None:
            if callee.is_default_method() or callee.spelling == "operator=":
                return self._default_assignment(cursor, arguments)
            raise Unhandled(f"the kernel calls '{callee.spelling}', which has no definition in this program", span(cursor),
                            "define the function in one of the source files that are passed to the translator", "undefined-function")
        this: Union[Place, None] = None
        if callee.kind in (CursorKind.CXX_METHOD, CursorKind.CONVERSION_FUNCTION) and not callee.is_static_method():
            if object_ is None and callee.kind == CursorKind.CXX_METHOD and callee.spelling.startswith("operator"):
                object_, *arguments = arguments
            this = self._object(cursor, object_)
        elif callee.kind == CursorKind.CXX_METHOD:
            named = unparenthesised(children(cursor)[0])
            for object_ in (c for c in children(named) if named.kind == CursorKind.MEMBER_REF_EXPR and c.kind.is_expression()):
                self.place(object_)  # a static member needs no object, but the object may do something
        return self.inline(definition, arguments, cursor, this=this)

    def _dispatched(self, cursor: Cursor, callee: Cursor, arguments: list[Cursor]) -> Union[Place, None]:
        """A virtual call: of the function of the class that the object was made of."""
        place = self._object(cursor, None)
        found = None if place is None else overrider(place, callee)
        definition = None if found is None else self.world.definition(found[0])
        if found is None or definition is None:
            raise Unhandled(f"the kernel contains the virtual call '{source(cursor)}', but the translator cannot determine the class of the object", span(cursor),
                            "call the function of one class, as in object.Class::function(..), or make it a template")
        return self.inline(definition, arguments, cursor, this=found[1])

    def _object(self, cursor: Cursor, object_: Union[Cursor, None]) -> Union[Place, None]:
        if object_ is None:
            below = [c for c in children(children(cursor)[0]) if c.kind.is_expression()]
            if not below:
                return self.frame.this
            object_ = below[0]
        place = self.referred(object_)
        return place.place if isinstance(place, AddressOf) else place

    def _default_assignment(self, cursor: Cursor, arguments: list[Cursor]) -> Place:
        if len(arguments) != 2:
            raise Unhandled(f"the kernel contains '{source(cursor)}'", span(cursor), "write the assignment as a = b")
        self.require_plain_assignment(arguments[0].type, cursor)
        value = self.frozen(self.place(arguments[1]), span(cursor))  # first, as in C++
        target = self.place(arguments[0])
        self.copy(target, value, span(cursor))
        return target

    def inline(self, definition: Cursor, arguments: Sequence[Given], cursor: Cursor, this: Union[Place, None] = None,
               outer: Union[Frame, None] = None) -> Union[Place, None]:
        """The body of a function in place of its call."""
        if definition.get_usr() in self.active:
            raise Unhandled(f"the recursive call of '{definition.spelling}'", span(cursor), "write it as a loop")
        code = body(definition)
        if code is None:
            raise Unhandled(f"the kernel calls '{definition.spelling}', whose definition the translator cannot find", span(cursor))
        def frame(pure: bool) -> Frame:
            given = zip(definition.get_arguments(), arguments)
            return Frame(definition, {key(p): self._passed(definition, p, a, pure) for p, a in given}, outer, this)

        if not _is_single_return(code):
            return self.run_in(code, definition, cursor, frame(False))
        emitted, noted, targets, short = len(self.out), len(self.unsupported), dict(self.targets), frame(True)
        begun = len(self.out)
        result = self.run_in(code, definition, cursor, short)
        own = [short.bindings[key(p)] for p in definition.get_arguments() if key(p) in short.bindings and p.type.get_canonical().kind not in REFERENCES]
        if not any(isinstance(v, Scalar) and changed_by(v.target, tuple(self.out[begun:])) for v in own):
            return result
        self.targets = targets
        del self.out[emitted:], self.unsupported[noted:]  # a parameter, or what was given for it, changes: it needs a variable of its own
        return self.run_in(code, definition, cursor, frame(False))

    def run_in(self, code: Cursor, definition: Cursor, cursor: Cursor, frame: Frame) -> Union[Place, None]:
        """Lowers a function in a frame of its own."""
        caller, self.frame = self.frame, frame
        self.active.append(definition.get_usr())
        try:
            return self.accounted(definition, lambda: self._whole(code, definition, cursor))
        finally:
            self.active.pop()
            self.frame = caller

    def _whole(self, code: Cursor, definition: Cursor, cursor: Cursor) -> Union[Place, None]:
        self.members_initialised(definition, cursor)
        return self.run(code, definition, cursor)

    def run(self, code: Cursor, definition: Cursor, cursor: Cursor) -> Union[Place, None]:
        """Lowers a function body in the present frame; its returned value."""
        statements = children(code)
        returns = list(_returns(code))
        is_void = definition.result_type.get_canonical().kind == TypeKind.VOID
        if len(returns) == 1 and not is_void and statements and statements[-1].kind == CursorKind.RETURN_STMT and children(statements[-1]):
            position = len(self.out)
            self.block(statements[:-1])
            self.ledger.take(statements[-1])
            value = children(statements[-1])[0]
            if scalar_type(definition.result_type) and definition.result_type.kind != TypeKind.LVALUEREFERENCE:
                result = convert(self.value(value), scalar_type(definition.result_type))
                stays = not changed_by(result, tuple(self.out[position:]))  # else the next call may change it again
                return Scalar(result if stays else self.temporary(result, "value", span(cursor)))
            return self.place(value)
        self.flagged(code, definition, cursor)
        return self.frame.result

    def flagged(self, code: Cursor, definition: Cursor, cursor: Cursor) -> None:
        """Lowers a body that may return anywhere."""
        result = definition.result_type
        if result.get_canonical().kind != TypeKind.VOID and definition.kind != CursorKind.CONSTRUCTOR:
            if result.get_canonical().kind in (TypeKind.POINTER, TypeKind.LVALUEREFERENCE):
                raise Unhandled(f"the kernel calls '{definition.spelling}', but a function that returns a reference or a pointer may have only one return statement",
                                span(cursor))
            self.frame.result = self.local(result, f"{definition.spelling}_result", span(cursor))
        flag = Var(self.fresh("returned"), "bool")
        self.frame.flag = flag
        _, lowered = self.captured(lambda: self.block(children(code)))
        self.out += self.with_flag(flag, lowered, span(cursor))

    def _handed(self, parameter: Cursor, place: Place) -> Place:
        """What a parameter stands for that gets a place."""
        where, wanted, by_reference = span(parameter), scalar_type(parameter.type), parameter.type.get_canonical().kind in REFERENCES
        if wanted and not (by_reference and isinstance(place, Scalar) and place.target.type == wanted):
            return Scalar(self.temporary(convert(read(place, where), wanted), parameter.spelling or "value", where))
        if by_reference or not isinstance(place, Struct):
            return place
        copied = self.local(parameter.type, parameter.spelling or "value", where)
        self.copy(copied, place, where)
        return copied

    def _passed(self, function: Cursor, parameter: Cursor, argument: Given, pure: bool) -> Place:
        """What a parameter of an inlined function stands for."""
        if not isinstance(argument, Cursor):
            return self._handed(parameter, argument)
        if not file_of(argument.extent.start):
            argument = default_of(parameter) or argument
        kind = parameter.type.get_canonical().kind
        where = span(argument)
        wanted = scalar_type(parameter.type)
        if wanted and kind not in (TypeKind.LVALUEREFERENCE, TypeKind.RVALUEREFERENCE):
            value = convert(self.value(argument), wanted)
            code = body(function)
            constant = isinstance(value, Const) and not (code is not None and assigned(code, parameter))
            if constant or (pure and isinstance(value, (Var, Load, Global, Element))):
                return Scalar(value)
            return Scalar(self.temporary(value, parameter.spelling or "value", where))
        if wanted and wanted != scalar_type(strip_type(argument)):
            return Scalar(self.temporary(convert(self.value(argument), wanted), parameter.spelling or "value", where))
        place = self.alias(function, parameter, self.referred(argument), where)
        if isinstance(place, Scalar) and isinstance(place.target, Const) and function.result_type.kind == TypeKind.LVALUEREFERENCE:
            return Scalar(self.temporary(place.target, parameter.spelling or "value", where))  # what is returned may be one of several variables
        if kind == TypeKind.RECORD:
            if isinstance(place, (Struct, Array, Structs)):
                copied = self.local(parameter.type, parameter.spelling or "value", where)
                self.copy(copied, place, where)
                return copied
            if strip(argument).kind != CursorKind.LAMBDA_EXPR:
                self.uncopied(place, where)
        return place


def strip_type(argument: Cursor) -> object:
    """Type of the expression that a reference binds to."""
    return strip(argument).type if scalar_type(strip(argument).type) else argument.type


def _returns(code: Cursor) -> Iterator[Cursor]:
    """Return statements; not those of lambdas."""
    for c in code.get_children():
        if c.kind == CursorKind.RETURN_STMT:
            yield c
        elif c.kind != CursorKind.LAMBDA_EXPR:
            yield from _returns(c)


def _calls_what_is_returned(cursor: Cursor, callee: Cursor) -> bool:
    """f(a)(b), of which clang says that f is called."""
    named = callee.kind != CursorKind.CONSTRUCTOR and (callee.kind == CursorKind.CONVERSION_FUNCTION or not callee.spelling.startswith("operator"))
    return named and bool(children(cursor)) and strip(children(cursor)[0]).kind == CursorKind.CALL_EXPR


def _is_single_return(code: Cursor) -> bool:
    statements = children(code)
    return len(statements) == 1 and statements[0].kind == CursorKind.RETURN_STMT


def _written_by_the_compiler(callee: Cursor) -> bool:
    """An assignment that stands where its class does is not in the source."""
    return bool(callee.spelling == "operator=" and callee.location == callee.semantic_parent.location)
