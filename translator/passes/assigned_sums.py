"""Which INC reductions a kernel assigns instead of adding to them.

Such a loop runs point by point in serial order (axis 0 fastest), and its kernel sees the running value: what is assigned last is the result.
It has no derivative: which point that is, and what the reduction held before, no adjoint of a point knows.
Test: tests/translator/passes/assigned_sums_test.py
"""

from __future__ import annotations

from collections.abc import Iterator

from translator.ir import Access, Assign, Global, Loop, NotDifferentiable
from translator.passes.increments import is_increment
from translator.passes.numeric import is_real
from translator.passes.walk import statements


def run(loop: Loop) -> frozenset[int]:
    """Positions of these arguments; none of a loop over scalars, which has one point. The kernel has been through `simplify`."""
    return frozenset() if loop.scalars else frozenset(p for p, arg in enumerate(loop.args) if arg.kind == "reduce" and arg.access == Access.INC
                     and any(not is_increment(s) for s in assignments(loop, p)))


def assignments(loop: Loop, position: int) -> Iterator[Assign]:
    """Everything that the kernel does to one reduction."""
    for s in statements(loop.kernel.body):
        if isinstance(s, Assign) and isinstance(s.target, Global) and s.target.param == position:
            yield s


def refusal(loop: Loop) -> NotDifferentiable | None:
    """Why the loop has no derivative, if it assigns a reduction of real numbers."""
    for p in sorted(run(loop)):
        param = loop.kernel.params[p]
        if is_real(param.type):
            where = next(s.span for s in assignments(loop, p) if not is_increment(s))
            what = f"the kernel overwrites reduction '{param.name}' (OPS_INC) instead of adding to it, so the result is the value of the last point"
            return NotDifferentiable(what, where, f"write '*{param.name} += ..'")
    return None
