"""Lowering of statements: declarations, branches and early returns.

A `return` anywhere but at the end becomes structure: what follows moves into the other branch, or is guarded by a flag
where the return stands in a loop. So does the `break` of a switch. So the IR that leaves here holds neither.
"""

from __future__ import annotations

from translator.ir import NOWHERE, Assign, Binary, Const, Declare, Expr, If, Jump, Stmt, Unary, Var
from translator.parse.calls import Calls
from translator.parse.conversions import convert
from translator.parse.copies import pointers_of
from translator.parse.heads import parts_of_if
from translator.parse.instead import is_std_pair
from translator.parse.libclang import (Cursor, CursorKind, Type, TypeKind, array_parts, children, default_of, evaluate, initialiser, key, scalar_type, source, span,
                                       strip, struct_fields)
from translator.parse.lowering import TRUE, Frame
from translator.parse.places import Closure, Consequence, Place, Scalar, Struct, Structs, Unhandled, element, is_lvalue, member
from translator.parse.texts import text_of, written

_LOOPS = (CursorKind.FOR_STMT, CursorKind.WHILE_STMT, CursorKind.DO_STMT, CursorKind.CXX_FOR_RANGE_STMT)
_JUMPS = (CursorKind.BREAK_STMT, CursorKind.CONTINUE_STMT)
_NOTHING = (CursorKind.NULL_STMT, CursorKind.STATIC_ASSERT)


