"""Lowering of switches: a chain of ifs, groups that fall through repeat what they fall into."""

from __future__ import annotations

from typing import Union

from translator.ir import Binary, Expr, If, Stmt, Var
from translator.parse.conversions import convert
from translator.parse.heads import hidden
from translator.parse.libclang import Cursor, CursorKind, TypeKind, children, evaluate, span, strip, unparenthesised
from translator.parse.places import Unhandled
from translator.parse.statements import Statements, inside, is_attributed


class Switches(Statements):
    """switch, case, default."""

    def switch(self, cursor: Cursor) -> None:
        *declared, test, code = children(cursor)
        for variable in (*hidden(cursor), *declared):
            self.begun(variable)
        chosen = self.temporary(self.value(test), "chosen", span(cursor))
        groups = self._groups(code)
        default: tuple[Stmt, ...] = ()
        chain: list[tuple[Expr, tuple[Stmt, ...]]] = []
        for position, (labels, _) in enumerate(groups):
            body = self._until_break([s for _, statements in groups[position:] for s in statements], cursor)
            tests = [self._test(label, chosen) for label in labels if label.kind == CursorKind.CASE_STMT]
            if len(tests) < len(labels):
                default = body
            if tests:
                condition: Expr = tests[0]
                for other in tests[1:]:
                    condition = Binary("||", condition, other, "bool")
                chain.append((condition, body))
        statements = default
        covered = _is_complete(test, [label for labels, _ in groups for label in labels])
        for condition, body in reversed(chain):
            statements = (If(condition, body, statements, span(cursor), covered),)
            covered = False
        for statement in statements:
            self.emit(statement)

    def _test(self, label: Cursor, chosen: Var) -> Expr:
        """Whether a case is chosen; `case 1 ... 3` is of a range."""
        first, *last = (convert(self.value(value), chosen.type) for value in children(label)[:-1])
        if not last:
            return Binary("==", chosen, first, "bool")
        return Binary("&&", Binary("<=", first, chosen, "bool"), Binary("<=", chosen, last[0], "bool"), "bool")

    def _until_break(self, statements: list[Cursor], cursor: Cursor) -> tuple[Stmt, ...]:
        around, self.left = self.left, Var(self.fresh("switch_left"), "bool")
        try:
            return self.with_flag(self.left, self.lowered(statements), span(cursor))
        finally:
            self.left = around

    def _groups(self, code: Cursor) -> list[tuple[list[Cursor], list[Cursor]]]:
        """The labels of a switch with the statements that follow each set of them."""
        groups: list[tuple[list[Cursor], list[Cursor]]] = []
        for statement in children(code) if code.kind == CursorKind.COMPOUND_STMT else [code]:
            labels: list[Cursor] = []
            while (label := _labelled(statement)) is not None:
                self.ledger.take(statement, label)
                labels.append(label)
                statement = children(label)[-1]
            if labels:
                groups.append((labels, []))
            if not groups:
                raise Unhandled("a statement before the first case", span(statement))
            groups[-1][1].append(statement)
        return groups


def _is_complete(test: Cursor, labels: list[Cursor]) -> bool:
    """Whether there is a case for each value of an enumeration, and no default."""
    types = (c.type.get_canonical() for c in (test, unparenthesised(test), strip(test)))
    enumeration = next((t for t in types if t.kind == TypeKind.ENUM), None)
    if enumeration is None or any(label.kind == CursorKind.DEFAULT_STMT for label in labels):
        return False
    ends = [[evaluate(value) for value in children(label)[:-1]] for label in labels]
    values = (c.enum_value for c in enumeration.get_declaration().get_children() if c.kind == CursorKind.ENUM_CONSTANT_DECL)
    return all(any(None not in end and end[0] <= value <= end[-1] for end in ends) for value in values)


def _labelled(statement: Cursor) -> Union[Cursor, None]:
    """The case or default that a statement begins with, attributes left out."""
    while is_attributed(statement) and len(inside(statement)) == 1:
        statement = inside(statement)[0]
    return statement if statement.kind in (CursorKind.CASE_STMT, CursorKind.DEFAULT_STMT) else None
