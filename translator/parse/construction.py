"""Lowering of constructors: base classes, members, and what copies them.

Test:    tests/kernels/constructs_test.py, tests/translator/parse/refusals_test.py
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Union

from translator.ir import Span
from translator.parse.classes import base_part
from translator.parse.copies import only_copies, pointers_of
from translator.parse.instead import is_std_pair
from translator.parse.libclang import (Cursor, CursorKind, Type, TypeKind, array_parts, base_types, children, initialiser, key, pointee, source, span, strip,
                                       struct_fields)
from translator.parse.library import Library
from translator.parse.lowering import Frame
from translator.parse.places import AddressOf, Place, Struct, Unhandled
from translator.parse.world import body


class Construction(Library):
    """What becomes of an object before the body of its constructor runs."""

    def run_in(self, code: Cursor, definition: Cursor, cursor: Cursor, frame: Frame) -> Union[Place, None]:
        """Lowers a function in a frame of its own."""
        raise NotImplementedError

    def start_members(self, record: Type, place: Struct, given: Mapping[str, Cursor]) -> None:
        """Gives base classes and members, in the order of the class, the values of a constructor, or else those written in the class."""
        members = dict(place.members)
        for base in base_types(record):
            part, value = base_part(place, base), given.get(base.get_declaration().get_usr())
            self.by_default(base, part, None) if value is None else self._start_base(part, base, value)
        for field in pointee(record).get_fields():
            member, value = members[field.spelling], given.get(field.spelling)
            if value is not None:
                self.initialise_one(member, value, value)
            elif (written := initialiser(field)) is not None:
                self.initialise_as_written(member, written, place)
            else:
                self.by_default(field.type, member, None)

    def _start_base(self, part: Struct, base: Type, value: Cursor) -> None:
        """A base class as a constructor says."""
        made = self.ledger.through(value)
        if made.kind == CursorKind.CALL_EXPR and made.referenced is not None:
            alike = (c for c in base.get_declaration().get_children() if c.kind == CursorKind.CONSTRUCTOR and c.displayname == made.referenced.displayname)
            constructor = next(alike, made.referenced)  # that of a derived class, where it is inherited
            definition, arguments = self.world.definition(constructor), list(made.get_arguments())
            if definition is not None and self.world.is_user(definition) and not constructor.is_default_method() and body(definition) is not None:
                self.inline(definition, arguments, made, this=part)
                return
            if not arguments:
                self.by_default(base, part, None)
                return
            made = arguments[0]
        self.initialise_one(part, made, value)

    def members_initialised(self, constructor: Cursor, cursor: Cursor) -> None:
        """What a constructor does before its body."""
        place = self.frame.this
        if constructor.kind != CursorKind.CONSTRUCTOR or not isinstance(place, Struct):
            return
        record, given, field = constructor.semantic_parent.type, dict[str, Cursor](), None
        bases = {base.get_declaration().get_usr() for base in base_types(record)}
        for child in constructor.get_children():
            if child.kind == CursorKind.MEMBER_REF:
                field = child.referenced
            elif field is not None and child.kind.is_expression():
                given[field.spelling], field = child, None
            elif child.kind.is_expression() and record_of(strip(child)) in bases:
                given[record_of(strip(child))] = child
            elif child.kind == CursorKind.CALL_EXPR and record_of(child) == str(record.get_declaration().get_usr()):
                self.ledger.take(child)
                definition = self.world.definition(child.referenced)  # another constructor does it all
                if definition is None:
                    raise Unhandled(f"the constructor call '{source(child)}'", span(child))
                self.inline(definition, list(child.get_arguments()), cursor, this=place)
                return
        self.start_members(record, place, given)

    def require_plain(self, type_: Type, where: Span) -> None:
        for field in struct_fields(type_) or ():
            if field.is_bitfield():
                raise Unhandled(f"the kernel uses an object of type '{type_.spelling}', whose member '{field.spelling}' is a bit-field", where, "use an int")
        record = pointee(type_).get_declaration()
        if record.get_usr() in self.plain:
            return
        if self._does_something(pointee(type_)):
            raise Unhandled(f"the kernel uses an object of type '{type_.spelling}', whose destructor is not empty", where,
                            "move the code of the destructor into the kernel")
        self.plain.add(record.get_usr())
        for member in record.get_children():
            if member.kind == CursorKind.CONSTRUCTOR and (member.is_copy_constructor() or member.is_move_constructor()) and not member.is_default_method():
                definition = self.world.definition(member)
                if definition is not None and body(definition) is not None and not self.copies_members(definition, type_):
                    self.plain.discard(record.get_usr())
                    raise Unhandled(f"the kernel uses an object of type '{type_.spelling}', whose copy constructor does more than copy its members", where,
                                    "use the default copy constructor, and move any additional code from the copy constructor into a separate function")

    def _does_something(self, record: Type) -> bool:
        """Whether a class, or a base class of it, has a destructor with statements."""
        own = [m for m in record.get_declaration().get_children() if m.kind == CursorKind.DESTRUCTOR]
        codes = [None if (definition := self.world.definition(m)) is None else body(definition) for m in own]
        return any(code is not None and children(code) for code in codes) or any(map(self._does_something, base_types(record)))

    def copies_members(self, constructor: Cursor, type_: Type) -> bool:
        """Found by lowering it apart."""
        where = span(constructor)

        def copied() -> bool:
            target, source_ = (self.local(type_, wish, where) for wish in ("copy", "copied"))
            assert isinstance(target, Struct) and isinstance(source_, Struct)
            for slot in pointers_of(source_):
                self.aim(slot, AddressOf(slot), where)
            begun = len(self.out)
            self._run_copy(constructor, target, source_)
            same = all(self.targets[a.name][0] == self.targets[b.name][0] for a, b in zip(pointers_of(target), pointers_of(source_), strict=True))
            return same and only_copies(tuple(self.out[begun:]), target, source_)

        noted, targets = len(self.unsupported), dict(self.targets)
        try:
            return self.captured(copied)[0] and len(self.unsupported) == noted
        except Unhandled:
            return False
        finally:
            self.targets = targets
            del self.unsupported[noted:]

    def require_plain_assignment(self, type_: Type, cursor: Cursor) -> None:
        """Objects that the compiler, or the library, assigns are copied member by member: so must those that they consist of be."""
        record = pointee(type_)
        while (parts := array_parts(record)) is not None:
            record = parts[1]
        name = str(record.get_declaration().get_usr())
        if record.kind != TypeKind.RECORD or name in self.assigned_plainly:
            return
        if is_std_pair(record) and any(f.type.get_canonical().kind == TypeKind.LVALUEREFERENCE for f in record.get_fields()):
            raise Unhandled(f"the kernel contains '{source(cursor)}', which assigns through the references of a pair", span(cursor), "assign the values themselves")
        self.assigned_plainly.add(name)
        for member in record.get_declaration().get_children():
            definition = self.world.of_user(member) if member.kind == CursorKind.CXX_METHOD and member.spelling == "operator=" else None
            if definition is not None and not member.is_default_method() and not self.copies_members(definition, record):
                self.assigned_plainly.discard(name)
                raise Unhandled(f"the kernel contains '{source(cursor)}', but the operator= of class '{record.spelling}' does more than copy its members",
                                span(cursor), "assign these objects directly")
        for inner in (*base_types(record), *(f.type for f in record.get_fields())):
            self.require_plain_assignment(inner, cursor)

    def _run_copy(self, constructor: Cursor, target: Struct, source_: Struct) -> None:
        code = body(constructor)
        assert code is not None
        (parameter,) = list(constructor.get_arguments())[:1]
        self.run_in(code, constructor, constructor, Frame(constructor, {key(parameter): source_}, None, target))

    def own_default(self, type_: Type) -> Union[Cursor, None]:
        """The constructor without arguments that the program has written for a class."""
        for member in pointee(type_).get_declaration().get_children():
            if member.kind == CursorKind.CONSTRUCTOR and member.is_default_constructor():
                definition = self.world.definition(member)
                return definition if definition is not None and self.world.is_user(definition) else None
        return None


def record_of(cursor: Cursor) -> str:
    """Identity of the class that an expression has."""
    return str(pointee(cursor.type).get_declaration().get_usr())