class Statements(Calls):
    """Statements other than loops and switches."""

    def block(self, cursors: list[Cursor]) -> None:
        for position, cursor in enumerate(cursors):
            if self._leaves(cursor):
                self._leaving(cursor, cursors[position + 1 :])
                return
            self.statement(cursor)
            if cursor.kind in _JUMPS:
                self.ledger.dead(*cursors[position + 1 :])
                return

    def statement(self, cursor: Cursor) -> None:
        """One statement; what cannot be lowered is noted, and the rest goes on."""
        try:
            self._statement(cursor)
        except Unhandled as failure:
            self.note(failure)

    def _statement(self, cursor: Cursor) -> None:
        kind = cursor.kind
        self.ledger.take(cursor)
        if kind == CursorKind.COMPOUND_STMT:
            self.block(children(cursor))
        elif kind == CursorKind.DECL_STMT:
            for declaration in children(cursor):
                self._declared(declaration)
        elif kind == CursorKind.IF_STMT:
            self._branch(cursor)
        elif kind in _LOOPS:
            self._looped(cursor)
        elif kind == CursorKind.SWITCH_STMT:
            self.switch(cursor)
        elif kind == CursorKind.BREAK_STMT:
            self.emit(Jump("break", span(cursor)))
        elif kind == CursorKind.CONTINUE_STMT:
            self.proceed(cursor)
        elif kind.is_expression():
            self.effect(cursor)
        elif is_attributed(cursor):
            self.block(inside(cursor))
        elif kind not in _NOTHING:
            raise Unhandled(f"the statement '{source(cursor)[:60]}'", span(cursor), "use ifs, loops and assignments")

    def _looped(self, cursor: Cursor) -> None:
        """A loop, whose breaks are its own."""
        around, self.left = self.left, None
        try:
            self.loop(cursor)
        finally:
            self.left = around

    def loop(self, cursor: Cursor) -> None:
        """for, while and do."""
        raise NotImplementedError

    def switch(self, cursor: Cursor) -> None:
        """A switch statement."""
        raise NotImplementedError

    def proceed(self, cursor: Cursor) -> None:
        """A continue statement."""
        raise NotImplementedError

    def lowered(self, cursors: list[Cursor]) -> tuple[Stmt, ...]:
        """Statements lowered apart."""
        return self.captured(lambda: self.block(cursors))[1]

    # Declarations.
    def _declared(self, declaration: Cursor) -> None:
        """One of a statement; of what cannot be lowered, the uses are no further fault."""
        try:
            self.ledger.take(declaration)
            if declaration.kind == CursorKind.VAR_DECL:
                self.declare(declaration)
            elif declaration.kind == CursorKind.UNEXPOSED_DECL:
                self._decompose(declaration)
        except Unhandled as failure:
            self.note(failure)
            self.lost |= {key(declaration), *(key(name) for name in children(declaration) if name.kind == CursorKind.UNEXPOSED_DECL)}

    def declare(self, variable: Cursor) -> None:
        """A local variable."""
        self.ledger.take(variable)
        where, type_ = span(variable), variable.type
        if variable.storage_class.name == "STATIC" and not type_.is_const_qualified() and "const" not in type_.spelling:
            self.bind(variable, self.local(type_, variable.spelling, where))
            raise Unhandled(f"the kernel has a mutable static variable '{variable.spelling}'", where,
                            "the kernel runs at all points in any order and in parallel, so use a local variable or a reduction", "mutable-static")
        value = initialiser(variable)
        if variable.storage_class.name == "STATIC" and value is not None and not _always_the_same(value):
            raise Unhandled(f"the kernel initialises the static variable '{variable.spelling}' only at the first point, so results depend on the order of the points",
                            where, "remove 'static'")
        if variable.storage_class.name == "STATIC":
            self.started(variable, lambda: self._declare_as(variable, value))
        else:
            self._declare_as(variable, value)

    def _declare_as(self, variable: Cursor, value: Cursor | None) -> None:
        type_ = variable.type
        kind = type_.get_canonical().kind
        if value is not None and strip(value).kind == CursorKind.LAMBDA_EXPR:
            self.bind(variable, self.closure(self.ledger.through(value)))
        elif kind in (TypeKind.POINTER, TypeKind.LVALUEREFERENCE, TypeKind.RVALUEREFERENCE):
            self._declare_alias(variable, value)
        elif scalar_type(type_):
            self._declare_scalar(variable, value)
        else:
            self._declare_aggregate(variable, value)

    def _declare_alias(self, variable: Cursor, value: Cursor | None) -> None:
        if value is None:
            raise Unhandled(f"the pointer '{variable.spelling}' without a value", span(variable))
        self.bind(variable, self.alias(self.frame.function, variable, self.referred(value), span(variable)))

    def _declare_scalar(self, variable: Cursor, value: Cursor | None) -> None:
        type_name, where = scalar_type(variable.type), span(variable)
        start = None if value is None else convert(self.value(value), type_name)
        if isinstance(start, Const) and variable.type.is_const_qualified():
            self.bind(variable, Scalar(start))
            return
        name = self.fresh(variable.spelling)
        self.emit(Declare(name, type_name, (), start, where))
        self.bind(variable, Scalar(Var(name, type_name)))

    def _declare_aggregate(self, variable: Cursor, value: Cursor | None) -> None:
        where = span(variable)
        given = None if value is None else strip(value)
        if given is not None and given.kind != CursorKind.INIT_LIST_EXPR and (not _is_default(given) or array_parts(variable.type) is None):
            made = self.place(self.ledger.through(value) if given.kind == CursorKind.CALL_EXPR else value)
            if _is_made(given) and any(pointers_of(made)):
                return self.bind(variable, made)  # itself: it may point to its own members
            return self.bind(variable, self._copied(variable, made))
        place = self.local(variable.type, variable.spelling, where)
        self.bind(variable, place)
        if given is not None and given.kind == CursorKind.INIT_LIST_EXPR:
            return self.initialise(place, self.ledger.through(value))
        return self.by_default(variable.type, place, None if value is None else self.ledger.through(value))

    def _decompose(self, declaration: Cursor) -> None:
        """auto [a, b] = value."""
        value = [c for c in children(declaration) if c.kind.is_expression()][-1]
        parts = children(value)
        if value.kind == CursorKind.UNEXPOSED_EXPR and len(parts) == 2 and array_parts(parts[0].type) is not None:  # an array, and the copy of its elements
            self.ledger.take(value)
            self.ledger.whole(parts[1])
            value = parts[0]
        self.decompose(declaration, self.place(value))

    def decompose(self, declaration: Cursor, whole: Place) -> None:
        """auto [a, b], of a place."""
        where = span(declaration)
        names = [c for c in children(declaration) if c.kind == CursorKind.UNEXPOSED_DECL]
        if declaration.type.kind in (TypeKind.LVALUEREFERENCE, TypeKind.RVALUEREFERENCE):
            whole = self.frozen(whole, where)
        else:
            copied = self.local(declaration.type, "whole", where)
            self.copy(copied, whole, where)
            whole = copied
        fields = struct_fields(declaration.type)
        if array_parts(declaration.type) is None and fields is not None and len(fields) == len(names):
            parts = [member(whole, field, where) for field in fields]
        elif array_parts(declaration.type) is not None:
            parts = [element(whole, Const(i, "int"), where) for i in range(len(names))]
        else:
            raise Unhandled("this structured binding", where, "name the members one by one")
        for name, part in zip(names, parts, strict=True):
            self.bind(name, part)

    # Lambdas.
    def closure(self, cursor: Cursor) -> Place:
        """A lambda: what it captures by value is copied here, all else it sees as it is when called."""
        self.ledger.take(cursor)
        frame = Frame(self.frame.function, outer=self.frame, this=self.frame.this)
        parts, tokens = children(cursor), list(cursor.get_tokens())
        captures = [t.spelling for t in tokens[: next((i for i, t in enumerate(tokens) if t.spelling == "]"), 0)]]
        if "*" in captures and captures[captures.index("*") + 1:][:1] == ["this"]:
            raise Unhandled("a lambda that copies *this", span(cursor), "copy the members that the lambda needs into local variables")
        places = {c.location.offset for c in parts if c.kind == CursorKind.VARIABLE_REF} | {t.location.offset for t in tokens[1:2] if t.spelling == "="}
        for capture in parts:
            own = capture.kind == CursorKind.VARIABLE_REF and capture.referenced.location == capture.location
            named = strip(capture)  # below the copy of an object
            copied = named.kind == CursorKind.DECL_REF_EXPR and capture.location.offset in places  # elsewhere: a part of what [name = value] starts with
            variable = named.referenced if own or copied else None
            if copied:
                self.ledger.whole(capture)
            if variable is not None and key(variable) not in frame.bindings:
                frame.bindings[key(variable)] = self._captured(variable, own)
        return Closure(frame, cursor.type.get_declaration(), any(t.spelling == "mutable" for t in tokens))

    def by_default(self, type_: Type, place: Place, made: Cursor | None) -> None:
        parts = array_parts(type_)
        if isinstance(place, Structs) and parts is not None:
            for i in range(place.extents[0]):
                self.by_default(parts[1], element(place, Const(i, "int"), NOWHERE), made)
        elif isinstance(place, Struct):
            definition = self.own_default(type_) if made is None else self.world.definition(made.referenced)
            if is_std_pair(type_):
                self.start_anew(place, type_, made or type_.get_declaration())
            elif definition is not None and self.world.is_user(definition):
                defaults = [default_of(p) for p in definition.get_arguments()]
                self.inline(definition, [d for d in defaults if d is not None], definition if made is None else made, this=place)
            else:
                self.start_members(type_, place, {})

    def _captured(self, variable: Cursor, own: bool) -> Place:
        """`own`: [name = value], else [name]."""
        if own:
            self.declare(variable)
        place = self.bound(variable)
        if place is None:
            raise Consequence(f"'{variable.spelling}', whose declaration is not supported", span(variable))
        if not own and (scalar_type(variable.type) or array_parts(variable.type) is not None or isinstance(place, Struct)):
            return self._copied(variable, place)
        if variable.type.get_canonical().kind == TypeKind.POINTER:
            place = self.followed(place, span(variable))
        self.uncopied(place, span(variable))
        return self.frozen(place, span(variable))

    def _copied(self, variable: Cursor, value: Place) -> Place:
        self.uncopied(value, span(variable))
        if isinstance(value, Closure) or (isinstance(value, Scalar) and isinstance(value.target, Const)):
            return value
        place = self.local(variable.type, variable.spelling, span(variable))
        self.copy(place, value, span(variable))
        return place

    # Branches.
    def _parts(self, cursor: Cursor) -> list[Cursor]:
        """Condition, then and else of an if, after its declarations, or what else it begins with."""
        before, parts = parts_of_if(cursor)
        for first in before:
            self.begun(first)
        return parts

    def begun(self, first: Cursor) -> None:
        """What stands before the condition of an if, a switch or a while."""
        self.declare(first) if first.kind == CursorKind.VAR_DECL else self._statement(first)

    def _tested(self, test: Cursor, branches: list[Cursor]) -> Expr:
        """The condition of an if. Clang shows only the braces of what `if constexpr` does not instantiate."""
        condition = self.condition(test)
        value = evaluate(test) if any(c.kind == CursorKind.COMPOUND_STMT and not children(c) for c in branches) else None
        return condition if value is None else Const(value != 0, "bool")

    def _branch(self, cursor: Cursor) -> None:
        test, then, *other = self._parts(cursor)
        condition = self._tested(test, [then, *other])
        if isinstance(condition, Const):
            self.block(self.chosen(condition, [then], other))
        elif any(branches := (self.lowered([then]), self.lowered(other))):
            self.emit(If(condition, *branches, span(cursor)))

    # Returns, and breaks of a switch.
    def _leaving(self, cursor: Cursor, rest: list[Cursor]) -> None:
        """A statement that may leave the function or the switch, and what follows it."""
        try:
            self.ledger.take(cursor)
            if self._always_leaves(cursor):
                self.ledger.dead(*rest)
            if cursor.kind == CursorKind.RETURN_STMT:
                self._return(cursor)
            elif cursor.kind == CursorKind.BREAK_STMT:
                assert self.left is not None
                self.emit(Assign(self.left, TRUE, span(cursor)))
            elif cursor.kind == CursorKind.COMPOUND_STMT or is_attributed(cursor):
                self.block([*inside(cursor), *rest])
            elif cursor.kind == CursorKind.IF_STMT and any(self._always_leaves(c) for c in children(cursor)[1:]):
                self._branch_or_rest(cursor, rest)
            else:
                self._statement_or_rest(cursor, rest)
        except Unhandled as failure:
            self.note(failure)

    def _return(self, cursor: Cursor) -> None:
        value, frame = children(cursor), self.frame
        if value and frame.result is None:
            self.effect(value[0])
        elif value and frame.result is not None:
            if isinstance(frame.result, Scalar) and is_lvalue(frame.result.target):
                self.assign(frame.result, self.value(value[0]), span(cursor))
            else:
                self.copy(frame.result, self.place(value[0]), span(cursor))
        assert frame.flag is not None
        self.emit(Assign(frame.flag, TRUE, span(cursor)))
        if frame.loops:
            self.emit(Jump("break", span(cursor)))

    def _branch_or_rest(self, cursor: Cursor, rest: list[Cursor]) -> None:
        test, then, *other = self._parts(cursor)
        condition = self._tested(test, [then, *other])
        if isinstance(condition, Const):
            return self.block([*self.chosen(condition, [then], other), *rest])
        first = self.lowered([then] if self._always_leaves(then) else [then, *rest])
        second = self.lowered(other if other and self._always_leaves(other[0]) else [*other, *rest])
        self.emit(If(condition, first, second, span(cursor)))
        return None

    def _statement_or_rest(self, cursor: Cursor, rest: list[Cursor]) -> None:
        """Guards the rest with flags; what returns leaves enclosing loops as well."""
        self._branch(cursor) if cursor.kind == CursorKind.IF_STMT else self._statement(cursor)
        left = [self.left] if self.left is not None and self._breaks_switch(cursor) else []
        if _returns(cursor):
            assert self.frame.flag is not None
            if not self.frame.loops:
                left.append(self.frame.flag)
            elif cursor.kind != CursorKind.IF_STMT:
                self.emit(If(self.frame.flag, (Jump("break", span(cursor)),), (), span(cursor)))
        if not left:
            return self.block(rest)
        remaining = self.lowered(rest)
        if remaining:
            goes_on: Expr = Unary("!", left[0], "bool")
            for flag in left[1:]:
                goes_on = Binary("&&", goes_on, Unary("!", flag, "bool"), "bool")
            self.emit(If(goes_on, remaining, (), span(cursor)))
        return None

    def _leaves(self, cursor: Cursor) -> bool:
        return _returns(cursor) or (self.left is not None and self._breaks_switch(cursor))

    def _breaks_switch(self, cursor: Cursor) -> bool:
        """Whether a statement contains a break of the switch that is being lowered."""
        if self.left is None or cursor.kind in (*_LOOPS, CursorKind.SWITCH_STMT, CursorKind.DECL_STMT) or cursor.kind.is_expression():
            return False
        return cursor.kind == CursorKind.BREAK_STMT or any(self._breaks_switch(c) for c in cursor.get_children())

    def _always_leaves(self, cursor: Cursor) -> bool:
        if cursor.kind == CursorKind.RETURN_STMT or (self.left is not None and cursor.kind == CursorKind.BREAK_STMT):
            return True
        parts = children(cursor)
        if cursor.kind == CursorKind.COMPOUND_STMT:
            return any(self._always_leaves(c) for c in parts)
        return cursor.kind == CursorKind.IF_STMT and len(parts) >= 3 and all(self._always_leaves(c) for c in parts[-2:])


