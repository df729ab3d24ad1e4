"""Pass `check-accessor-rank`: accesses have one offset per dimension, and a component where there are several.

Input:   Program.      Output:  the violations.
Test:    tests/translator/passes/check_accessor_rank_test.py
"""

from __future__ import annotations

from translator.diagnostics import Diagnostic
from translator.ir import Program
from translator.passes.broken_rules import broken


def run(program: Program) -> tuple[Diagnostic, ...]:
    """One violation per place."""
    return broken(program, "accessor-rank", "here")
