"""Loops whose numbers of components or dimensions may be several: one reading for each, which the run time tells apart.

Test:    tests/translator/parse/choices_test.py
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from translator.parse.libclang import Cursor, CursorKind, evaluate, key
from translator.parse.uses import NAMED
from translator.parse.values import GLOBAL, Scope, Source, Values

_VARIABLES = (CursorKind.VAR_DECL, CursorKind.PARM_DECL, CursorKind.FIELD_DECL)
_MOST = 8  # readings of a loop


def choices(values: Values, unknown: Iterable[tuple[Cursor, Scope]]) -> list[Scope]:
    """What the variables in these expressions can be, all together; none where one of them can be something unknown, or too much."""
    found: dict[str, list[tuple[Cursor, Scope]]] = {}
    for expression, scope in unknown:
        for name in _variables(expression, scope):
            numbers = _numbers(values.sources(name))
            if not numbers:
                return []
            found[key(name.referenced)] = numbers
    combined = [Scope(dict(zip(found, chosen))) for chosen in product(*found.values())] if found else []
    return combined if 1 < len(combined) <= _MOST else []


def _variables(expression: Cursor, scope: Scope) -> Iterator[Cursor]:
    """Names in an expression; in those that the parameters of helper functions stand for."""
    for c in expression.walk_preorder():
        if c.kind not in NAMED or c.referenced is None or c.referenced.kind not in _VARIABLES or isinstance(evaluate(c), int):
            continue
        if key(c.referenced) in scope.bindings:
            yield from _variables(*scope.bindings[key(c.referenced)])
        else:
            yield c


def _numbers(sources: list[Source]) -> list[tuple[Cursor, Scope]]:
    """One expression for each number that a variable can be; none if there is something else."""
    found: dict[int, tuple[Cursor, Scope]] = {}
    for source in sources:
        value = None if source is None else evaluate(source[0])
        if source is None or not isinstance(value, int):
            return []
        found[value] = (source[0], GLOBAL)
    return list(found.values())