def _is_made(value: Cursor) -> bool:
    """Whether a constructor makes an object of anything but another one."""
    made = value.referenced if value.kind == CursorKind.CALL_EXPR else None
    return made is not None and made.kind == CursorKind.CONSTRUCTOR and not made.is_copy_constructor() and not made.is_move_constructor()


def _is_default(value: Cursor) -> bool:
    """Whether a value is what the constructor without arguments makes."""
    made = value.kind == CursorKind.CALL_EXPR and value.referenced is not None and value.referenced.kind == CursorKind.CONSTRUCTOR
    return made and not list(value.get_arguments())


def _returns(cursor: Cursor) -> bool:
    if cursor.kind == CursorKind.RETURN_STMT:
        return True
    if cursor.kind.is_expression() or cursor.kind == CursorKind.DECL_STMT:
        return False
    return any(_returns(c) for c in cursor.get_children())


def is_attributed(cursor: Cursor) -> bool:
    """[[likely]] and the like before a statement: they say nothing about values."""
    file, start, _ = written(cursor.extent.start)
    return cursor.kind == CursorKind.UNEXPOSED_STMT and text_of(file, start, start + 13).startswith((b"[[", b"__attribute__"))


def inside(cursor: Cursor) -> list[Cursor]:
    return [c for c in children(cursor) if c.kind.is_statement() or c.kind.is_expression()]


def _always_the_same(value: Cursor) -> bool:
    """Whether a value names no variables but constants, and those of lambdas in it."""
    names = list(value.walk_preorder())
    own = {key(c) for c in names if c.kind in (CursorKind.VAR_DECL, CursorKind.PARM_DECL)}
    used = [c.referenced for c in names if c.kind == CursorKind.DECL_REF_EXPR and c.referenced is not None]
    variables = [v for v in used if v.kind in (CursorKind.VAR_DECL, CursorKind.PARM_DECL) and key(v) not in own]
    return all(v.kind == CursorKind.VAR_DECL and (v.storage_class.name == "STATIC" or evaluate(v) is not None) for v in variables)
