"""Pass `check-parameter-count`: a loop gives its kernel as many arguments as it has parameters.

Input:   Program.      Output:  the violations.
Test:    tests/translator/passes/check_parameter_count_test.py
"""

from __future__ import annotations

from translator.diagnostics import Diagnostic, Note, error
from translator.ir import Loop, Program


def run(program: Program) -> tuple[Diagnostic, ...]:
    """One violation per loop."""
    return tuple(_violation(loop) for loop in program.loops if len(loop.args) != len(loop.kernel.params))


def _violation(loop: Loop) -> Diagnostic:
    given, wanted = len(loop.args), len(loop.kernel.params)
    hint = "add the missing arguments" if given < wanted else "remove arguments, or add parameters to the kernel"
    return error("parameter-count", f"kernel '{loop.kernel.name}' has {_counted(wanted, 'parameter')}, but loop '{loop.name}' passes "
                 f"{_counted(given, 'argument')}", loop.span, "in this call", (Note("the kernel", loop.kernel.span),), hint)


def _counted(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"
