"""Pass `touched`: when a kernel touches an argument that is switched off (ops_arg_dat_opt), as far as values passed to the loop decide it.

Input:   a Loop (kernel through `simplify`).
Output:  by position of each optional argument, a condition without which no access of it is reached; None: there may be some whatever is passed.
         Conditions read `gbl` arguments alone, so that they are the same for all points.
Test:    tests/translator/passes/touched_test.py
"""

from __future__ import annotations

from functools import reduce

from translator.ir import Assign, Binary, Call, Cast, Const, Declare, Element, Expr, Global, If, Load, Loop, Select, Stmt, Unary, Var
from translator.passes.walk import Body, blocks, children, reads, statements, transform

Guards = tuple[Expr, ...]  # all of which hold where an access is reached

NEVER = Const(0, "bool")


def run(loop: Loop) -> dict[int, Expr | None]:
    wanted = {p for p, arg in enumerate(loop.args) if arg.optional}
    return _Search(loop, wanted).conditions() if wanted else {}


class _Search:
    def __init__(self, loop: Loop, wanted: set[int]) -> None:
        self._loop = loop
        self._found: dict[int, dict[Guards, None]] = {p: {} for p in wanted}
        self._values: dict[str, Expr] = {}  # of locals that are set once, from what is passed
        changed = [s.target.name for s in statements(loop.kernel.body) if isinstance(s, Assign) and isinstance(s.target, (Var, Element))]
        declared = [s.name for s in statements(loop.kernel.body) if isinstance(s, Declare)]
        self._fixed = {name for name in declared if name not in changed and declared.count(name) == 1}
        self._block(loop.kernel.body, ())

    def conditions(self) -> dict[int, Expr | None]:
        return {p: None if () in found else _any([_all(guards) for guards in found]) for p, found in self._found.items()}

    def _block(self, body: Body, guards: Guards) -> None:
        for s in body:
            self._statement(s, guards)

    def _statement(self, s: Stmt, guards: Guards) -> None:
        for e in reads(s):
            self._expression(e, guards)
        if isinstance(s, Assign) and isinstance(s.target, Load):
            self._note(s.target, guards)
        if isinstance(s, Declare) and s.value is not None and s.name in self._fixed:
            self._values[s.name] = s.value
        if isinstance(s, If):
            self._block(s.then, guards + self._implied(s.condition, True))
            self._block(s.other, guards + self._implied(s.condition, False))
            return
        for block in blocks(s):
            self._block(block, guards)

    def _expression(self, e: Expr, guards: Guards) -> None:
        if isinstance(e, Load):
            self._note(e, guards)
        if isinstance(e, Binary) and e.op in ("&&", "||"):
            self._expression(e.left, guards)
            self._expression(e.right, guards + self._implied(e.left, e.op == "&&"))
        elif isinstance(e, Select):
            self._expression(e.condition, guards)
            self._expression(e.then, guards + self._implied(e.condition, True))
            self._expression(e.other, guards + self._implied(e.condition, False))
        else:
            for child in children(e):
                self._expression(child, guards)

    def _note(self, load: Load, guards: Guards) -> None:
        if load.param in self._found:
            self._found[load.param][tuple(dict.fromkeys(guards))] = None

    def _implied(self, condition: Expr, holds: bool) -> Guards:
        """What is known of passed values where `condition` holds, or does not."""
        if isinstance(condition, Binary) and condition.op == ("&&" if holds else "||"):
            return self._implied(condition.left, holds) + self._implied(condition.right, holds)
        if isinstance(condition, Unary) and condition.op == "!":
            return self._implied(condition.operand, not holds)
        known = transform(condition, self._value)
        if not self._passed(known):
            return ()
        return (known,) if holds else (Unary("!", known, "bool"),)

    def _value(self, e: Expr) -> Expr:
        return transform(self._values[e.name], self._value) if isinstance(e, Var) and e.name in self._values else e

    def _passed(self, e: Expr) -> bool:
        if isinstance(e, Global):
            return self._loop.args[e.param].kind == "gbl" and isinstance(e.index, Const)
        if isinstance(e, Const):
            return True
        return isinstance(e, (Unary, Binary, Cast, Call, Select)) and all(map(self._passed, children(e)))


def _all(guards: Guards) -> Expr:
    return reduce(lambda a, b: Binary("&&", a, b, "bool"), guards)


def _any(conditions: list[Expr]) -> Expr:
    return reduce(lambda a, b: Binary("||", a, b, "bool"), conditions) if conditions else NEVER
