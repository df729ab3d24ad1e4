"""Loop arguments followed back to their `ops_arg_*` calls.

What cannot be resolved stays None and is reported once, with the expression and a way out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Union

from translator.diagnostics import Diagnostic, warning
from translator.element_types import canonical
from translator.ir import Access, Arg, Span
from translator.parse.libclang import Cursor, CursorKind, children, key, source, span, strip
from translator.parse.stencils import UNKNOWN, joined, stencils
from translator.parse.values import Scope, Values

_KINDS = {
    "ops_arg_dat": "dat", "ops_arg_dat_opt": "dat", "ops_arg_restrict": "dat", "ops_arg_prolong": "dat",
    "ops_arg_gbl": "gbl", "ops_arg_reduce": "reduce", "ops_arg_idx": "idx", "ops_arg_scalar": "scalar",
}

# Where the number of components stands in what declares a dataset.
_DECLARED = {"ops_decl_dat": 1, "ops_decl_dat_passive": 1, "ops_decl_dat_hdf5": 1, "decl_dat": 0, "decl_dat_passive": 0}


@dataclass(frozen=True, slots=True)
class Resolved:
    """An argument, or the reason why there is none. `others`: what else it can be, with a stencil of other strides."""

    arg: Union[Arg, None]
    complaint: Union[Diagnostic, None] = None
    number: Union[tuple[Cursor, Scope], None] = None  # the number of components, where that is what is not known
    others: tuple[Arg, ...] = ()


def resolve(values: Values, expression: Cursor, scope: Scope) -> Resolved:
    """The argument that a loop is given here."""
    candidates = values.sources(expression, scope)
    calls = [c for c in candidates if c is not None and c[0].spelling in _KINDS and c[0].kind == CursorKind.CALL_EXPR]
    if not calls or len(calls) < len(candidates):
        return unresolved(expression, "the translator cannot trace this argument back to an ops_arg_* call",
                           "write ops_arg_dat(...) in the ops_par_loop call, or in a function that is defined in this source file")
    found = [(call, arg) for call in calls for arg in _argument(values, *call)]
    alike: dict[tuple[object, ...], list[Arg]] = {}
    for _, arg in found:
        alike.setdefault((*_signature(arg), _strides(arg)), []).append(arg)
    if len({_signature(arg) for _, arg in found}) > 1 or len(alike) > 1 and any(arg.stencil in (None, UNKNOWN) for _, arg in found):
        return unresolved(expression, "different ops_arg_* calls are possible here",
                           "write one ops_par_loop for each possible ops_arg_* call, and put the call directly in the argument list of that loop")
    for call, arg in found:
        if missing := _missing(arg):
            part = _part(call[0], missing)
            refused = unresolved(part, f"the {missing} of this argument is not known before the program runs", _REMEDY[missing])
            return replace(refused, number=(part, call[1])) if missing == "dimension" else refused
    first, *others = (_merged(same, expression, len(calls) > 1) for same in alike.values())
    return Resolved(first, others=tuple(others))


def _merged(same: list[Arg], expression: Cursor, several: bool) -> Arg:
    """One argument for all that differ in nothing but their points. `several`: of several calls."""
    known = [arg.stencil for arg in same if arg.stencil is not None]
    merged = replace(same[0], stencil=joined(known) if known else None)
    merged = replace(merged, dat=source(expression), span=span(expression)) if several else merged
    return replace(merged, span=_place(merged.span, expression))


NUMBER_REMEDY = ("use a literal, a constexpr, a template parameter, or a variable to which only literals are assigned; "
                 "or move the loop into a function, and call this function with literals: 'if (n == 1) step(1); else step(2);'")
_REMEDY = {
    "dimension": NUMBER_REMEDY,
    "type": 'write the type string as a literal, such as "double"',
    "access": "write OPS_READ, OPS_WRITE, OPS_RW or OPS_INC in the call",
    "stencil": "declare this stencil with the same strides in all calls to ops_decl_stencil",
}


def _argument(values: Values, call: Cursor, scope: Scope) -> list[Arg]:
    """One for each list of strides that its stencil can have."""
    kind = _KINDS[call.spelling]
    arguments = list(call.get_arguments())
    place = span(call)
    if kind == "idx":
        return [Arg("idx", "", None, None, "int", Access.READ, False, place)]
    if kind == "dat":
        return _datasets(values, call, arguments, scope)
    type_name = _type_text(values, arguments[2], scope)
    access = _access(values, arguments[3], scope)
    return [Arg(kind, _handle(arguments[0], scope), values.number(arguments[1], scope), None, _type(type_name), access, False,
                place, span(arguments[3]), type_text=type_name or "")]


def _datasets(values: Values, call: Cursor, arguments: list[Cursor], scope: Scope) -> list[Arg]:
    if call.spelling in ("ops_arg_restrict", "ops_arg_prolong") and len(list(call.referenced.get_arguments())) == 7:
        del arguments[1]  # the level, which only the longer of the two forms has
    type_name = _type_text(values, arguments[3], scope)
    arg = Arg("dat", _handle(arguments[0], scope), components(values, arguments[1], scope), None,
              _type(type_name), _access(values, arguments[4], scope), call.spelling.endswith("_opt"), span(call),
              span(arguments[4]), span(arguments[2]), (type_name or "").endswith(":soa"), type_name or "")
    return [replace(arg, stencil=s) for s in stencils(values, arguments[2], scope)] or [arg]


def components(values: Values, expression: Cursor, scope: Scope) -> Union[int, None]:
    """A number of components; `dat->dim` is the one that the dataset is declared with."""
    member = strip(expression)
    if member.kind != CursorKind.MEMBER_REF_EXPR or member.spelling != "dim" or not children(member):
        return values.number(expression, scope)
    declared = [None if d is None or d[0].spelling not in _DECLARED else values.number(list(d[0].get_arguments())[_DECLARED[d[0].spelling]], d[1])
                for d in values.sources(children(member)[0], scope)]
    return declared[0] if declared and all(n == declared[0] for n in declared) else None


def _handle(expression: Cursor, scope: Scope) -> str:
    """Source text of the dataset; of what was passed where a helper function's parameter stands for it."""
    inner = strip(expression)
    if inner.kind == CursorKind.DECL_REF_EXPR and inner.referenced is not None and key(inner.referenced) in scope.bindings:
        return _handle(*scope.bindings[key(inner.referenced)])
    return str(inner.spelling) if inner.kind == CursorKind.DECL_REF_EXPR else source(expression)


