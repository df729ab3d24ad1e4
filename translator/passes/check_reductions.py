"""Pass `check-reductions`: kernels combine into reductions the way the loop declares.

Each point starts from the neutral element, so an INC reduction that is assigned once adds what was assigned: a warning.
Input:   Program, kernels simplified.      Output:  the violations.
Test:    tests/translator/passes/check_reductions_test.py
"""

from __future__ import annotations

from collections.abc import Iterator

from translator.diagnostics import Diagnostic, Note, error, warning
from translator.ir import Access, Arg, Assign, Global, Loop, Param, Program, Span
from translator.passes.increments import is_increment, mentions
from translator.passes.uses import access_word, arguments, of
from translator.passes.walk import statements


def run(program: Program) -> tuple[Diagnostic, ...]:
    """One violation per argument."""
    return tuple(found for loop, position, arg, param in arguments(program) if arg.kind == "reduce"
                 and (found := _judge(loop, position, arg, param)) is not None)


def _judge(loop: Loop, position: int, arg: Arg, param: Param) -> Diagnostic | None:
    assigned = list(_assignments(loop, position))
    added = [s for s in assigned if is_increment(s)]
    if arg.access in (Access.MIN, Access.MAX):
        return _violation(loop, arg, param, added[0].span, "adds to", f"combine with '*{param.name} = {_combiner(arg)}'") if added else None
    others = [s for s in assigned if s not in added]
    if not others:
        return _misread(loop, position, arg, param, assigned)
    first = others[0]
    assert isinstance(first.target, Global)
    if mentions(first.value, first.target) or len(assigned) > 1 or of(loop, position, False):
        return _violation(loop, arg, param, first.span, "does not only add to", f"write '*{param.name} += ..', or declare the reduction MIN or MAX")
    return warning("reduction-mismatch", f"kernel '{loop.kernel.name}' assigns reduction '{param.name}', declared INC", first.span,
                   "assigned here", (Note("declared by this loop argument", arg.access_span),),
                   f"write '*{param.name} += ..': what a point assigns is added to the total")


def _misread(loop: Loop, position: int, arg: Arg, param: Param, assigned: list[Assign]) -> Diagnostic | None:
    """An INC reduction whose running value the kernel looks at: it would see different values on every target."""
    reads = of(loop, position, False)
    if len(reads) <= len(assigned):  # each increment reads its target once
        return None
    return _violation(loop, arg, param, reads[0].span, "reads the running value of", "use a local variable for the value of this point")


def _assignments(loop: Loop, position: int) -> Iterator[Assign]:
    for s in statements(loop.kernel.body):
        if isinstance(s, Assign) and isinstance(s.target, Global) and s.target.param == position:
            yield s


def _combiner(arg: Arg) -> str:
    return "fmin(..)" if arg.access == Access.MIN else "fmax(..)"


def _violation(loop: Loop, arg: Arg, param: Param, where: Span, does: str, hint: str) -> Diagnostic:
    return error("reduction-mismatch", f"kernel '{loop.kernel.name}' {does} reduction '{param.name}', declared {access_word(arg)}", where,
                 "here", (Note("declared by this loop argument", arg.access_span),), hint)
