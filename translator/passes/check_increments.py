"""Pass `check-increments`: datasets declared INC are incremented.

Input:   Program, kernels simplified.      Output:  the violations: warnings where only the declaration is wrong, errors
         where cells are shared by several points (stride 0) and the result would depend on their order.
Test:    tests/translator/passes/check_increments_test.py
"""

from __future__ import annotations

from collections.abc import Iterator

from translator.diagnostics import Diagnostic, Note, error, warning
from translator.ir import Access, Arg, Assign, Load, Loop, Param, Program
from translator.passes.increments import is_increment
from translator.passes.uses import arguments
from translator.passes.walk import statements


def run(program: Program) -> tuple[Diagnostic, ...]:
    """One violation per argument, at the first assignment."""
    return tuple(_violation(loop, arg, param, found[0]) for loop, position, arg, param in arguments(program)
                 if arg.kind == "dat" and arg.access == Access.INC and (found := list(_assignments(loop, position))))


def _assignments(loop: Loop, position: int) -> Iterator[Assign]:
    for s in statements(loop.kernel.body):
        if isinstance(s, Assign) and isinstance(s.target, Load) and s.target.param == position and not is_increment(s):
            yield s


def _violation(loop: Loop, arg: Arg, param: Param, found: Assign) -> Diagnostic:
    shared = arg.stencil is not None and arg.stencil.stride is not None and 0 in arg.stencil.stride
    severe = error if shared else warning
    hint = f"write '{param.name}(..) += ..'" if shared else f"declare '{param.name}' as WRITE or RW, because the kernel assigns the value instead of adding to it"
    assert isinstance(found.target, Load)
    return severe("increment-mismatch", f"kernel '{loop.kernel.name}' assigns to '{param.name}', which is declared as INC", found.target.span,
                  "assigned here", (Note("declared by this loop argument", arg.access_span),), hint)
