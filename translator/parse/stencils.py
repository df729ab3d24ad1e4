"""Stencil handles followed back to their declarations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import Union

from translator.ir import Stencil
from translator.parse.libclang import Cursor, CursorKind, children, evaluate, identity, span, strip, unary_operator
from translator.parse.ops_names import PLAIN_CALLS, STRIDED_CALLS
from translator.parse.point_lists import point_lists
from translator.parse.values import GLOBAL, Scope, Source, Values

_POINTS, _STRIDES = 2, 3  # arguments of the calls
UNKNOWN = Stencil("", 0, None, (), "normal")  # but without strides: of any number of dimensions


def stencils(values: Values, expression: Cursor, scope: Scope = GLOBAL) -> list[Stencil]:
    """What a handle can be: one stencil for all that have the same strides, with the points of all of them, as any may be meant.

    UNKNOWN where the translator cannot tell, but all stencils of the program are without strides; none where one may have some, or none is in sight. (When the program runs, a loop
    whose stencils have other strides than the generated code finds no such code.)
    """
    found = [s for source in values.sources(expression, scope) if not _is_zero(source) for s in _declared(values, source)]
    known = [s for s in found if s is not None]
    if not known or len(known) < len(found):
        return [UNKNOWN] if values.world.plain and not values.world.strided else []
    if len({s.dims for s in known}) > 1:
        return []
    alike: dict[object, list[Stencil]] = {}
    for s in known:
        alike.setdefault((s.kind, s.stride), []).append(s)
    return [joined(same) for same in alike.values()]


def joined(stencils: Sequence[Union[Stencil, None]]) -> Stencil:
    """The points of all, and what they agree on. Of the same dimensions and kind, one at least; None has points that nobody knows."""
    known = [s for s in stencils if s is not None]
    first = known[0]
    if len(known) < len(stencils):
        return replace(first, offsets=None, several=True)
    if all((s.offsets, s.stride, s.several) == (first.offsets, first.stride, first.several) for s in known):
        return first
    stride = first.stride if all(s.stride == first.stride for s in known) else None
    points = [point for s in known for point in s.offsets or ()]
    offsets = tuple(dict.fromkeys(points)) if all(s.offsets is not None for s in known) else None
    return Stencil(first.name, first.dims, offsets, stride, first.kind, first.span, several=True)


def _declared(values: Values, source: Source) -> Sequence[Union[Stencil, None]]:
    """Several where the call is reached with one list of strides after another."""
    if source is None or source[0].kind != CursorKind.CALL_EXPR:
        return [None]
    call, scope = source
    kind = STRIDED_CALLS.get(call.spelling, "normal")
    if call.spelling not in PLAIN_CALLS and call.spelling not in STRIDED_CALLS:
        return [None]
    arguments = list(call.get_arguments())
    dims = values.number(arguments[0], scope)
    points = values.number(arguments[1], scope)
    if dims is None or dims < 1:
        return [None]
    name = _name(values, arguments, scope)
    if call.spelling.endswith("_hdf5"):
        return [Stencil(name, dims, None, None if call.spelling in STRIDED_CALLS else (1,) * dims, kind, span(call))]
    strides = _strides(values, call, dims, kind, scope) if call.spelling in STRIDED_CALLS else [(1,) * dims]
    lists = [_points(flat, points, dims) for flat in _flat_lists(values, call, _POINTS, scope)] or [None]
    of_all = joined([Stencil(name, dims, offsets, None, kind, span(call)) for offsets in lists])
    return [replace(of_all, stride=stride) for stride in dict.fromkeys(strides)]


def _strides(values: Values, call: Cursor, dims: int, kind: str, scope: Scope) -> list[tuple[int, ...]]:
    """One after another. All that generated code depends on is where they are 0, 1 or larger, and not even that between levels: of numbers
    that the program reads when it runs, 1, 2 and 0 stand for all. Something moves along some axis."""
    lists: list[Sequence[Union[int, None]]] = [*_flat_lists(values, call, _STRIDES, scope)]
    if not lists:
        given = strip(list(call.get_arguments())[_STRIDES])
        one = dims == 1 and given.kind == CursorKind.UNARY_OPERATOR and unary_operator(given) == "&"  # of an int
        lists = [[values.number(children(given)[0], scope)] if one else values.some_numbers(given, scope)]
    found = []
    for numbers in lists:
        axes = [*numbers[:dims], *[None] * (dims - len(numbers))]
        every = product(*((n,) if n is not None else (1, 2, 0) if kind == "normal" else (2,) for n in axes))
        found += [stride for stride in every if None not in axes or any(stride)]
    return found


def _flat_lists(values: Values, call: Cursor, argument: int, scope: Scope) -> Sequence[tuple[Union[int, None], ...]]:
    """Points, or strides, as they are written, or as the program computes them; of a call in a loop, those of each time."""
    given = list(call.get_arguments())[argument]
    function = values.world.around.get(identity(given))
    if function is not None and identity(function) in values.world.strange:
        return []
    written = values.numbers(given, scope)
    return [written] if written is not None else point_lists(values, call, argument, scope)


def _points(flat: Sequence[Union[int, None]], points: Union[int, None], dims: int) -> Union[tuple[tuple[int, ...], ...], None]:
    if points is None or len(flat) < points * dims:
        return None
    numbers = [n for n in flat[: points * dims] if n is not None]
    return tuple(tuple(numbers[i * dims : (i + 1) * dims]) for i in range(points)) if len(numbers) == points * dims else None


def _name(values: Values, arguments: list[Cursor], scope: Scope) -> str:
    return next((t for a in reversed(arguments) if (t := values.text(a, scope)) is not None), "")


def _is_zero(source: Source) -> bool:
    return source is not None and source[0].kind == CursorKind.INTEGER_LITERAL and evaluate(source[0]) == 0


