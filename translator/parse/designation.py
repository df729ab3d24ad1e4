"""Lowering of what expressions designate: variables, elements, members, dereferenced pointers, globals."""

from __future__ import annotations

from dataclasses import replace
from typing import Union

from translator.ir import Const, Declare, Expr, If, Select
from translator.parse.braces import of_bases, of_elements, of_members
from translator.parse.classes import as_class, base_part
from translator.parse.conversions import convert, negative
from translator.parse.dependence import without_declarations
from translator.parse.globals import Globals
from translator.parse.instead import of_expression
from translator.parse.libclang import (Cursor, CursorKind, Type, TypeKind, array_parts, base_types, children, constant, initialiser, is_std_array, key, pointee,
                                       scalar_type, source, span, strip, struct_fields, unary_operator, unparenthesised)
from translator.parse.lowering import ZERO, Frame
from translator.parse.places import (AddressOf, Array, Cells, Consequence, Function, Null, Place, Scalar, Slot, Slots, Struct, Structs, Unhandled,
                                     advance, either, element, member)

CASTS = (CursorKind.CSTYLE_CAST_EXPR, CursorKind.CXX_STATIC_CAST_EXPR, CursorKind.CXX_FUNCTIONAL_CAST_EXPR,
          CursorKind.CXX_CONST_CAST_EXPR)
LITERALS = (CursorKind.INTEGER_LITERAL, CursorKind.FLOATING_LITERAL, CursorKind.CXX_BOOL_LITERAL_EXPR,
            CursorKind.CHARACTER_LITERAL, CursorKind.CXX_UNARY_EXPR, CursorKind.SIZE_OF_PACK_EXPR, CursorKind.REQUIRES_EXPR)
WRAPPERS = (CursorKind.UNEXPOSED_EXPR, CursorKind.PAREN_EXPR, *CASTS)
REFERENCES = (TypeKind.LVALUEREFERENCE, TypeKind.RVALUEREFERENCE)


