"""Lowering of variables outside of kernels: what is constant is folded, or is a table that the kernel begins with; else a declared constant.

Test:    tests/translator/parse/constructs_test.py
"""

from __future__ import annotations

from typing import Union

from translator.ir import Assign, Const, Declare, Element, Var
from translator.parse.constant_names import ConstantNames, constant_names
from translator.parse.libclang import Cursor, CursorKind, TypeKind, constant, initialiser, key, pointee, scalar_type, span
from translator.parse.lowering import Lowering
from translator.parse.places import Place, Region, Scalar, Struct, Unhandled
from translator.parse.start_values import is_constant, names_constants_only

_FUNCTIONS = (CursorKind.FUNCTION_DECL, CursorKind.CXX_METHOD, CursorKind.CONSTRUCTOR, CursorKind.FUNCTION_TEMPLATE)


class Globals(Lowering):
    """Places of globals."""

    def initialise_one(self, target: Place, value: Union[Cursor, None], whole: Cursor) -> None:
        """target = value, {} for None."""
        raise NotImplementedError

    def global_(self, declaration: Cursor, use: Cursor) -> Place:
        """A variable outside the kernel: folded if constant, else a declared constant (or a mistake, see check-constants)."""
        if is_constant(declaration.type):
            definition = declaration.get_definition() or declaration
            folded = constant(definition, scalar_type(declaration.type)) if scalar_type(declaration.type) else None
            if folded is not None:
                return Scalar(folded)
            value = None if scalar_type(declaration.type) else initialiser(definition)
            if value is not None and (key(declaration) not in self.constants.by_variable or names_constants_only(value)):
                return self.started(definition, lambda: self._given(definition, value))
        self.check_start(declaration, use)
        if declaration.semantic_parent.kind in _FUNCTIONS:
            raise Unhandled(f"the local variable '{declaration.spelling}' of another function", span(use))
        name, type_ = self.constants.of(declaration), declaration.type.get_canonical()
        if self.constants.ambiguous(name):
            raise Unhandled(f"the kernel uses the constant '{name}', but several variables are declared under this name", span(use),
                            "declare each variable with its own name, for example ops_decl_const(\"model::factor\", ..)")
        if type_.kind == TypeKind.POINTER:
            return Region(name, type_.get_pointee(), span(use), pointed=True)
        return Region(name, declaration.type, span(use))

    def _given(self, definition: Cursor, value: Cursor) -> Place:
        return self.place(value) if pointee(definition.type).kind == TypeKind.POINTER else self._table(definition, value)

    @property
    def constants(self) -> ConstantNames:
        """Of the program, looked up once."""
        if self.world.constant_names is None:
            self.world.constant_names = constant_names(self.world)
        return self.world.constant_names

    def _table(self, definition: Cursor, value: Cursor) -> Place:
        """A constant global array or struct as a local one, filled once at the start of the kernel."""
        def filled() -> Place:
            made = self.local(definition.type, definition.spelling, span(definition))
            self.initialise_one(made, value, value)
            return made

        table, filling = self.captured(filled)
        self.prologue += filling
        if all(isinstance(s, (Declare, Assign)) for s in filling):
            self.known |= {s.target: s.value for s in filling
                           if isinstance(s, Assign) and isinstance(s.target, (Var, Element)) and isinstance(s.value, Const)}
        table = self.folded(table)
        self.shared[key(definition)] = table
        return table

    def folded(self, place: Place) -> Place:
        """The same place with constants instead of elements of constant tables."""
        if isinstance(place, Struct):
            return Struct(tuple((name, self.folded(inner)) for name, inner in place.members))
        return Scalar(self.known.get(place.target, place.target)) if isinstance(place, Scalar) else place
