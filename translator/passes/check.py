"""All checks of a program.

Input:   Program as parsed.      Output:  the violations of every check.
Test:    tests/translator/passes/check_test.py
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from translator.diagnostics import ERROR, Diagnostic
from translator.ir import NOWHERE, Loop, Program, Span
from translator.passes import (check_access, check_accessor_rank, check_adjoint_signature, check_argument_access, check_components,
                               check_constant_size, check_constants, check_dimension, check_dims, check_duplicate_point,
                               check_function, check_global_write, check_increments, check_off_centre_write, check_parameter_count,
                               check_parameter_kind, check_parameter_type, check_partial_write, check_range, check_reductions,
                               check_static, check_stencil, check_types, check_unread_point, check_unsupported, check_unused,
                               check_unwritten, check_wide_write, check_write_first, simplify)

Check = Callable[[Program], tuple[Diagnostic, ...]]
# How a loop and its kernel fit together; the rest makes sense only where they do.
_FIT: tuple[Check, ...] = (check_parameter_count.run, check_parameter_kind.run, check_dims.run, check_dimension.run)
_REST: tuple[Check, ...] = (
    check_parameter_type.run, check_types.run, check_range.run, check_argument_access.run,
    check_access.run, check_write_first.run, check_partial_write.run, check_stencil.run, check_off_centre_write.run,
    check_unread_point.run, check_wide_write.run, check_duplicate_point.run, check_components.run, check_accessor_rank.run,
    check_constants.run, check_constant_size.run, check_static.run, check_function.run, check_global_write.run,
    check_unsupported.run, check_unused.run, check_unwritten.run, check_increments.run, check_reductions.run,
    check_adjoint_signature.run)


def run(program: Program) -> tuple[Diagnostic, ...]:
    """What every check says. Kernels are simplified first, so that offsets in counted loops are known."""
    program = replace(program, loops=tuple(replace(loop, kernel=simplify.run(loop.kernel)) for loop in program.loops))
    misfits = tuple(d for check in _FIT for d in check(program))
    spoilt = {d.span for d in misfits if d.severity == ERROR}
    fitting = tuple(loop for loop in program.loops if not spoilt & _places(loop))
    return misfits + tuple(d for check in _REST for d in check(replace(program, loops=fitting)))


def _places(loop: Loop) -> set[Span]:
    """Where a misfit of this loop is reported."""
    return {loop.span, loop.block_span, *(a.span for a in loop.args), *(a.stencil_span for a in loop.args)} - {NOWHERE}
