"""Lowering of what expressions designate: variables, elements, members, dereferenced pointers, globals."""

from __future__ import annotations

from typing import Union

from translator.ir import Assign, Const, Declare, Element, Expr
from translator.parse.conversions import convert, negative
from translator.parse.libclang import (Cursor, CursorKind, Type, TypeKind, children, constant, initialiser, key, pointee,
                                       scalar_type, source, span, strip, unary_operator)
from translator.parse.lowering import ZERO, Lowering, array_shape, indices, struct_fields
from translator.parse.places import (AddressOf, Array, Cells, Place, Region, Scalar, Struct, Unhandled, advance, element, member)

_CASTS = (CursorKind.CSTYLE_CAST_EXPR, CursorKind.CXX_STATIC_CAST_EXPR, CursorKind.CXX_FUNCTIONAL_CAST_EXPR,
          CursorKind.CXX_CONST_CAST_EXPR)
LITERALS = (CursorKind.INTEGER_LITERAL, CursorKind.FLOATING_LITERAL, CursorKind.CXX_BOOL_LITERAL_EXPR,
            CursorKind.CHARACTER_LITERAL, CursorKind.CXX_UNARY_EXPR)
WRAPPERS = (CursorKind.UNEXPOSED_EXPR, CursorKind.PAREN_EXPR, *_CASTS)
_FUNCTIONS = (CursorKind.FUNCTION_DECL, CursorKind.CXX_METHOD, CursorKind.CONSTRUCTOR, CursorKind.FUNCTION_TEMPLATE)


