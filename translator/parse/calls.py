"""Lowering of calls: accessors, mathematics, and the user's own functions, which are inlined."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Union

from translator.ir import Binary, Const, Element, Global, Load, Select, Var
from translator.parse.changes import assigned
from translator.parse.conversions import binary, convert
from translator.parse.dependence import changed_by
from translator.parse.libclang import (Cursor, CursorKind, Type, TypeKind, array_parts, children, default_of, evaluate, file_of, initialiser, key,
                                       pointee, scalar_type, source, span, strip, unparenthesised)
from translator.parse.designation import REFERENCES
from translator.parse.library import CHEAP, OFFSETS, Library
from translator.parse.lowering import Frame
from translator.parse.places import Accessor, AddressOf, Array, Cells, Closure, Place, Scalar, Struct, Structs, Unhandled, read
from translator.parse.world import body

_COMBINE = {"combine_inc": "+", "combine_min": "min", "combine_max": "max"}


class Calls(Library):
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
        if callee is None or callee.kind == CursorKind.PARM_DECL or callee.kind == CursorKind.VAR_DECL:
            raise Unhandled(f"the call '{source(cursor)}' through a pointer", span(cursor), "call the function by its name")
        if callee.kind == CursorKind.CONSTRUCTOR:
            return self._constructed(cursor, callee, arguments)
        if self.world.is_user(callee) and not name.startswith("__builtin_"):
            return self._inlined(cursor, callee, arguments)
        return self.library(cursor, name, arguments)

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
                f"an access with {len(values)} indices in a loop of {self.rank} dimensions", span(cursor),
                f"give {self.rank} offsets, and the component first if the dataset has several", "accessor-rank")
        component = values[0] if extra else Const(0, "int")
        if extra == 0 and (self.components(target.param) or 1) > 1:
            raise Unhandled(
                f"an access without a component to a dataset of {self.components(target.param)} components", span(cursor),
                "give the component first: a(c, i, j)", "accessor-rank")
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
        if len(arguments) == 1 and _record(arguments[0]) == _record(cursor):
            return self.place(arguments[0])
        if callee.spelling.split("<")[0] != callee.semantic_parent.spelling.split("<")[0]:  # by `using Base::Base`
            raise Unhandled(f"the constructor call '{source(cursor)}', of a base class", span(cursor), "write the constructor in the class itself")
        made = self.local(cursor.type, "made", span(cursor))
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
        definition = None if _written_by_the_compiler(callee) else self.world.definition(callee)
        if definition is None:
            if callee.is_default_method() or callee.spelling == "operator=":
                return self._default_assignment(cursor, arguments)
            raise Unhandled(f"kernel calls '{callee.spelling}', which has no definition in this program", span(cursor),
                            "define it in one of the sources given to the translator", "undefined-function")
        this: Union[Place, None] = None
        if callee.kind in (CursorKind.CXX_METHOD, CursorKind.CONVERSION_FUNCTION) and not callee.is_static_method():
            if object_ is None and callee.kind == CursorKind.CXX_METHOD and callee.spelling.startswith("operator"):
                object_, *arguments = arguments
            this = self._object(cursor, object_)
        elif callee.kind == CursorKind.CXX_METHOD:
            for object_ in (c for c in children(unparenthesised(children(cursor)[0])) if c.kind.is_expression()):
                self.place(object_)  # a static member needs no object, but the object may do something
        return self.inline(definition, arguments, cursor, this=this)

    def _object(self, cursor: Cursor, object_: Union[Cursor, None]) -> Union[Place, None]:
        if object_ is None:
            below = [c for c in children(children(cursor)[0]) if c.kind.is_expression()]
            if not below:
                return self.frame.this
            object_ = below[0]
        place = self.referred(object_)
        return place.place if isinstance(place, AddressOf) else place

    def _default_assignment(self, cursor: Cursor, arguments: list[Cursor]) -> Place:
        target = self.place(arguments[0])
        self.copy(target, self.place(arguments[1]), span(cursor))
        return target

    def inline(self, definition: Cursor, arguments: list[Cursor], cursor: Cursor, this: Union[Place, None] = None,
               outer: Union[Frame, None] = None) -> Union[Place, None]:
        """The body of a function in place of its call."""
        if definition.get_usr() in self.active:
            raise Unhandled(f"the recursive call of '{definition.spelling}'", span(cursor), "write it as a loop")
        code = body(definition)
        if code is None:
            raise Unhandled(f"the call of '{definition.spelling}', whose body is not visible", span(cursor))
        def frame(pure: bool) -> Frame:
            given = zip(definition.get_arguments(), arguments)
            return Frame(definition, {key(p): self._passed(definition, p, a, pure) for p, a in given}, outer, this)

        if not _is_single_return(code):
            return self._run(code, definition, cursor, frame(False))
        emitted, noted, short = len(self.out), len(self.unsupported), frame(True)
        begun = len(self.out)
        result = self._run(code, definition, cursor, short)
        own = [short.bindings[key(p)] for p in definition.get_arguments() if key(p) in short.bindings and p.type.get_canonical().kind not in REFERENCES]
        if not any(isinstance(v, Scalar) and changed_by(v.target, tuple(self.out[begun:])) for v in own):
            return result
        del self.out[emitted:], self.unsupported[noted:]  # a parameter, or what was given for it, changes: it needs a variable of its own
        return self._run(code, definition, cursor, frame(False))

    def _run(self, code: Cursor, definition: Cursor, cursor: Cursor, frame: Frame) -> Union[Place, None]:
        """Lowers a function in a frame of its own."""
        caller, self.frame = self.frame, frame
        self.active.append(definition.get_usr())
        try:
            return self.accounted(definition, lambda: self._whole(code, definition, cursor))
        finally:
            self.active.pop()
            self.frame = caller

    def _whole(self, code: Cursor, definition: Cursor, cursor: Cursor) -> Union[Place, None]:
        self._members_initialised(definition, cursor)
        return self.run(code, definition, cursor)

    def start_members(self, record: Type, place: Struct, given: Mapping[str, Cursor]) -> None:
        """Gives members, in the order of the class, the values of a constructor, or else those written in the class."""
        members = dict(place.members)
        for field in pointee(record).get_fields():
            member, value = members[field.spelling], given.get(field.spelling)
            if value is not None:
                self.initialise_one(member, value, value)
            elif (written := initialiser(field)) is not None:
                self.initialise_as_written(member, written, place)
            else:
                self.by_default(field.type, member, None)

    def _members_initialised(self, constructor: Cursor, cursor: Cursor) -> None:
        place = self.frame.this
        if constructor.kind != CursorKind.CONSTRUCTOR or not isinstance(place, Struct):
            return
        record, given, field = constructor.semantic_parent.type, dict[str, Cursor](), None
        for child in constructor.get_children():
            if child.kind == CursorKind.MEMBER_REF:
                field = child.referenced
            elif field is not None and child.kind.is_expression():
                given[field.spelling], field = child, None
            elif child.kind == CursorKind.CALL_EXPR and _record(child) == str(record.get_declaration().get_usr()):
                self.ledger.take(child)
                definition = self.world.definition(child.referenced)  # another constructor does it all
                if definition is None:
                    raise Unhandled(f"the constructor call '{source(child)}'", span(child))
                self.inline(definition, list(child.get_arguments()), cursor, this=place)
                return
        self.start_members(record, place, given)

    def own_default(self, type_: Type) -> Union[Cursor, None]:
        """The constructor without arguments that the program has written for a class."""
        for member in pointee(type_).get_declaration().get_children():
            if member.kind == CursorKind.CONSTRUCTOR and member.is_default_constructor():
                definition = self.world.definition(member)
                return definition if definition is not None and self.world.is_user(definition) else None
        return None

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
                raise Unhandled(f"the call of '{definition.spelling}', which returns a reference from several places",
                                span(cursor))
            self.frame.result = self.local(result, f"{definition.spelling}_result", span(cursor))
        flag = Var(self.fresh("returned"), "bool")
        self.frame.flag = flag
        _, lowered = self.captured(lambda: self.block(children(code)))
        self.out += self.with_flag(flag, lowered, span(cursor))

    def _passed(self, function: Cursor, parameter: Cursor, argument: Cursor, pure: bool) -> Place:
        """What a parameter of an inlined function stands for."""
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


def _is_single_return(code: Cursor) -> bool:
    statements = children(code)
    return len(statements) == 1 and statements[0].kind == CursorKind.RETURN_STMT


def _record(cursor: Cursor) -> str:
    return str(pointee(cursor.type).get_declaration().get_usr())


def _written_by_the_compiler(callee: Cursor) -> bool:
    """An assignment that stands where its class does is not in the source."""
    return bool(callee.spelling == "operator=" and callee.location == callee.semantic_parent.location)
