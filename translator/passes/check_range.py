"""Pass `check-range`: a range has two entries per dimension.

Input:   Program.      Output:  the violations; entries too many are a warning.
Test:    tests/translator/passes/check_range_test.py
"""

from __future__ import annotations

from translator.diagnostics import Diagnostic, error, warning
from translator.ir import Loop, Program


def run(program: Program) -> tuple[Diagnostic, ...]:
    """One violation per loop."""
    return tuple(_violation(loop, loop.range_length) for loop in program.loops
                 if loop.range_length is not None and loop.range_length != 2 * (loop.called_dims or loop.dims))


def _violation(loop: Loop, length: int) -> Diagnostic:
    dims = loop.called_dims or loop.dims
    wanted = 2 * dims
    severe = error if length < wanted else warning
    return severe("range-mismatch", f"the range of loop '{loop.name}' must have {wanted} entries, but has {length}",
                  loop.range_span, "this range", hint="give a lower and an upper bound for each dimension of the loop")
