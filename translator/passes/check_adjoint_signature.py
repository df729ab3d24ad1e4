"""Pass `check-adjoint-signature`: a user's `k_adjoint` has the parameters of `k`, each followed by its derivative or not.

Input:   Program.      Output:  the violations.
Test:    tests/translator/passes/check_adjoint_signature_test.py
"""

from __future__ import annotations

from translator.diagnostics import Diagnostic, Note, error
from translator.ir import Kernel, Param, Program, Span
from translator.passes.accessors import SUFFIX


def run(program: Program) -> tuple[Diagnostic, ...]:
    """One violation per kernel."""
    found: dict[Span, Diagnostic] = {}
    for loop in program.loops:
        adjoint = loop.kernel.user_adjoint
        if adjoint is not None and (adjoint.params or not adjoint.unsupported):
            diagnostic = _judge(loop.kernel, adjoint)
            if diagnostic is not None:
                found.setdefault(adjoint.span, diagnostic)
    return tuple(found.values())


def _judge(kernel: Kernel, adjoint: Kernel) -> Diagnostic | None:
    wanted = list(kernel.params)
    previous: Param | None = None
    for param in adjoint.params:
        if param.name.endswith(SUFFIX):
            if previous is None or not _derivative_of(param, previous):
                unnamed = previous is not None and previous.name.startswith("argument_")
                return _violation(kernel, adjoint, param.span, f"derivative '{param.name}' does not directly follow the parameter to which it belongs",
                                  f"name the parameter before it '{param.name.removesuffix(SUFFIX)}'" if unnamed else
                                  "declare each derivative parameter directly after the parameter to which it belongs, with the same element type")
            previous = None
            continue
        if not wanted:
            return _violation(kernel, adjoint, param.span, f"parameter '{param.name}' has no counterpart in kernel '{kernel.name}'",
                              f"derivatives end in '{SUFFIX}'")
        expected = wanted.pop(0)
        if not _alike(param, expected):
            return _violation(kernel, adjoint, param.span, f"parameter '{param.name}' differs from '{expected.name}' of kernel '{kernel.name}'",
                              f"expected '{_written(expected)}'")
        previous = param
    if wanted:
        return _violation(kernel, adjoint, adjoint.span, f"parameter '{wanted[0].name}' of kernel '{kernel.name}' is missing",
                          "only derivatives may be left out")
    return None


def _derivative_of(derivative: Param, param: Param) -> bool:
    return derivative.name == param.name + SUFFIX and derivative.type == param.type


def _alike(param: Param, expected: Param) -> bool:
    return (param.kind == "dat") == (expected.kind == "dat") and param.type == expected.type


def _written(param: Param) -> str:
    const = "const " if param.const else ""
    return f"{const}ACC<{param.type}>& {param.name}" if param.kind == "dat" else f"{const}{param.type}* {param.name}"


def _violation(kernel: Kernel, adjoint: Kernel, span: Span, what: str, hint: str) -> Diagnostic:
    return error("adjoint-signature", f"adjoint '{adjoint.name}': {what}", span, "here", (Note("the kernel", kernel.span),), hint)