class Designation(Lowering):
    """Places."""

    def place(self, cursor: Cursor) -> Place:
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
            raise Unhandled("a lambda that is not a named local", span(cursor), "give it a name first")
        if kind == CursorKind.UNARY_OPERATOR:
            return self._dereferenced(cursor)
        if kind in (CursorKind.BINARY_OPERATOR, CursorKind.COMPOUND_ASSIGNMENT_OPERATOR):
            return self._computed(cursor)
        if kind in LITERALS or kind == CursorKind.CONDITIONAL_OPERATOR:
            return Scalar(self.value(cursor))
        raise Unhandled(f"the expression '{source(cursor)}'", span(cursor), "write it with arithmetic, ifs and loops")

    def element_of(self, place: Place, index: Expr, cursor: Cursor) -> Place:
        """place[index]; elements of constant tables are folded."""
        found = element(place, convert(index, "int"), span(cursor))
        if isinstance(found, Scalar) and isinstance(found.target, Element) and found.target.name in self.tables:
            at = found.target.index
            if all(isinstance(i, Const) for i in at):
                folded = self.tables[found.target.name].get(tuple(int(i.value) for i in at if isinstance(i, Const)))
                return found if folded is None else Scalar(folded)
        return found

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
        if wanted and wanted != scalar_type(inner[-1].type):
            return Scalar(self.value(cursor))
        return self.place(inner[-1])

    def _dereferenced(self, cursor: Cursor) -> Place:
        op = unary_operator(cursor)
        operand = children(cursor)[0]
        if op == "*":
            return self.element_of(self.place(operand), ZERO, cursor)
        if op == "&":
            inner = strip(operand)
            if inner.kind == CursorKind.ARRAY_SUBSCRIPT_EXPR:
                base, index = children(inner)
                pointed = self.place(base)
                if not isinstance(pointed, Region):
                    return advance(pointed, self.value(index), span(cursor))
            return AddressOf(self.place(operand))
        if op in ("++", "--") and scalar_type(cursor.type):
            self.value(cursor)
            return self.place(operand)
        return Scalar(self.value(cursor))

    def _computed(self, cursor: Cursor) -> Place:
        op = cursor.spelling
        left, right = children(cursor)
        if op == ",":
            self.effect(left)
            return self.place(right)
        if op == "=" or cursor.kind == CursorKind.COMPOUND_ASSIGNMENT_OPERATOR:
            self.effect(cursor)
            return self.place(left)
        if not scalar_type(cursor.type) and op in ("+", "-"):
            distance = self.value(right)
            return advance(self.place(left), distance if op == "+" else negative(distance), span(cursor))
        return Scalar(self.value(cursor))

    def _member(self, cursor: Cursor) -> Place:
        base = [c for c in cursor.get_children() if c.kind.is_expression()]
        field = cursor.referenced
        if field is not None and field.kind == CursorKind.VAR_DECL:
            return self._global(field, cursor)
        whole = self.place(base[0]) if base else self.frame.this
        while isinstance(whole, AddressOf):
            whole = whole.place
        if whole is None or field is None:
            raise Unhandled(f"the member '{source(cursor)}'", span(cursor))
        return member(whole, field, span(cursor))

    def _listed(self, cursor: Cursor) -> Place:
        """A braced list as a value: {x} of a scalar, or a struct of its members' values."""
        values = children(cursor)
        if scalar_type(cursor.type):
            type_name = scalar_type(cursor.type)
            return Scalar(convert(self.value(values[0]), type_name) if values else Const(0, type_name))
        fields = struct_fields(cursor.type)
        if fields is None or len(values) > len(fields):
            raise Unhandled("a braced list here", span(cursor), "assign the elements one by one")
        made = self.local(cursor.type, "made", span(cursor))
        self.initialise(made, cursor)
        return made

    def initialise(self, target: Place, values: Cursor) -> None:
        """target = {..}: missing elements are zero."""
        where, given = span(values), children(values)
        if isinstance(target, Struct):
            for position, (_, inner) in enumerate(target.members):
                self._initialise_one(inner, given[position] if position < len(given) else None, values)
        elif isinstance(target, Array):
            if len(given) == 1 and strip(given[0]).kind == CursorKind.INIT_LIST_EXPR and len(target.extents) == 1:
                given = children(strip(given[0]))  # std::array
            for i in range(target.extents[0]):
                inner = element(target, Const(i, "int"), where)
                self._initialise_one(inner, given[i] if i < len(given) else None, values)
        else:
            self._initialise_one(target, given[0] if given else None, values)

    def _initialise_one(self, target: Place, value: Union[Cursor, None], whole: Cursor) -> None:
        where = span(whole)
        if value is None:
            self.clear(target, whole)
        elif isinstance(target, Scalar):
            self.assign(target, self.value(value), where)
        elif strip(value).kind == CursorKind.INIT_LIST_EXPR:
            self.initialise(target, strip(value))
        else:
            self.copy(target, self.place(value), where)

    def clear(self, target: Place, whole: Cursor) -> None:
        """target = zero."""
        where = span(whole)
        if isinstance(target, Struct):
            for _, inner in target.members:
                self.clear(inner, whole)
        elif isinstance(target, Array):
            for index in indices(target.extents):
                at = (*target.lead, *(Const(i, "int") for i in index))
                self.assign(Scalar(Element(target.name, at, target.type)), ZERO, where)
        else:
            self.assign(target, ZERO, where)

    # Names.
    def _named(self, cursor: Cursor) -> Place:
        declaration = cursor.referenced
        if declaration is None:
            inner = children(cursor)
            if not inner:
                raise Unhandled(f"the name '{source(cursor)}'", span(cursor))
            return Scalar(convert(self.value(inner[-1]), scalar_type(cursor.type)))  # a template parameter's value
        found = self.bound(declaration)
        if found is not None:
            return found
        if declaration.kind == CursorKind.ENUM_CONSTANT_DECL:
            return Scalar(Const(declaration.enum_value, scalar_type(cursor.type)))
        if declaration.kind == CursorKind.VAR_DECL:
            return self._global(declaration, cursor)
        raise Unhandled(f"the name '{source(cursor)}'", span(cursor))

    def _global(self, declaration: Cursor, use: Cursor) -> Place:
        """A variable outside the kernel: folded if constant, else a declared constant (or a mistake, see check-constants)."""
        if _is_constant(declaration.type):
            definition = declaration.get_definition() or declaration
            folded = constant(definition, scalar_type(declaration.type)) if scalar_type(declaration.type) else None
            if folded is not None:
                return Scalar(folded)
            table = self._table(definition)
            if table is not None:
                return table
        if declaration.semantic_parent.kind in _FUNCTIONS:
            raise Unhandled(f"the local variable '{declaration.spelling}' of another function", span(use))
        return Region(declaration.spelling, declaration.type, span(use))

    def _table(self, definition: Cursor) -> Union[Array, None]:
        """A constant global array as a local one, filled once at the start of the kernel."""
        shape, values = array_shape(definition.type), initialiser(definition)
        if shape is None or values is None or strip(values).kind != CursorKind.INIT_LIST_EXPR:
            return None
        name = self.fresh(definition.spelling)
        table = Array(name, shape[1], shape[0])
        _, filling = self.captured(lambda: self.initialise(table, strip(values)))
        self.prologue += [Declare(name, shape[1], shape[0], None, span(definition)), *filling]
        self.tables[name] = {
            tuple(int(i.value) for i in s.target.index if isinstance(i, Const)): s.value
            for s in filling if isinstance(s, Assign) and isinstance(s.target, Element) and isinstance(s.value, Const)}
        self.shared[key(definition)] = table
        return table


def _is_constant(type_: Type) -> bool:
    """Whether a type, or the element type of an array type, is const."""
    inner = pointee(type_)
    while inner.kind == TypeKind.CONSTANTARRAY:
        if inner.is_const_qualified():
            return True
        inner = inner.element_type.get_canonical()
    return bool(type_.is_const_qualified() or inner.is_const_qualified())
