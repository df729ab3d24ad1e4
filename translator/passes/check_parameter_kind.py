"""Pass `check-parameter-kind`: datasets meet accessors, everything else meets pointers.

Input:   Program.      Output:  the violations.
Test:    tests/translator/passes/check_parameter_kind_test.py
"""

from __future__ import annotations

from translator.diagnostics import Diagnostic, Note, error
from translator.ir import Arg, Loop, Param, Program
from translator.passes.uses import arguments

_GIVEN = {"dat": "a dataset", "gbl": "a global value", "reduce": "a reduction", "idx": "the loop index", "scalar": "a scalar"}


def run(program: Program) -> tuple[Diagnostic, ...]:
    """One violation per argument."""
    return tuple(_violation(loop, position, arg, param) for loop, position, arg, param in arguments(program)
                 if (arg.kind == "dat") != (param.kind == "dat"))


def _violation(loop: Loop, position: int, arg: Arg, param: Param) -> Diagnostic:
    const = "const " if param.const else ""
    is_accessor = param.kind == "dat"
    written = f"{const}ACC<{param.type}>&" if is_accessor else f"{const}{param.type}*"
    hint = f"declare the parameter as {'const T* or T*' if is_accessor else 'ACC<T>& or const ACC<T>&'}, or check the order of the arguments"
    return error("parameter-kind", f"argument {position + 1} of loop '{loop.name}' is {_GIVEN[arg.kind]}, but kernel "
                 f"'{loop.kernel.name}' takes '{written} {param.name}'", arg.span, "this argument",
                 (Note("the parameter", param.span),), hint)
