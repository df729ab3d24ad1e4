"""Pass `check-static`: kernels keep no state between points.

Input:   Program.      Output:  the violations.
Test:    tests/translator/passes/check_static_test.py
"""

from __future__ import annotations

from translator.diagnostics import Diagnostic
from translator.ir import Program
from translator.passes.broken_rules import broken


def run(program: Program) -> tuple[Diagnostic, ...]:
    """One violation per place."""
    return broken(program, "mutable-static", "declared here")
