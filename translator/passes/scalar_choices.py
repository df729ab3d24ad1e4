"""Pass `scalar-choices`: a component of an ops_scalar read at a computed index becomes a choice between its components.

So its derivative goes to the component that was read. Only what is differentiated goes through it: the kernel itself reads by index.
Input:   a Loop and a body of its kernel.
Output:  the same values. Left alone are scalars of more than LARGEST components, or of an unknown number.
Test:    tests/translator/passes/scalar_choices_test.py
"""

from __future__ import annotations

from dataclasses import replace

from translator.ir import Const, Expr, Global, Loop
from translator.passes.arguments import may_be_active
from translator.passes.build import choose, compare
from translator.passes.element_choices import LARGEST
from translator.passes.walk import Body, map_body, transform


def run(loop: Loop, body: Body) -> Body:
    return map_body(body, lambda e: transform(e, lambda n: _chosen(loop, n)))


def _chosen(loop: Loop, e: Expr) -> Expr:
    """The component asked for: the last one, where it is none of the others."""
    if not isinstance(e, Global) or isinstance(e.index, Const) or loop.args[e.param].kind != "scalar" or not may_be_active(loop, e):
        return e
    size = loop.args[e.param].dim or 0
    if not 0 < size <= LARGEST:
        return e
    *others, chosen = (replace(e, index=Const(k, "int")) for k in range(size))
    found: Expr = chosen
    for component in reversed(others):
        found = choose(compare("==", e.index, component.index), component, found)
    return found
