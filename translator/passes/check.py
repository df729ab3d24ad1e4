"""All checks of a program, in the order of their documentation.

Input:   Program as parsed.      Output:  the violations of every check.
Test:    tests/translator/passes/check_test.py
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from translator.diagnostics import Diagnostic
from translator.ir import Program
from translator.passes import simplify

CHECKS: tuple[Callable[[Program], tuple[Diagnostic, ...]], ...] = ()


def run(program: Program) -> tuple[Diagnostic, ...]:
    """What every check says. Kernels are simplified first, so that offsets in counted loops are known."""
    simplified = replace(program, loops=tuple(replace(loop, kernel=simplify.run(loop.kernel)) for loop in program.loops))
    return tuple(d for check in CHECKS for d in check(simplified))
