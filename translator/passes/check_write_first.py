"""Pass `check-write-first`: a kernel reads what it was given as WRITE only after writing it, on every path.

Input:   Program, kernels simplified.      Output:  the violations.
Test:    tests/translator/passes/check_write_first_test.py
"""

from __future__ import annotations

from translator.diagnostics import Diagnostic, Note, error
from translator.ir import Access, Arg, Load, Loop, Param, Program
from translator.passes.arguments import at_centre
from translator.passes.uses import arguments, known
from translator.passes.written_before import Reading, unwritten_reads


def run(program: Program) -> tuple[Diagnostic, ...]:
    """One violation per argument, at the first such read; none where the kernel's body is incomplete."""
    return tuple(
        _violation(loop, arg, param, found[0])
        for loop, position, arg, param in arguments(program)
        if arg.kind in ("dat", "scalar") and arg.access == Access.WRITE and known(loop) and (found := unwritten_reads(loop, position))
    )


def _violation(loop: Loop, arg: Arg, param: Param, reading: Reading) -> Diagnostic:
    what = "a neighbour of " if isinstance(reading.load, Load) and not at_centre(reading.load) else ""
    when = "" if what else " before writing it"
    old = "pass it OPS_READ as well" if loop.scalars else f"declare '{param.name}' RW"
    return error("unwritten-read", f"kernel '{loop.kernel.name}' reads {what}'{param.name}'{when}, declared WRITE", reading.span,
                 "read here", (Note("declared by this loop argument", arg.access_span),),
                 f"{old} if its old values matter, or write it first on every path")
