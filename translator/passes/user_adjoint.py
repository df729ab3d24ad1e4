"""Pass `user-adjoint`: a kernel's hand-written `k_adjoint` becomes an AdjointKernel like a generated one.

Input:   a Loop whose kernel has a simplified `user_adjoint`.
Output:  an AdjointKernel, or NotDifferentiable naming what the adjoint does that an adjoint may not.
         Parameters are those of the kernel, each followed by its derivative (`<name>_a1s`) where it has one.
         The derivative of a written argument is at the centre an ordinary value: it starts as the seed, and what it ends with
         stays. All other derivatives may only be incremented.
Test:    tests/translator/passes/user_adjoint_test.py
"""

from __future__ import annotations

from translator.ir import Loop, NotDifferentiable
from translator.passes.differentiate import Result


def run(loop: Loop) -> Result:
    return NotDifferentiable("user adjoint", loop.kernel.span)