class Designation(Globals):
    """Places."""

    def place(self, cursor: Cursor) -> Place:
        return self.followed(self.unfollowed(cursor), span(cursor))

    def unfollowed(self, cursor: Cursor) -> Place:
        """The same, but a pointer or reference that is a member or an element as itself."""
        self.ledger.take(cursor)
        kind = cursor.kind
        if kind == CursorKind.DECL_REF_EXPR:
            return self._named(cursor)
        if kind == CursorKind.MEMBER_REF_EXPR:
            return self._member(cursor)
        if kind == CursorKind.ARRAY_SUBSCRIPT_EXPR:
            base, index = children(cursor)
            array = self.place(base)
            if isinstance(array, Cells):
                return self.cell(array, index, cursor)
            return self.element_of(array, self.value(index), cursor)
        if kind == CursorKind.CALL_EXPR:
            return self._returned(cursor)
        if kind in WRAPPERS:
            return self._through(cursor)
        if kind == CursorKind.CXX_THIS_EXPR and self.frame.this is not None:
            return AddressOf(self.frame.this)
        if kind == CursorKind.INIT_LIST_EXPR:
            return self._listed(cursor)
        if kind == CursorKind.LAMBDA_EXPR:
            return self.closure(cursor)
        if kind == CursorKind.UNARY_OPERATOR:
            return self._dereferenced(cursor)
        if kind in (CursorKind.BINARY_OPERATOR, CursorKind.COMPOUND_ASSIGNMENT_OPERATOR):
            return self._computed(cursor)
        if kind == CursorKind.CONDITIONAL_OPERATOR:
            return self._chosen(cursor)
        if kind in LITERALS:
            return Scalar(self.value(cursor))
        if kind in (CursorKind.CXX_NULL_PTR_LITERAL_EXPR, CursorKind.GNU_NULL_EXPR):
            return Null()
        raise Unhandled(f"the expression '{source(cursor)}'", span(cursor), of_expression(kind))

    def element_of(self, place: Place, index: Expr, cursor: Cursor) -> Place:
        """place[index]; elements of constant tables are folded."""
        return self.folded(element(place, convert(index, "int"), span(cursor)))

    def _chosen(self, cursor: Cursor) -> Place:
        """condition ? a : b, where it matters which of the two is meant: it may be assigned to, or is no scalar."""
        test, then, other = children(cursor)
        where = span(cursor)
        condition = self.condition(test)
        if isinstance(condition, Const):
            return self.place(self.chosen(condition, [then], [other])[0])
        first, before_first = self.captured(lambda: self.place(then))
        second, before_second = self.captured(lambda: self.place(other))
        if not before_first and not before_second:
            return self._either_of(self.temporary(condition, "test", where), first, second, cursor)
        if isinstance(first, (Scalar, Struct)) and not is_new(then) and not is_new(other):  # it may be assigned to
            for statement in (*before_first, *before_second):
                if isinstance(statement, Declare):
                    self.emit(replace(statement, value=None if statement.extents else convert(ZERO, statement.type)))
            test_value = self.temporary(condition, "test", where)
            self.emit(If(test_value, without_declarations(before_first), without_declarations(before_second), where))
            return self._either_of(test_value, first, second, cursor)
        chosen = self.local(cursor.type, "chosen", where)
        _, copy_first = self.captured(lambda: self.copy(chosen, first, where))
        _, copy_second = self.captured(lambda: self.copy(chosen, second, where))
        self.emit(If(condition, (*before_first, *copy_first), (*before_second, *copy_second), where))
        return chosen

    def _either_of(self, test: Expr, first: Place, second: Place, cursor: Cursor) -> Place:
        """One of two places, member by member; it can be assigned to if both can."""
        if isinstance(first, Scalar) and isinstance(second, Scalar):
            type_name = scalar_type(cursor.type) or first.target.type
            return Scalar(Select(test, convert(first.target, type_name), convert(second.target, type_name), type_name))
        return either(test, first, second, span(cursor))

    def _returned(self, cursor: Cursor) -> Place:
        result = self.call(cursor)
        if result is None:
            raise Unhandled(f"the value of '{source(cursor)}', which returns nothing", span(cursor))
        return result

    def _through(self, cursor: Cursor) -> Place:
        inner = [c for c in cursor.get_children() if c.kind.is_expression()]
        if not inner:
            return Scalar(self.value(cursor))
        wanted = scalar_type(cursor.type)
        if len(inner) > 1 or (wanted and wanted != scalar_type(inner[-1].type)):
            return Scalar(self.value(cursor))
        if cursor.type.get_canonical().kind == TypeKind.POINTER and scalar_type(inner[-1].type):
            return self._null(cursor, inner[-1])
        return as_class(self.place(inner[-1]), cursor.type, span(cursor))

    def _null(self, cursor: Cursor, number: Cursor) -> Place:
        """A number as a pointer: 0 and NULL."""
        if constant(number, "long") != Const(0, "long"):
            raise Unhandled(f"the pointer '{source(cursor)}'", span(cursor), "point to a variable")
        self.ledger.whole(number)
        return Null()

    def _dereferenced(self, cursor: Cursor) -> Place:
        op = unary_operator(cursor)
        operand = children(cursor)[0]
        if op == "*":
            pointer = self.place(operand)
            return pointer if isinstance(pointer, Function) else self.element_of(pointer, ZERO, cursor)
        if op == "+" and cursor.type.get_canonical().kind == TypeKind.POINTER:
            return self.place(operand)
        if op == "&":
            inner = unparenthesised(operand)
            if inner.kind == CursorKind.ARRAY_SUBSCRIPT_EXPR:
                self.ledger.take(inner)
                base, index = children(inner)
                return advance(self.place(base), convert(self.value(index), "int"), span(cursor))
            place = self.place(operand)
            return place if isinstance(place, Function) else AddressOf(place)
        if op in ("++", "--", "post++", "post--") and not scalar_type(cursor.type):
            return self._walked(cursor, op, operand)
        if op in ("++", "--"):
            return self.changed(cursor)
        return Scalar(self.value(cursor))

    def _walked(self, cursor: Cursor, op: str, operand: Cursor) -> Place:
        """++p, p++ and the like of a pointer: where it points afterwards, or did before."""
        before = self.frozen(self.place(operand), span(cursor)) if op.startswith("post") else None
        self.walk(operand, advance(self.place(operand), Const(1 if op.endswith("++") else -1, "int"), span(cursor)), span(cursor))
        return before if before is not None else self.place(operand)

    def _computed(self, cursor: Cursor) -> Place:
        op = cursor.spelling
        left, right = children(cursor)
        if op == ",":
            self.effect(left)
            return self.place(right)
        if pointee(cursor.type).kind == TypeKind.POINTER:
            return self._pointed(cursor, op, left, right)
        if op == "=" or cursor.kind == CursorKind.COMPOUND_ASSIGNMENT_OPERATOR:
            return self.changed(cursor)
        return Scalar(self.value(cursor))

    def _pointed(self, cursor: Cursor, op: str, left: Cursor, right: Cursor) -> Place:
        """What an operator makes of pointers: p + n, n + p, p - n, p += n, p = q."""
        if op == "=":
            there = self.place(right)
        else:
            if scalar_type(left.type):
                left, right = right, left
            distance = convert(self.value(right), "int")
            there = advance(self.place(left), distance if op[0] == "+" else negative(distance), span(cursor))
        if op in ("+", "-"):
            return there
        self.walk(left, there, span(cursor))
        return self.place(left)

    def _member(self, cursor: Cursor) -> Place:
        base = [c for c in cursor.get_children() if c.kind.is_expression()]
        field = cursor.referenced
        if field is not None and field.kind == CursorKind.VAR_DECL:
            for object_ in base:
                self.place(object_)  # for what it does
            return self.global_(field, cursor)
        whole = self.place(base[0]) if base else self.frame.this
        while isinstance(whole, AddressOf):
            whole = whole.place
        if whole is None or field is None:
            raise Unhandled(f"the member '{source(cursor)}'", span(cursor))
        return member(whole, field, span(cursor))

    def _listed(self, cursor: Cursor) -> Place:
        """A braced list as a value: {x} of a scalar, or a struct of its members' values."""
        if scalar_type(cursor.type):
            values, type_name = of_elements(cursor), scalar_type(cursor.type)
            return Scalar(convert(self.value(values[0]), type_name) if values else Const(0, type_name))
        if struct_fields(cursor.type) is None:
            raise Unhandled("a braced list here", span(cursor), "assign the elements one by one")
        made = self.local(cursor.type, "made", span(cursor))
        self.initialise(made, cursor)
        return made

    def initialise(self, target: Place, values: Cursor) -> None:
        """target = {..}: members and elements that it leaves out start with what their class says, or zero."""
        where = span(values)
        self.ledger.take(values)
        if isinstance(target, Struct):
            members, fields = dict(target.members), struct_fields(values.type)
            if fields is None or [field.spelling for field in fields] != list(members):
                raise Unhandled("the kernel initialises a struct with a braced initialiser of a different type", where, "assign the members one by one")
            for base, value in of_bases(values):
                part = base_part(target, base)
                self.start_anew(part, base, values) if value is None else self.initialise_one(part, value, values)
            for field, value in of_members(values):
                self._start(members[field.spelling], value, field, values, target)
            return
        given = of_elements(values)
        if isinstance(target, Slots):
            for i, item in enumerate(target.items):
                self.initialise_one(item, given[i] if i < len(given) else None, values)
        elif isinstance(target, (Array, Structs)):
            inner_list = strip(given[0]) if is_std_array(pointee(values.type)) and len(given) == 1 else values
            self.ledger.take(inner_list)
            if inner_list.kind == CursorKind.INIT_LIST_EXPR and pointee(inner_list.type).kind == TypeKind.CONSTANTARRAY:
                given = of_elements(inner_list)  # of the array in a std::array; other lists are elements of it
            for i in range(target.extents[0]):
                inner = element(target, Const(i, "int"), where)
                if i < len(given):
                    self.initialise_one(inner, given[i], values)
                else:
                    self.start_anew(inner, (array_parts(values.type) or (0, values.type))[1], values)
        else:
            self.initialise_one(target, given[0] if given else None, values)

    def _start(self, member_: Place, value: Union[Cursor, None], field: Cursor, whole: Cursor, owner: Struct) -> None:
        """A member from the value given for it, or else from that in the class."""
        written = initialiser(field)
        if value is not None:
            self.initialise_one(member_, value, whole)
        elif written is not None:
            self.initialise_as_written(member_, written, owner)
        else:
            self.start_anew(member_, field.type, whole)

    def initialise_as_written(self, member_: Place, value: Cursor, owner: Struct) -> None:
        """A member from the value in its class, which may name other members."""
        caller = self.frame
        self.frame = Frame(caller.function, outer=caller, this=owner)
        try:
            self.initialise_one(member_, value, value)
        finally:
            self.frame = caller

    def start_anew(self, target: Place, type_: Type, whole: Cursor) -> None:
        """target = {}."""
        if isinstance(target, Struct) and self.own_default(type_) is not None:
            self.by_default(type_, target, None)
        elif isinstance(target, Struct):
            members = dict(target.members)
            for base in base_types(type_):
                self.start_anew(base_part(target, base), base, whole)
            for field in pointee(type_).get_fields():
                self._start(members[field.spelling], None, field, whole, target)
        elif isinstance(target, Structs) and (parts := array_parts(type_)) is not None:
            for i in range(target.extents[0]):
                self.start_anew(element(target, Const(i, "int"), span(whole)), parts[1], whole)
        else:
            self.clear(target, whole)

    def initialise_one(self, target: Place, value: Union[Cursor, None], whole: Cursor) -> None:
        where = span(whole)
        if value is None:
            self.clear(target, whole)
        elif isinstance(target, Scalar):
            self.assign(target, self.value(value), where)
        elif isinstance(target, Slot):
            self.aim(target, self.referred(value), where)
        elif strip(value).kind == CursorKind.INIT_LIST_EXPR:
            self.initialise(target, self.ledger.through(value))
        else:
            self.copy(target, self.place(value), where)

    def clear(self, target: Place, whole: Cursor) -> None:
        """target = zero."""
        where = span(whole)
        if isinstance(target, Slot):
            self.aim(target, Null(), where)
        elif isinstance(target, Slots):
            for item in target.items:
                self.clear(item, whole)
        elif isinstance(target, Struct):
            for _, inner in target.members:
                self.clear(inner, whole)
        elif isinstance(target, (Array, Structs)):
            for i in range(target.extents[0]):
                self.clear(element(target, Const(i, "int"), where), whole)
        else:
            self.assign(target, ZERO, where)

    def table(self, values: Cursor) -> Place:
        """A braced list of an array, as a local."""
        made = self.local(values.type, "values", span(values))
        self.initialise(made, values)
        return made

    # Names.
    def _named(self, cursor: Cursor) -> Place:
        declaration = cursor.referenced
        if declaration is None:
            inner = children(cursor)
            if not inner:
                raise Unhandled(f"the name '{source(cursor)}'", span(cursor))
            wanted = scalar_type(cursor.type)
            return Scalar(convert(self.value(inner[-1]), wanted)) if wanted else self.place(inner[-1])  # a template parameter's value
        found = self.bound(declaration)
        if found is not None:
            return found
        if key(declaration) in self.lost:
            raise Consequence(f"'{declaration.spelling}', whose declaration is not supported", span(cursor))
        if declaration.kind == CursorKind.FUNCTION_DECL or (declaration.kind == CursorKind.CXX_METHOD and declaration.is_static_method()):
            return Function(declaration)
        if declaration.kind == CursorKind.ENUM_CONSTANT_DECL:
            return Scalar(Const(declaration.enum_value, scalar_type(cursor.type)))
        if declaration.kind == CursorKind.VAR_DECL:
            return self.global_(declaration, cursor)
        value = constant(cursor, scalar_type(cursor.type))  # std::is_integral_v<T> and the like
        if value is not None:
            return Scalar(value)
        of_several = declaration.kind == CursorKind.OVERLOADED_DECL_REF
        raise Unhandled(f"the name '{source(cursor)}'", span(cursor), "assign the function to a variable first: auto f = ..;" if of_several else "")


def is_new(cursor: Cursor) -> bool:
    """Whether an expression is a value of its own: what a function returns by value, a conversion, +x."""
    cursor = unparenthesised(cursor)
    if cursor.kind == CursorKind.CALL_EXPR:
        made = cursor.referenced
        return made is not None and (made.kind == CursorKind.CONSTRUCTOR or made.result_type.get_canonical().kind not in REFERENCES)
    if cursor.kind == CursorKind.UNARY_OPERATOR:
        return unary_operator(cursor) == "+"
    if cursor.kind not in CASTS or not children(cursor):
        return False
    return "&" not in source(cursor).removesuffix(")").removesuffix(source(children(cursor)[-1]))  # (T&)x is x
