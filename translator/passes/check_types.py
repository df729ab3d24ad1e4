"""Pass `check-types`: type strings are the API's, or name a struct of the user.

Input:   Program.      Output:  the violations.
Test:    tests/translator/passes/check_types_test.py
"""

from __future__ import annotations

import difflib

from translator.diagnostics import Diagnostic, Note, error
from translator.element_types import NAMES, of_c
from translator.ir import Arg, Param, Program
from translator.passes.uses import arguments


def run(program: Program) -> tuple[Diagnostic, ...]:
    """One violation per argument whose parameter is of an arithmetic type."""
    return tuple(_violation(arg, param) for _, _, arg, param in arguments(program)
                 if arg.type == "user" and of_c(param.type) != "user")


def _violation(arg: Arg, param: Param) -> Diagnostic:
    near = difflib.get_close_matches(arg.type_text, NAMES, 1)
    hint = f"did you mean '{near[0]}'?" if near else f"the parameter is of type '{param.type}'"
    return error("unknown-type", f"unknown type string '{arg.type_text}'", arg.span, "in this argument",
                 (Note("the parameter", param.span),), hint)
