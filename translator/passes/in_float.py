"""Pass `in_float`: whether a kernel computes in float, whatever the types of its arguments, so that derivatives have no more digits than float.

Input:   a Loop (kernel through `simplify`).      Output:  bool.
Test:    tests/translator/passes/in_float_test.py
"""

from __future__ import annotations

from translator.ir import Binary, Call, Cast, Loop
from translator.passes.walk import body_nodes


def run(loop: Loop) -> bool:
    """Reading a number of type float rounds nothing; converting to float does, and each result in float."""
    kernels = (loop.kernel, loop.kernel.user_adjoint)
    return any(isinstance(n, (Cast, Binary, Call)) and n.type == "float" for kernel in kernels if kernel for n in body_nodes(kernel.body))
