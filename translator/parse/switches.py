"""Lowering of switches: a chain of ifs, groups that fall through repeat what they fall into."""

from __future__ import annotations

from typing import Union

from translator.ir import Binary, Expr, If, Stmt
from translator.parse.conversions import convert
from translator.parse.libclang import Cursor, CursorKind, begins_with_statement, children, span
from translator.parse.places import Unhandled
from translator.parse.statements import Statements


_OWN_BREAKS = (CursorKind.FOR_STMT, CursorKind.WHILE_STMT, CursorKind.DO_STMT, CursorKind.SWITCH_STMT, CursorKind.CXX_FOR_RANGE_STMT)


class Switches(Statements):
    """switch, case, default."""

    def switch(self, cursor: Cursor) -> None:
        *declared, test, code = children(cursor)
        if begins_with_statement(cursor):
            raise Unhandled("a switch with a statement before its condition", span(cursor), "write it before the switch")
        for variable in declared:
            self.begun(variable)
        chosen: Expr = self.temporary(self.value(test), "chosen", span(cursor))
        groups = _groups(code)
        default: tuple[Stmt, ...] = ()
        chain: list[tuple[Expr, tuple[Stmt, ...]]] = []
        for position, (labels, _) in enumerate(groups):
            body = self.lowered(_until_break([s for _, statements in groups[position:] for s in statements]))
            tests = [Binary("==", chosen, convert(self.value(label), chosen.type), "bool") for label in labels if label is not None]
            if any(label is None for label in labels):
                default = body
            if tests:
                condition: Expr = tests[0]
                for other in tests[1:]:
                    condition = Binary("||", condition, other, "bool")
                chain.append((condition, body))
        statements = default
        for condition, body in reversed(chain):
            statements = (If(condition, body, statements, span(cursor)),)
        for statement in statements:
            self.emit(statement)


def _groups(code: Cursor) -> list[tuple[list[Union[Cursor, None]], list[Cursor]]]:
    """The labels of a switch (None: default) with the statements that follow each set of them."""
    groups: list[tuple[list[Union[Cursor, None]], list[Cursor]]] = []
    for statement in children(code):
        labels: list[Union[Cursor, None]] = []
        while statement.kind in (CursorKind.CASE_STMT, CursorKind.DEFAULT_STMT):
            parts = children(statement)
            labels.append(parts[0] if statement.kind == CursorKind.CASE_STMT else None)
            statement = parts[-1]
        if labels:
            groups.append((labels, []))
        if not groups:
            raise Unhandled("a statement before the first case", span(statement))
        groups[-1][1].append(statement)
    return groups


def _until_break(statements: list[Cursor]) -> list[Cursor]:
    found: list[Cursor] = []
    for statement in statements:
        parts = children(statement) if statement.kind == CursorKind.COMPOUND_STMT else [statement]
        for part in parts:
            if part.kind == CursorKind.BREAK_STMT:
                return found
            if _leaves(part):
                raise Unhandled("a break inside a statement inside a switch", span(part), "turn the condition around")
            found.append(part)
    return found


def _leaves(statement: Cursor) -> bool:
    """Whether a statement contains a break that belongs to the switch around it."""
    if statement.kind in _OWN_BREAKS or statement.kind.is_expression():
        return False
    return statement.kind == CursorKind.BREAK_STMT or any(_leaves(c) for c in statement.get_children())


