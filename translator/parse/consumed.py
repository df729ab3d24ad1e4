"""What lowering has handled of a function: every token belongs to a cursor that it has handled, or is refused.

Lowering marks what it handles where it comes by (`Ledger.take`), and what needs no lowering as a whole (`Ledger.whole`: constants, dead branches).
Once a function is lowered, `left` compares all its cursors with the marks, and the words between the cursors with those that its kind of statement
has. Knows cursors and text; knows no IR.

Test:    tests/translator/parse/consumed_test.py
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from translator.ir import Span
from translator.parse.heads import TOKEN, hidden
from translator.parse.libclang import Cursor, CursorKind, children, file_of, identity, initialiser, source, span, strip
from translator.parse.places import Unhandled
from translator.parse.texts import by_macro, expanded, span_in, text_of

# They show what stands in them, and mean nothing more.
_TRANSPARENT = (CursorKind.COMPOUND_STMT, CursorKind.DECL_STMT, CursorKind.NULL_STMT, CursorKind.PAREN_EXPR, CursorKind.UNEXPOSED_STMT)
# They do nothing when a kernel runs.
_SILENT = (CursorKind.TYPEDEF_DECL, CursorKind.TYPE_ALIAS_DECL, CursorKind.STATIC_ASSERT, CursorKind.STRUCT_DECL, CursorKind.CLASS_DECL, CursorKind.UNION_DECL,
           CursorKind.ENUM_DECL, CursorKind.USING_DECLARATION, CursorKind.USING_DIRECTIVE, CursorKind.NAMESPACE_ALIAS, CursorKind.FUNCTION_DECL,
           CursorKind.PARM_DECL)
# Words of a statement or an operator that stand beside what it consists of.
_WORDS: dict[CursorKind, frozenset[bytes]] = {
    kind: frozenset(words.encode().split()) for kind, words in {
        CursorKind.IF_STMT: "if else constexpr", CursorKind.SWITCH_STMT: "switch", CursorKind.WHILE_STMT: "while", CursorKind.DO_STMT: "do while",
        CursorKind.FOR_STMT: "for", CursorKind.CXX_FOR_RANGE_STMT: "for", CursorKind.RETURN_STMT: "return", CursorKind.CASE_STMT: "case",
        CursorKind.DEFAULT_STMT: "default", CursorKind.BREAK_STMT: "break", CursorKind.CONTINUE_STMT: "continue", CursorKind.COMPOUND_STMT: "__extension__",
        CursorKind.PAREN_EXPR: "", CursorKind.ARRAY_SUBSCRIPT_EXPR: "", CursorKind.COMPOUND_ASSIGNMENT_OPERATOR: "and_eq or_eq xor_eq",
        CursorKind.BINARY_OPERATOR: "and or bitand bitor xor not_eq", CursorKind.UNARY_OPERATOR: "not compl __extension__", CursorKind.CONDITIONAL_OPERATOR: "",
    }.items()}


@dataclass(slots=True)
class Ledger:
    """Of one function that is being lowered."""

    macros: Callable[[bytes], bool]  # whether a name is a macro of the application
    taken: set[tuple[int, int]] = field(default_factory=set)
    done: set[tuple[int, int]] = field(default_factory=set)  # with all in them
    unreached: set[tuple[int, int]] = field(default_factory=set)

    def take(self, *cursors: Cursor) -> None:
        """They have been handled; what they consist of is marked by itself."""
        self.taken |= {identity(c) for c in cursors}

    def through(self, cursor: Cursor) -> Cursor:
        """The expression below parentheses and casts, which have been handled."""
        inner = strip(cursor)
        while cursor != inner:
            self.take(cursor)
            (cursor,) = (c for c in cursor.get_children() if c.kind.is_expression())
        self.take(inner)
        return inner

    def whole(self, *cursors: Cursor) -> None:
        """They, and all in them, need no lowering."""
        self.done |= {identity(c) for c in cursors}

    def dead(self, *cursors: Cursor) -> None:
        """They never run here, unless they are also taken."""
        self.unreached |= {identity(c) for c in cursors}

    def left(self, function: Cursor) -> Iterator[Unhandled]:
        """What nobody has handled of a function's body and, of a constructor, its initialisers."""
        for part in function.get_children():
            if part.kind == CursorKind.COMPOUND_STMT or (part.kind.is_expression() and function.kind == CursorKind.CONSTRUCTOR):
                yield from self._left(part)

    def _left(self, cursor: Cursor) -> Iterator[Unhandled]:
        kind = cursor.kind
        if kind in _SILENT or kind.is_attribute() or kind.is_reference() or not file_of(cursor.extent.start):
            return
        if identity(cursor) in self.done or (identity(cursor) in self.unreached and identity(cursor) not in self.taken):
            return
        parts = _parts(cursor)
        if not (kind in _TRANSPARENT or identity(cursor) in self.taken or _is_implicit(cursor, parts)):
            yield _refused(source(cursor)[:60], span(cursor))
            return
        if kind in _WORDS:
            yield from self._words(cursor)
        for part in parts:
            yield from self._callee(part) if _is_callee(cursor, part) else self._left(part)

    def _callee(self, cursor: Cursor) -> Iterator[Unhandled]:
        """The name of what is called; the object that a member function is of counts."""
        if cursor.kind == CursorKind.DECL_REF_EXPR:
            return
        if cursor.kind != CursorKind.MEMBER_REF_EXPR and cursor.kind not in (CursorKind.UNEXPOSED_EXPR, CursorKind.PAREN_EXPR):
            yield from self._left(cursor)
            return
        for part in _parts(cursor):
            yield from self._left(part) if cursor.kind == CursorKind.MEMBER_REF_EXPR else self._callee(part)

    def _words(self, cursor: Cursor) -> Iterator[Unhandled]:
        """Words between the parts that do not belong there."""
        file, at, end = expanded(cursor)
        if by_macro(cursor) or (cursor.kind == CursorKind.COMPOUND_STMT and text_of(file, at, at + 1) not in b"{<"):
            return  # `if constexpr` shows a branch that is not instantiated as nothing
        unseen = hidden(cursor) if cursor.kind in (CursorKind.SWITCH_STMT, CursorKind.CXX_FOR_RANGE_STMT) else []
        for child in sorted((expanded(c) for c in (*unseen, *cursor.get_children())), key=lambda where: where[1]):
            if child[0] == file and child[1] >= at:
                yield from self._between(cursor, file, at, child[1])
            at = max(at, child[2]) if child[0] == file else at
        yield from self._between(cursor, file, at, end)

    def _between(self, cursor: Cursor, file: str, start: int, end: int) -> Iterator[Unhandled]:
        text = text_of(file, start, end)
        if b"\n#" in text.replace(b" ", b"").replace(b"\t", b""):
            return  # which lines count, the preprocessor says
        depth = 0  # inside of what is given to a macro
        macro = False
        for token in TOKEN.finditer(text):
            word = token[0]
            if macro and word == b"(" or depth:
                depth += (word == b"(") - (word == b")")
            elif word[:1].isalnum() or word[:1] in b"_\"'" or word == b"...":
                macro = (self.macros(word) or word == b"_Pragma") and cursor.kind not in (CursorKind.SWITCH_STMT, CursorKind.CXX_FOR_RANGE_STMT)
                if not macro and word not in _WORDS[cursor.kind]:
                    yield _refused(word.decode(errors="replace"), span_in(file, start + token.start(), len(word)))
                    return


