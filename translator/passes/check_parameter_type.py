"""Pass `check-parameter-type`: an argument's type string names the element type of the kernel's parameter.

Input:   Program.      Output:  the violations.
Test:    tests/translator/passes/check_parameter_type_test.py
"""

from __future__ import annotations

from translator.diagnostics import Diagnostic, Note, error
from translator.element_types import canonical, of_c
from translator.ir import Arg, Loop, Param, Program
from translator.passes.uses import arguments


def run(program: Program) -> tuple[Diagnostic, ...]:
    """One violation per argument. Unknown type strings are `check-types`'."""
    return tuple(_violation(loop, position, arg, param) for loop, position, arg, param in arguments(program)
                 if (arg.kind == "dat") == (param.kind == "dat") and _differ(arg, param))


def _differ(arg: Arg, param: Param) -> bool:
    if arg.kind == "idx":
        return param.type != "int"
    if "user" in (canonical(arg.type), of_c(param.type)):
        return False
    return arg.type != of_c(param.type)


def _violation(loop: Loop, position: int, arg: Arg, param: Param) -> Diagnostic:
    said = "the loop index (int)" if arg.kind == "idx" else f"declared '{arg.type_text or arg.type}'"
    return error("parameter-type", f"argument {position + 1} of loop '{loop.name}' is {said}, but parameter '{param.name}' of kernel "
                 f"'{loop.kernel.name}' is of type '{param.type}'", arg.span, "this argument", (Note("the parameter", param.span),),
                 "use the same type in the type string, the dataset and the parameter")
