"""Pass `check-argument-access`: globals are read, reductions are combined.

Input:   Program.      Output:  the violations.
Test:    tests/translator/passes/check_argument_access_test.py
"""

from __future__ import annotations

from translator.diagnostics import Diagnostic, error
from translator.ir import Access, Program
from translator.passes.uses import access_word, arguments

_ALLOWED = {"gbl": (Access.READ,), "scalar": (Access.READ,), "reduce": (Access.INC, Access.MIN, Access.MAX)}
_HINT = {"gbl": "declare it OPS_READ; return values through ops_arg_reduce", "scalar": "declare it OPS_READ",
         "reduce": "declare it OPS_INC, OPS_MIN or OPS_MAX"}


def run(program: Program) -> tuple[Diagnostic, ...]:
    """One violation per argument."""
    return tuple(
        error("argument-access", f"argument {position + 1} of loop '{loop.name}', a {_word(arg.kind)}, is declared {access_word(arg)}",
              arg.access_span, "declared here", hint=_HINT[arg.kind])
        for loop, position, arg, _ in arguments(program) if arg.kind in _ALLOWED and arg.access not in _ALLOWED[arg.kind]
    )


def _word(kind: str) -> str:
    return {"gbl": "global value", "scalar": "scalar", "reduce": "reduction"}[kind]
