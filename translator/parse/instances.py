"""Template arguments of a function instance, as the run time reads them off the compiler's name of the function.

The text is that of ops/loops/engine/template_instance.hpp: no spaces. What compilers write in different ways is left out. Qualifiers are for where names alone do not tell
instances apart: compilers differ in those of unnamed and inline namespaces.
"""

from __future__ import annotations

import re
from typing import Union

from clang.cindex import TemplateArgumentKind

from translator.parse.libclang import Cursor, CursorKind, Type, TypeKind, scalar_type, specialised

_PARAMETERS = (CursorKind.TEMPLATE_TYPE_PARAMETER, CursorKind.TEMPLATE_NON_TYPE_PARAMETER, CursorKind.TEMPLATE_TEMPLATE_PARAMETER)
_INSTANCES = (CursorKind.FUNCTION_DECL, CursorKind.CXX_METHOD, CursorKind.STRUCT_DECL, CursorKind.CLASS_DECL)
_FUNCTIONS = (CursorKind.FUNCTION_DECL, CursorKind.CXX_METHOD, CursorKind.CONSTRUCTOR, CursorKind.DESTRUCTOR, CursorKind.FUNCTION_TEMPLATE)
_CODES = {"b": "bool", "I": "int", "i": "unsignedint", "L": "long", "f": "float", "d": "double"}


def template_arguments(function: Union[Cursor, None]) -> tuple[tuple[str, str], ...]:
    """(parameter, argument) of the function and of the classes around it."""
    found: list[tuple[str, str]] = []
    while function is not None and function.kind in _INSTANCES:
        template = specialised(function)
        parameters = [] if template is None else [c for c in template.get_children() if c.kind in _PARAMETERS]
        if len(parameters) == function.get_num_template_arguments():
            found += [(p.spelling, text) for i, p in enumerate(parameters) if (text := _argument(function, i, p))]
        elif function.kind == CursorKind.CXX_METHOD:
            codes = _codes(function)
            if len(codes) == len(parameters):
                found += [(p.spelling, text) for p, code in zip(parameters, codes, strict=True) if (text := _decoded(code, p))]
        function = function.semantic_parent
    return tuple(found)


def _argument(function: Cursor, position: int, parameter: Cursor) -> str:
    kind = function.get_template_argument_kind(position)
    if kind == TemplateArgumentKind.TYPE:
        type_ = function.get_template_argument_type(position).get_canonical()
        return "" if _is_local(type_) else re.sub(r"\(anonymous namespace\)::|\s", "", type_.spelling)
    if kind == TemplateArgumentKind.DECLARATION:
        return _function_given(function, position)
    if kind != TemplateArgumentKind.INTEGRAL:
        return ""
    return _integral(function.get_template_argument_value(position), parameter)


def _is_local(type_: Type) -> bool:
    """Whether a type is a lambda's, has no name, is declared in a function, or has such a type among its template arguments."""
    if type_.kind in (TypeKind.POINTER, TypeKind.LVALUEREFERENCE, TypeKind.RVALUEREFERENCE):
        return _is_local(type_.get_pointee().get_canonical())
    parent = type_.get_declaration().semantic_parent
    given = (type_.get_template_argument_type(k).get_canonical() for k in range(type_.get_num_template_arguments()))
    return " at " in type_.spelling or (parent is not None and parent.kind in _FUNCTIONS) or any(t.kind != TypeKind.INVALID and _is_local(t) for t in given)


def _function_given(function: Cursor, position: int) -> str:
    """"&kernel" of a function that is a template argument; clang shows its name only as part of the name that it gives symbols. Without template arguments
    of its own, which not all compilers write."""
    kinds = [function.get_template_argument_kind(k) for k in range(function.get_num_template_arguments())]
    listed = function.get_usr().partition(f"F@{function.spelling}<")[2]
    names = re.findall(r"#@(?:(?:N|S|aN)@\w+@)*F@(\w+)", listed)
    if len(names) != kinds.count(TemplateArgumentKind.DECLARATION):
        return ""
    return f"&{names[kinds[:position].count(TemplateArgumentKind.DECLARATION)]}"


def _integral(value: int, parameter: Cursor) -> str:
    type_ = parameter.type.get_canonical()
    if type_.kind == TypeKind.ENUM:
        return next((str(c.spelling) for c in type_.get_declaration().get_children() if c.enum_value == value), "")
    if scalar_type(type_) == "bool":
        return "true" if value else "false"
    return "" if "char" in scalar_type(type_) else str(value)


def _codes(method: Cursor) -> list[str]:
    """Template arguments of a member function, which clang shows only as part of the name that it gives symbols: "..@F@call<#VI1#d>#".
    None where there are templates among them."""
    listed = re.search(rf"@F@{re.escape(method.spelling)}<#([^<>]*)>#", method.get_usr())
    return listed[1].split("#") if listed else []


def _decoded(code: str, parameter: Cursor) -> str:
    if parameter.kind == CursorKind.TEMPLATE_TYPE_PARAMETER:
        names = re.findall(r"@[NS]@(\w+)", code) if re.fullmatch(r"\$(@aN|@[NS]@\w+)+", code) else []
        return _CODES.get(code, "") or "::".join(names)
    value = re.fullmatch(r"V[A-Za-z]+(-?\d+)", code)
    return _integral(int(value[1]), parameter) if value and parameter.kind == CursorKind.TEMPLATE_NON_TYPE_PARAMETER else ""


def unqualified(arguments: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """The same without `name::` before names."""
    return tuple((parameter, re.sub(r"\w+::", "", text)) for parameter, text in arguments)
