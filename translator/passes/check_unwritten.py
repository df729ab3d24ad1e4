"""Pass `check-unwritten`: what is declared to be changed is changed.

Input:   Program, kernels simplified.      Output:  the violations, as warnings: the translator treats such data as read only.
Test:    tests/translator/passes/check_unwritten_test.py
"""

from __future__ import annotations

from translator.diagnostics import Diagnostic, Note, warning
from translator.ir import Access, Program
from translator.passes.uses import access_word, arguments, known, of


def run(program: Program) -> tuple[Diagnostic, ...]:
    """One warning per argument. Arguments never used at all are `check-unused`'s."""
    return tuple(
        warning("unwritten-argument", f"kernel '{loop.kernel.name}' never writes '{param.name}', which is declared as {access_word(arg)}",
                arg.access_span, "declared here", (Note("the parameter", param.span),), f"declare '{param.name}' as READ")
        for loop, position, arg, param in arguments(program)
        if arg.kind in ("dat", "reduce", "scalar") and arg.access not in (None, Access.READ) and known(loop)
        and of(loop, position, False) and not of(loop, position, True)
    )
