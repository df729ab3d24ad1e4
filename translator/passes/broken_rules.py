"""Rules of the language that parsing sees broken, one code each; the checks that report them share this."""

from __future__ import annotations

from translator.diagnostics import Diagnostic, Note, error
from translator.ir import Program


def broken(program: Program, code: str, label: str) -> tuple[Diagnostic, ...]:
    """One error per place where a kernel breaks the rule `code`."""
    found = {
        (entry.span, entry.what): error(code, entry.what, entry.span, label, (Note("in the kernel of this loop", loop.span),), entry.hint)
        for loop in reversed(program.loops) for entry in loop.kernel.unsupported if entry.code == code
    }
    return tuple(found.values())
