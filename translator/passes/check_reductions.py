"""Pass `check-reductions`: kernels combine into reductions the way the loop declares.

An INC reduction that is assigned holds what the last point in serial order assigned (`assigned_sums`): a warning, as the program ends where
a derivative of it is asked for; an error where the loop writes datasets, too, as they would have none either.
Input:   Program, kernels simplified.      Output:  the violations.
Test:    tests/translator/passes/check_reductions_test.py
"""

from __future__ import annotations

from translator.diagnostics import Diagnostic, Note, error, warning
from translator.ir import Access, Arg, Assign, Global, Loop, Param, Program, Span
from translator.passes.arguments import is_reduction, written
from translator.passes.assigned_sums import assignments
from translator.passes.increments import is_increment, mentions
from translator.passes.numeric import is_real
from translator.passes.uses import access_word, arguments, of


def run(program: Program) -> tuple[Diagnostic, ...]:
    """One violation per argument."""
    return tuple(found for loop, position, arg, param in arguments(program) if arg.kind == "reduce"
                 and (found := _judge(program, loop, position, arg, param)) is not None)


def _judge(program: Program, loop: Loop, position: int, arg: Arg, param: Param) -> Diagnostic | None:
    assigned = list(assignments(loop, position))
    added = [s for s in assigned if is_increment(s)]
    if arg.access in (Access.MIN, Access.MAX):
        what = "kernel '{}' adds to reduction '{}', which is declared as {}"
        return _violation(loop, arg, param, added[0].span, what, f"combine with '*{param.name} = {_combiner(arg)}'") if added else None
    others = [s for s in assigned if s not in added]
    reads = of(loop, position, False)
    if len(reads) > len(added):  # each increment reads its target once
        return _misread(loop, arg, param, others, reads[0].span)
    if not others:
        return None
    needs_adjoint = program.derivatives and not loop.passive and is_real(param.type)
    return _assigned(loop, arg, param, others[0].span, needs_adjoint, needs_adjoint and _spoils_others(loop))


def _spoils_others(loop: Loop) -> bool:
    """Whether datasets or scalars that may have derivatives lose them. Who asks for that of another result of the loop is told then."""
    changed = (p for p in written(loop, loop.kernel.body) if not is_reduction(loop, p))
    return loop.scalars or any(is_real(loop.kernel.params[p].type) for p in changed)


def _assigned(loop: Loop, arg: Arg, param: Param, where: Span, needs_adjoint: bool, spoils: bool) -> Diagnostic:
    """needs_adjoint: a derivative may be asked for. spoils: of what it must not end, too."""
    message = f"kernel '{loop.kernel.name}' assigns to reduction '{param.name}', which is declared as INC"
    declared = Note("declared by this loop argument", arg.access_span)
    hint = f"write '*{param.name} += ..' for a sum; without +=, the result is the value from the last point in serial order"
    if not spoils:
        return warning("reduction-mismatch", message, where, "assigned here", (declared,), f"{hint}, and has no derivative" if needs_adjoint else hint)
    notes = (declared, Note(f"the program may need the derivative of loop '{loop.name}'", loop.span))
    return error("reduction-mismatch", message, where, "assigned here", notes, f"{hint}; use ops_par_loop_passive if no derivative flows through this loop")


def _misread(loop: Loop, arg: Arg, param: Param, others: list[Assign], read: Span) -> Diagnostic:
    """An INC reduction whose running value the kernel uses: it would be another on every target."""
    if others:
        first = next((s for s in others if isinstance(s.target, Global) and mentions(s.value, s.target)), others[0])
        return _violation(loop, arg, param, first.span, "kernel '{}' may only add to reduction '{}', which is declared as {}",
                          f"write '*{param.name} += ..', or declare the reduction as MIN or MAX")
    return _violation(loop, arg, param, read, "kernel '{}' reads the running value of reduction '{}', which is declared as {}",
                      "use a local variable for the value at this point")


def _combiner(arg: Arg) -> str:
    return "fmin(..)" if arg.access == Access.MIN else "fmax(..)"


def _violation(loop: Loop, arg: Arg, param: Param, where: Span, what: str, hint: str) -> Diagnostic:
    return error("reduction-mismatch", what.format(loop.kernel.name, param.name, access_word(arg)), where, "here",
                 (Note("declared by this loop argument", arg.access_span),), hint)
