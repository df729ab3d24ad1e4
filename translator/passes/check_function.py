"""Pass `check-function`: functions called by kernels have a definition in the program.

Input:   Program.      Output:  the violations.
Test:    tests/translator/passes/check_function_test.py
"""

from __future__ import annotations

from translator.diagnostics import Diagnostic
from translator.ir import Program
from translator.passes.broken_rules import broken


def run(program: Program) -> tuple[Diagnostic, ...]:
    """One violation per place."""
    return broken(program, "undefined-function", "called here")
