"""Pass `check-wide-write`: what is declared WRITE uses a one-point stencil.

Input:   Program.      Output:  the violations, as warnings: a kernel that writes its own point alone needs no more.
Test:    tests/translator/passes/check_wide_write_test.py
"""

from __future__ import annotations

from translator.diagnostics import Diagnostic, Note, warning
from translator.ir import Access, Program
from translator.passes.arguments import written_beside
from translator.passes.uses import arguments


def run(program: Program) -> tuple[Diagnostic, ...]:
    """One warning per argument."""
    return tuple(
        warning("wide-write", f"'{param.name}' is declared WRITE through stencil '{arg.stencil.name}' of {len(arg.stencil.offsets)} points",
                arg.stencil_span, "this stencil", (Note("the stencil", arg.stencil.span),),
                "if the kernel writes this argument only at the current point, use a stencil that contains only the centre")
        for loop, position, arg, param in arguments(program)
        if arg.access == Access.WRITE and arg.stencil is not None and arg.stencil.offsets is not None and not arg.stencil.several and len(arg.stencil.offsets) > 1
        and not written_beside(loop, position)
    )
