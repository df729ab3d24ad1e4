"""Which variable a declared constant is: two variables may have the same name, in namespaces, classes or files.

Test:    tests/translator/parse/constant_names_test.py
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Union

from translator.parse.libclang import Cursor, CursorKind, children, evaluate, key, strip, unary_operator
from translator.parse.values import Values
from translator.parse.world import World


@dataclass(slots=True)
class ConstantNames:
    """Variables by key (see libclang.key); where a call is given something else than a variable, its name alone counts."""

    by_variable: dict[str, str] = field(default_factory=dict)  # the name under which each is declared
    by_name: dict[str, set[str]] = field(default_factory=dict)  # the variables declared under a name that is theirs

    by_spelling: dict[str, str] = field(default_factory=dict)  # the first variable that was asked for, where its spelling alone tells

    def of(self, variable: Cursor) -> str:
        """The name under which the run time has the value; one that is not declared if it has not."""
        known = self.by_variable.get(key(variable))
        if known is not None:
            return known
        taken = any(name.rsplit("::", 1)[-1] == variable.spelling for name in self.by_name)
        first = self.by_spelling.setdefault(str(variable.spelling), key(variable))
        return qualified(variable) if taken or first != key(variable) else str(variable.spelling)

    def ambiguous(self, name: str) -> bool:
        """Whether several variables that are called so are declared under one name."""
        return len(self.by_name.get(name, ())) > 1


def constant_names(world: World) -> ConstantNames:
    """Those of all calls of the program. What updates a constant from another variable says nothing of kernels, which read the one they name."""
    values, names = Values(world), ConstantNames()
    for site in world.constants:
        arguments = list(site.call.get_arguments())
        name, variable = values.text(arguments[0]), _variable(arguments[3])
        if name is None or variable is None:
            continue
        alike = variable.spelling == re.split(r"::", name)[-1]
        if alike:
            names.by_variable[key(variable)] = name
            names.by_name.setdefault(name, set()).add(key(variable))
        elif "update" not in site.call.spelling:
            names.by_variable.setdefault(key(variable), name)
    return names


def qualified(variable: Cursor) -> str:
    """With the namespaces and classes around it."""
    words, around = [str(variable.spelling)], variable.semantic_parent
    while around is not None and around.kind in (CursorKind.NAMESPACE, CursorKind.STRUCT_DECL, CursorKind.CLASS_DECL):
        words.insert(0, str(around.spelling))
        around = around.semantic_parent
    return "::".join(words) if len(words) > 1 else f"::{words[0]}"


def _variable(pointer: Cursor) -> Union[Cursor, None]:
    """`x` of &x, x and &x[0]."""
    e = strip(pointer)
    if e.kind == CursorKind.UNARY_OPERATOR and unary_operator(e) == "&":
        e = strip(children(e)[0])
        if e.kind == CursorKind.ARRAY_SUBSCRIPT_EXPR and evaluate(children(e)[1]) == 0:
            e = strip(children(e)[0])
    named = e.kind in (CursorKind.DECL_REF_EXPR, CursorKind.MEMBER_REF_EXPR) and e.referenced is not None
    return e.referenced if named and e.referenced.kind == CursorKind.VAR_DECL else None
