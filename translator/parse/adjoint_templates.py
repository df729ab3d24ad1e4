"""Adjoints that are function templates: the instance with the template arguments of the kernel.

Clang shows the body of an instance where the source names it, and no source names an adjoint: a line at its end does.
Test:    tests/translator/parse/adjoint_templates_test.py
"""

from __future__ import annotations

from typing import Union

from clang.cindex import TemplateArgumentKind

from translator.parse.libclang import Cursor, CursorKind, specialised
from translator.parse.world import World

_AROUND = (CursorKind.NAMESPACE, CursorKind.STRUCT_DECL, CursorKind.CLASS_DECL)


def instance(world: World, template: Cursor, kernel: Cursor) -> Union[Cursor, None]:
    """None if nothing names it: then it is wanted."""
    arguments = _arguments(kernel)
    for function in world.functions.values():
        if function.spelling == template.spelling and function.translation_unit is template.translation_unit and _arguments(function) == arguments:
            of = specialised(function)
            if of is not None and of.get_usr() == template.get_usr():
                return function
    unit = next((unit for unit in world.units if unit.tu is template.translation_unit), None)
    if unit is not None and arguments:
        lines = world.wanted.setdefault(unit.path, {})
        named = f"&{_qualified(template)}<{', '.join(arguments)}>"
        lines.setdefault(f"[[maybe_unused]] static const auto ops_adjoint_named_@ = {named};", None)
    return None


def _arguments(function: Cursor) -> tuple[str, ...]:
    """Types and numbers; none where there is anything else."""
    found = []
    for k in range(function.get_num_template_arguments()):
        kind = function.get_template_argument_kind(k)
        if kind == TemplateArgumentKind.TYPE:
            found.append(str(function.get_template_argument_type(k).get_canonical().spelling))
        elif kind == TemplateArgumentKind.INTEGRAL:
            found.append(str(function.get_template_argument_value(k)))
        else:
            return ()
    return tuple(found)


def _qualified(template: Cursor) -> str:
    names, around = [template.spelling], template.semantic_parent
    while around is not None and around.kind in _AROUND:
        if around.spelling and "(" not in around.spelling:
            names.insert(0, around.spelling)
        around = around.semantic_parent
    return "::" + "::".join(names)