def _type_text(values: Values, expression: Cursor, scope: Scope) -> Union[str, None]:
    """The type string; one of them where several mean the same type."""
    texts = values.texts(expression, scope)
    meanings = {None if t is None else (canonical(t), t.endswith(":soa")) for t in texts}
    return texts[0] if len(meanings) == 1 else None


def _type(name: Union[str, None]) -> str:
    return "" if name is None else canonical(name)


def _access(values: Values, expression: Cursor, scope: Scope) -> Union[Access, None]:
    number = values.number(expression, scope)
    return Access(number) if number is not None and 0 <= number <= 5 else None


def _signature(arg: Arg) -> tuple[object, ...]:
    return arg.kind, arg.dim, arg.type, arg.access


def _strides(arg: Arg) -> object:
    return None if arg.stencil is None else (arg.stencil.stride, arg.stencil.kind)


def _missing(arg: Arg) -> str:
    if arg.kind == "idx":
        return ""
    if arg.dim is None:
        return "dimension"
    if arg.type == "":
        return "type"
    if arg.access is None:
        return "access"
    return "stencil" if arg.kind == "dat" and (arg.stencil is None or arg.stencil.stride is None) else ""


def _part(call: Cursor, missing: str) -> Cursor:
    """The piece of an ops_arg_* call that is to blame."""
    is_dataset = _KINDS[call.spelling] == "dat"
    position = {"dimension": 1, "stencil": 2, "type": 3, "access": 4}[missing] if is_dataset else \
        {"dimension": 1, "type": 2, "access": 3}[missing]
    return list(call.get_arguments())[position]


def _place(place: Span, expression: Cursor) -> Span:
    return place if place.file else span(expression)


def unresolved(expression: Cursor, why: str, hint: str) -> Resolved:
    message = f"cannot tell what argument '{source(expression)}' is: {why}"
    return Resolved(None, warning("unresolved-argument", message, span(expression), "this argument", hint=hint))

