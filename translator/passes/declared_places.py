"""The places that a place computed from data may be: those of the argument's declared stencil, with all its components.

Test:    tests/translator/passes/operands_test.py, tests/translator/passes/user_adjoint_test.py
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

from translator.ir import Arg, Const, Expr, Load, Stencil
from translator.passes.build import matches
from translator.passes.walk import component


_FLAT = 3  # dimensions up to which corners are likely


def declared(stencil: Stencil) -> tuple[tuple[int, ...], ...]:
    """The points of a stencil, where nobody knows them the likely ones: the cell and its neighbours. The run time compares them with those of each call."""
    if stencil.offsets is not None:
        return stencil.offsets
    return tuple(o for o in product((-1, 0, 1), repeat=stencil.dims) if stencil.dims <= _FLAT or sum(map(abs, o)) <= 1)


def is_computed(e: Load) -> bool:
    """Whether data decide where `e` is."""
    return not all(isinstance(x, Const) for x in (*e.offset, e.component))


def places(arg: Arg, e: Load) -> tuple[Load, ...]:
    """`e` at every place that agrees with what is constant of its own; none if they are unknown."""
    offsets = _offsets(arg, e)
    if offsets is None or (arg.dim is None and not isinstance(e.component, Const)):
        return ()
    components = range(arg.dim or 1) if not isinstance(e.component, Const) else (int(e.component.value),)
    return tuple(replace(e, offset=tuple(Const(o, "int") for o in offset), component=Const(c, "int")) for offset in offsets for c in components)


def _offsets(arg: Arg, e: Load) -> list[tuple[int, ...]] | None:
    """Its own if they are constant, else declared ones that agree with those that are."""
    own = tuple(component(x) for x in e.offset)
    constant = [o for o in own if o is not None]
    if len(constant) == len(own):
        return [tuple(constant)]
    if arg.stencil is None:
        return None
    return [offset for offset in sorted(declared(arg.stencil)) if all(o in (None, i) for o, i in zip(own, offset))]


def is_at(wanted: Sequence[Expr], place: Load) -> Expr:
    """Whether the computed ones of `wanted`, an offset and a component, are those of `place`."""
    return matches(wanted, (*place.offset, place.component))
