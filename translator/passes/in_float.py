"""Pass `in_float`: whether a kernel computes in float, whatever the types of its arguments, so that derivatives have no more digits than float.

Input:   a Loop (kernel through `simplify`).      Output:  bool.
Test:    tests/translator/passes/in_float_test.py
"""

from __future__ import annotations

from translator.ir import Const, Loop
from translator.passes.walk import nodes, reads, statements


def run(loop: Loop) -> bool:
    """Literals lose nothing."""
    return any(n.type == "float" and not isinstance(n, Const) for s in statements(loop.kernel.body) for e in reads(s) for n in nodes(e))
