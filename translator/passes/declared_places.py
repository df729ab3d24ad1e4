"""The places that a place computed from data may be: those of the argument's declared stencil, with all its components.

Test:    tests/translator/passes/operands_test.py, tests/translator/passes/user_adjoint_test.py
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from translator.ir import Arg, Const, Expr, Load
from translator.passes.build import matches
from translator.passes.walk import component


def is_computed(e: Load) -> bool:
    """Whether data decide where `e` is."""
    return not all(isinstance(x, Const) for x in (*e.offset, e.component))


def places(arg: Arg, e: Load) -> tuple[Load, ...]:
    """`e` at every declared place that agrees with what is constant of its own; none if they are unknown."""
    if arg.stencil is None or arg.stencil.offsets is None or (arg.dim is None and not isinstance(e.component, Const)):
        return ()
    components = range(arg.dim or 1) if not isinstance(e.component, Const) else (int(e.component.value),)
    every = [(*offset, c) for offset in sorted(arg.stencil.offsets) for c in components]
    own = [component(x) for x in (*e.offset, e.component)]
    fitting = [at for at in every if all(o in (None, i) for o, i in zip(own, at))]
    return tuple(replace(e, offset=tuple(Const(o, "int") for o in offset), component=Const(c, "int")) for *offset, c in fitting)


def is_at(wanted: Sequence[Expr], place: Load) -> Expr:
    """Whether the computed ones of `wanted`, an offset and a component, are those of `place`."""
    return matches(wanted, (*place.offset, place.component))
