"""Pass `check-constant-size`: kernels stay within what ops_decl_const declared of a constant.

Input:   Program, kernels simplified.      Output:  the violations.
Test:    tests/translator/passes/check_constant_size_test.py
"""

from __future__ import annotations

from translator.diagnostics import Diagnostic, Note, error
from translator.element_types import HALF
from translator.ir import Constant, ConstantDecl, Loop, Program
from translator.passes.walk import body_nodes

_BYTES = {"double": 8, "long": 8, "unsigned long": 8, "long long": 8, "unsigned long long": 8, "short": 2, "unsigned short": 2, HALF: 2,
          "bool": 1, "char": 1, "signed char": 1, "unsigned char": 1, "long double": 16}


def run(program: Program) -> tuple[Diagnostic, ...]:
    """One violation per kernel and constant."""
    declared = {c.name: c for c in program.constants if c.bytes > 0}
    found: dict[tuple[object, ...], Diagnostic] = {}
    for loop in program.loops:
        for n in body_nodes(loop.kernel.body):
            if isinstance(n, Constant) and n.param is None and n.name in declared and n.byte + _BYTES.get(n.type, 4) > declared[n.name].bytes:
                found.setdefault((loop.kernel.span, n.name), _violation(loop, n, declared[n.name]))
    return tuple(found.values())


def _violation(loop: Loop, use: Constant, decl: ConstantDecl) -> Diagnostic:
    return error("constant-size", f"kernel '{loop.kernel.name}' reads beyond the end of constant '{decl.name}': it uses byte {use.byte} (counted from 0), "
                 f"but only {decl.bytes} bytes are declared",
                 use.span, "used here", (Note(f"declared here with dimension {decl.dim}", decl.span),),
                 "increase the dimension in ops_decl_const to the number of elements")
