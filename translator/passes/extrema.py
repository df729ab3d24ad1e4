"""Pass `extrema`: the part of a kernel that computes what it offers to MIN and MAX reductions.

The reverse of such a reduction goes through one point per component, which the tape finds by computing the offers again.
Input:   a Loop, its normal form, its adjoint if it has one.
Output:  a normal form whose assigned outputs are those reductions alone; None where the adjoint has no seed of any.
Test:    tests/translator/passes/extrema_test.py
"""

from __future__ import annotations

from dataclasses import replace

from translator.ir import Access, AdjointKernel, Load, Loop, NotDifferentiable
from translator.passes import dead_code
from translator.passes.arguments import is_reduction
from translator.passes.outputs_as_locals import OutputForm
from translator.passes.walk import body_nodes, names_of


def run(loop: Loop, form: OutputForm, adjoint: AdjointKernel | NotDifferentiable) -> OutputForm | None:
    """`form` without what the extrema do not depend on."""
    if isinstance(adjoint, NotDifferentiable):
        return None
    sought = {p for p in adjoint.seeds if is_reduction(loop, p) and loop.args[p].access in (Access.MIN, Access.MAX)}
    if not sought:
        return None
    body = dead_code.run(form.body, [o.local.name for o in form.outputs if o.param in sought])
    used = names_of(body)
    outputs = [replace(o, assigned=o.param in sought) for o in form.outputs if o.param in sought or o.local.name in used]
    return OutputForm(body, tuple(outputs))


def reads(form: OutputForm | None) -> frozenset[int]:
    """Datasets whose values before the loop are needed to compute the offers."""
    if form is None:
        return frozenset()
    loaded = {n.param for n in body_nodes(form.body) if isinstance(n, Load)}
    return frozenset(loaded | {o.param for o in form.outputs if o.preload})
