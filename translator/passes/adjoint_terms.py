"""Pass `adjoint-terms`: the owner-computes forms of an adjoint kernel: per target the ordered terms of a cell, and their cost.

Input:   a Loop and its AdjointKernel.
Output:  an OwnerPlan, or NoOwnerForm with the reason.
Test:    tests/translator/passes/adjoint_terms_test.py
"""

from __future__ import annotations

from dataclasses import dataclass

from translator.ir import Expr, Stmt


@dataclass(frozen=True, slots=True)
class Term:
    """What source point `cell - offset` adds to a cell: run `body` at the source point, then evaluate `value` there.

    `body` is the smallest slice of the adjoint's body for this value, renamed by nothing: terms evaluated side by side in
    one scope need their locals told apart. Loads, Seeds and Globals in it are relative to the source point.
    """

    offset: tuple[int, ...]
    body: tuple[Stmt, ...]
    value: Expr


@dataclass(frozen=True, slots=True)
class Target:
    """One component of a dataset's derivative: the terms of a cell in the canonical order (ascending source point, outermost
    axis most significant), so that adding them one by one gives the bits of the serial scatter loop."""

    param: int
    component: int
    type: str
    terms: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class OwnerPlan:
    """How to run an adjoint without scatter.

    form "gather": evaluate every target's terms at shifted points. "rows": evaluate the whole adjoint body once per source
    point into one row buffer per (param, offset, component), then add the buffers shifted, in the targets' term order.
    """

    form: str  # "gather" | "rows"
    targets: tuple[Target, ...]  # by param, then component
    linear: bool  # the body loads no primal value
    in_place: bool  # every target is read at the centre only
    gather_cost: float  # weighted operations per cell, all terms evaluated separately
    single_cost: float  # weighted operations of the whole body once
    buffer_cost: float  # weighted operations that the row buffers add


@dataclass(frozen=True, slots=True)
class NoOwnerForm:
    """Scatter only, because.."""

    reason: str
