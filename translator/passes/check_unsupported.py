"""Pass `check-unsupported`: kernels use only what the translator can express.

Input:   Program.      Output:  the violations: warnings (the loop runs the reference), or errors where a derivative is needed.
Test:    tests/translator/passes/check_unsupported_test.py
"""

from __future__ import annotations

from translator.diagnostics import Diagnostic, Note, error, warning
from translator.ir import Access, Kernel, Loop, Program, Unsupported


def run(program: Program) -> tuple[Diagnostic, ...]:
    """One violation per place; rules with a code of their own have their own pass."""
    found = {}
    for loop in reversed(program.loops):
        needs_adjoint = program.derivatives and not loop.passive and _writes_reals(loop) and not _is_complex(loop)
        adjoint = loop.kernel.user_adjoint if needs_adjoint else None
        for kernel in (loop.kernel,) if adjoint is None else (loop.kernel, adjoint):
            for entry in kernel.unsupported:
                if not entry.code or kernel is adjoint:
                    found[entry.span, entry.what] = _violation(loop, kernel, entry, needs_adjoint)
    return tuple(found.values())


def _writes_reals(loop: Loop) -> bool:
    return any(a.access != Access.READ and a.type in ("double", "float") for a in loop.args)


def _is_complex(loop: Loop) -> bool:
    """Whether it touches complex data: most such loops are no part of an objective, and the run time names those that are."""
    return any(a.type in ("complexd", "complexf") for a in loop.args)


def _violation(loop: Loop, kernel: Kernel, entry: Unsupported, needs_adjoint: bool) -> Diagnostic:
    if needs_adjoint:
        notes = (Note(f"the program may need the derivative of loop '{loop.name}'", loop.span),)
        hint = f"{entry.hint}, or use ops_par_loop_passive" if entry.hint else "use ops_par_loop_passive if no derivative flows through this loop"
        return error("unsupported-construct", entry.of(kernel.name), entry.span, "here", notes, hint)
    notes = (Note(f"the reference implementation is used for loop '{loop.name}'", loop.span),)
    return warning("unsupported-construct", entry.of(kernel.name), entry.span, "here", notes, entry.hint)
