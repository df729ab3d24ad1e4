"""Lowering of loops inside kernels.

A `for` that counts becomes `For`; everything else becomes `While`, with `continue` made explicit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Union

from translator.ir import Binary, Const, Expr, For, If, Jump, Select, Span, Stmt, Unary, Var, While
from translator.parse.changes import assigned, is_name
from translator.parse.conversions import binary, convert
from translator.parse.dependence import changed_by
from translator.parse.heads import hidden
from translator.parse.libclang import (Cursor, CursorKind, TypeKind, array_parts, children, initialiser, key, pointee,
                                       scalar_type, source, span, strip, unary_operator, unparenthesised)
from translator.parse.lowering import ONE, TRUE, Frame
from translator.parse.places import AddressOf, Place, Scalar, Unhandled
from translator.parse.switches import Switches

_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "!=": "!="}


@dataclass(frozen=True, slots=True)
class _Header:
    """The parts of a `for`; None where left out."""

    init: Union[Cursor, None]
    test: Union[Cursor, None]
    step: Union[Cursor, None]
    body: Cursor


class KernelLoops(Switches):
    """for, while, do, continue."""

    def loop(self, cursor: Cursor) -> None:
        self.frame.loops += 1
        try:
            if cursor.kind == CursorKind.FOR_STMT:
                self._for(cursor)
            elif cursor.kind == CursorKind.WHILE_STMT:
                *declared, test, body = children(cursor)
                self._while(cursor, test, [body], lambda: None, declared)
            elif cursor.kind == CursorKind.CXX_FOR_RANGE_STMT:
                self._ranged(cursor)
            else:
                self._do(cursor)
        finally:
            self.frame.loops -= 1

    def proceed(self, cursor: Cursor) -> None:
        if not self.continues:
            raise Unhandled("continue outside of a loop", span(cursor))
        self.continues[-1]()
        self.emit(Jump("continue", span(cursor)))

    @property
    def continues(self) -> list[Callable[[], None]]:
        """What to do before going on with the next iteration, innermost loop last."""
        found: list[Callable[[], None]] = self.__dict__.setdefault("_continues", [])
        return found

    def _body(self, cursors: list[Cursor], on_continue: Callable[[], None]) -> tuple[Stmt, ...]:
        self.continues.append(on_continue)
        try:
            return self.lowered(cursors)
        finally:
            self.continues.pop()

    # for (x : values)
    def _ranged(self, cursor: Cursor) -> None:
        for first in hidden(cursor):
            self.declare(first)
        variable, of, body = children(cursor)
        where, lists = span(cursor), [c for c in of.walk_preorder() if c.kind == CursorKind.INIT_LIST_EXPR]
        if pointee(of.type).get_declaration().spelling == "initializer_list" and lists:
            parts, whole = array_parts(lists[0].type), self.table(lists[0])
        else:
            parts, whole = array_parts(of.type), self.place(of)
        if parts is None:
            raise Unhandled(f"a loop over '{source(of)}'", where, "loop over an array, or count")
        at = Var(self.fresh(f"{variable.spelling or 'item'}_at".strip("[]").replace(", ", "_")), "int")
        self.counters.add(at.name)
        _, start = self.captured(lambda: self._item(variable, self.element_of(whole, at, cursor), where))
        self.emit(For(at.name, Const(0, "int"), Const(parts[0], "int"), 1, (*start, *self._body([body], lambda: None)), where))

    def _item(self, variable: Cursor, item: Place, where: Span) -> None:
        """The variable of such a loop."""
        self.ledger.whole(variable)
        if variable.kind != CursorKind.VAR_DECL:
            self.decompose(variable, item)
        elif variable.type.get_canonical().kind in (TypeKind.LVALUEREFERENCE, TypeKind.RVALUEREFERENCE):
            self.bind(variable, self.frozen(item, where))
        else:
            own = self.local(variable.type, variable.spelling, where)
            self.copy(own, item, where)
            self.bind(variable, own)

    def _while(self, cursor: Cursor, test: Union[Cursor, None], bodies: list[Cursor], after: Callable[[], None],
               declared: Sequence[Cursor] = ()) -> None:
        """while (test) { bodies; after }; the test may declare a variable."""
        def tested() -> Expr:
            for variable in declared:
                self.begun(variable)
            return TRUE if test is None else self.condition(test)

        condition, before = self.captured(tested)
        body = self._body(bodies, after)
        _, step = self.captured(after)
        if before:
            leave = If(_not(condition), (Jump("break", span(cursor)),), (), span(cursor))
            self.emit(While(TRUE, (*before, leave, *body, *step), span(cursor)))
        else:
            self.emit(While(condition, (*body, *step), span(cursor)))

    def _do(self, cursor: Cursor) -> None:
        body, test = children(cursor)

        def leave() -> None:
            condition = self.condition(test)
            if condition != TRUE:
                self.emit(If(_not(condition), (Jump("break", span(cursor)),), (), span(cursor)))

        folded, before = self.captured(lambda: self.condition(test))
        if isinstance(folded, Const) and not folded.value and not before and not _jumps(body):
            self.block([body])  # do { .. } while (0), as in macros
            return
        statements = self._body([body], leave)
        _, last = self.captured(leave)
        self.emit(While(TRUE, (*statements, *last), span(cursor)))

    # for
    def _for(self, cursor: Cursor) -> None:
        header = _header(cursor)
        if self._counted(cursor, header):
            return
        if header.init is not None:
            self.statement(header.init)
        step = header.step
        self._while(cursor, header.test, [header.body], (lambda: self.effect(step)) if step is not None else lambda: None)

    def _counted(self, cursor: Cursor, header: _Header) -> bool:
        """Emits a For if the loop counts an int that its body leaves alone."""
        variable, start = _counter(header.init)
        if variable is None or start is None or header.test is None or header.step is None:
            return False
        step = self._step_of(header.step, variable)
        limit = self._limit(header.test, variable, step)
        if step == 0 or limit is None or scalar_type(variable.type) != "int" or assigned(header.body, variable):
            return False
        emitted, noted = len(self.out), len(self.unsupported)
        first = convert(self.value(start), "int")
        declared_here = header.init is not None and header.init.kind == CursorKind.DECL_STMT
        counter, outer = Var(self.fresh(variable.spelling), "int"), self.bound(variable)
        if not declared_here and (outer is None or self._has_other_names(outer)):  # a global, or a variable that others see
            del self.out[emitted:]
            return False
        self.counters.add(counter.name)
        self.bind(variable, Scalar(counter))
        body = self._body([header.body], lambda: None)
        other_end = not declared_here and (abs(step) != 1 or _breaks(body))  # it lives on, and is not the bound after the loop
        if other_end or changed_by(counter, body) or changed_by(limit, body):  # in ways that only show now, as by a helper
            del self.out[emitted:], self.unsupported[noted:]
            self.counters.discard(counter.name)
            self.bind(variable, outer) if outer is not None else self.frame.bindings.pop(key(variable))
            return False
        first = self._fixed(first, body, cursor)
        self.emit(For(counter.name, first, limit, step, body, span(cursor)))
        self._handled(header, variable)
        if not declared_here and outer is not None:
            self.bind(variable, outer)
            ran = Binary("<" if step > 0 else ">", first, limit, "bool")
            self.assign(outer, Select(ran, limit, first, "int"), span(cursor))
        return True

    def _handled(self, header: _Header, variable: Cursor) -> None:
        """Marks what a loop that counts says of its counter."""
        assert header.init is not None and header.test is not None and header.step is not None
        test, assignment = unparenthesised(header.test), unparenthesised(header.init)
        self.ledger.take(test, variable, assignment)
        self.ledger.whole(header.step, *(c for c in (*children(test), *children(assignment)) if is_name(c, variable)))

    def _has_other_names(self, place: Place) -> bool:
        """Whether references or pointers to it have been made."""
        frame: Union[Frame, None] = self.frame
        names = 0
        while frame is not None:
            names += sum(held in (place, AddressOf(place)) for held in frame.bindings.values())
            frame = frame.outer
        return names > 1

    def _fixed(self, bound: Expr, body: tuple[Stmt, ...], cursor: Cursor) -> Expr:
        """A bound that the body cannot change."""
        if isinstance(bound, Const) or not changed_by(bound, body):
            return bound
        return self.temporary(bound, "bound", span(cursor))

    def _step_of(self, step: Cursor, variable: Cursor) -> int:
        step = strip(step)
        if not children(step) or not is_name(children(step)[0], variable):
            return 0
        if step.kind == CursorKind.UNARY_OPERATOR:
            return {"++": 1, "post++": 1, "--": -1, "post--": -1}.get(unary_operator(step), 0)
        if step.kind == CursorKind.COMPOUND_ASSIGNMENT_OPERATOR and step.spelling in ("+=", "-="):
            value, before = self.captured(lambda: self.value(children(step)[1]))
            if isinstance(value, Const) and value.type == "int" and not before:
                return int(value.value) if step.spelling == "+=" else -int(value.value)
        return 0

    def _limit(self, test: Cursor, variable: Cursor, step: int) -> Union[Expr, None]:
        """The exclusive bound of var < bound (var > bound downwards)."""
        test = unparenthesised(test)
        if test.kind != CursorKind.BINARY_OPERATOR or test.spelling not in _MIRRORED:
            return None
        left, right = children(test)
        op = test.spelling
        if is_name(right, variable):
            left, right, op = right, left, _MIRRORED[op]
        wanted = "<" if step > 0 else ">"
        if not is_name(left, variable) or unparenthesised(left).kind != CursorKind.DECL_REF_EXPR or scalar_type(right.type) != "int" or not (op[0] == wanted or (op == "!=" and abs(step) == 1)):
            return None
        bound, before = self.captured(lambda: self.value(right))
        if before or bound.type != "int":
            return None
        return bound if len(op) == 1 or op == "!=" else binary("+" if step > 0 else "-", bound, ONE)


def _header(cursor: Cursor) -> _Header:
    parts = children(cursor)
    if len(parts) == 4:
        return _Header(parts[0], parts[1], parts[2], parts[3])
    present = _present(cursor)
    rest = iter(parts[:-1])
    if sum(present) != len(parts) - 1:
        raise Unhandled("this form of for", span(cursor), "write initialisation, test and step")
    init, test, step = (next(rest) if p else None for p in present)
    return _Header(init, test, step, parts[-1])


def _present(cursor: Cursor) -> list[bool]:
    """Which of the three parts of a for header are written."""
    depth, found = 0, [False, False, False]
    position = 0
    for token in cursor.get_tokens():
        text = token.spelling
        if text == "(":
            depth += 1
            if depth == 1:
                continue
        elif text == ")":
            depth -= 1
            if depth == 0:
                break
        elif text == ";" and depth == 1:
            position += 1
            continue
        if depth >= 1 and position < 3:
            found[position] = True
    return found


def _counter(init: Union[Cursor, None]) -> tuple[Union[Cursor, None], Union[Cursor, None]]:
    """The counter of a for and its first value."""
    if init is None:
        return None, None
    if init.kind == CursorKind.DECL_STMT and len(children(init)) == 1:
        variable = children(init)[0]
        return variable, initialiser(variable)
    assignment = strip(init)
    if assignment.kind == CursorKind.BINARY_OPERATOR and assignment.spelling == "=":
        target = strip(children(assignment)[0])
        if target.kind == CursorKind.DECL_REF_EXPR:
            return target.referenced, children(assignment)[1]
    return None, None


def _breaks(body: tuple[Stmt, ...]) -> bool:
    """Whether a body may leave its loop, and not only loops in it."""
    return any(isinstance(s, Jump) and s.kind == "break" or isinstance(s, If) and (_breaks(s.then) or _breaks(s.other)) for s in body)


def _jumps(body: Cursor) -> bool:
    return any(c.kind in (CursorKind.BREAK_STMT, CursorKind.CONTINUE_STMT) for c in body.walk_preorder())


def _not(condition: Expr) -> Expr:
    return Unary("!", condition, "bool")