def _refused(text: str, where: Span) -> Unhandled:
    return Unhandled(f"the kernel contains '{text}' in a place where the translator does not support it", where,
                     "rewrite this code using only declarations, assignments, if statements and loops")


def _parts(cursor: Cursor) -> list[Cursor]:
    """What a cursor consists of that must be handled: no types, and none of what is not evaluated."""
    kind = cursor.kind
    if kind == CursorKind.DECL_REF_EXPR:
        return []
    if kind == CursorKind.VAR_DECL:
        value = initialiser(cursor)
        return [] if value is None else [value]
    parts = children(cursor)
    if kind == CursorKind.MEMBER_REF_EXPR:  # what follows the name are arguments of a template
        return [c for c in parts if c.kind.is_expression() and expanded(c)[1] == expanded(cursor)[1]][:1]
    if kind == CursorKind.LAMBDA_EXPR:  # of [name = value], clang shows only what the value consists of
        return [c.referenced for c in parts if c.kind == CursorKind.VARIABLE_REF and c.referenced.location == c.location]
    if kind == CursorKind.UNEXPOSED_DECL:  # auto [a, b] = value
        return [c for c in parts if c.kind.is_expression()][-1:]
    return parts


def _is_callee(cursor: Cursor, part: Cursor) -> bool:
    return (cursor.kind == CursorKind.CALL_EXPR and part.kind.is_expression()
            and identity(part) not in {identity(argument) for argument in cursor.get_arguments()})


def _is_implicit(cursor: Cursor, parts: list[Cursor]) -> bool:
    """Whether it has no word of its own: a conversion that is not written, or {}, or names a member that a value is of."""
    inner = strip(cursor)
    if inner.kind == CursorKind.INIT_LIST_EXPR and not children(inner):
        return True
    if cursor.kind != CursorKind.UNEXPOSED_EXPR:
        return False
    return (len(parts) == 1 and parts[0].extent == cursor.extent) or (len(parts) == 2 and parts[0].kind == CursorKind.MEMBER_REF)
