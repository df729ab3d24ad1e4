"""Pass `check-dims`: loop, block and stencils have the same number of dimensions.

A loop of fewer dimensions than its block runs at index 0 of the others; one of more at index 0 of those that the block lacks: warnings.
Input:   Program.      Output:  the violations.
Test:    tests/translator/passes/check_dims_test.py
"""

from __future__ import annotations

from translator.diagnostics import Diagnostic, Note, error, warning
from translator.ir import Arg, Loop, Program
from translator.passes.uses import arguments


def run(program: Program) -> tuple[Diagnostic, ...]:
    """Blocks first, then stencils."""
    blocks = tuple(_block(loop, loop.block_dims) for loop in program.loops
                   if loop.block_dims is not None and loop.block_dims != (loop.called_dims or loop.dims))
    stencils = tuple(_stencil(loop, arg) for loop, _, arg, _ in arguments(program)
                     if arg.stencil is not None and arg.stencil.dims != loop.dims)
    return blocks + stencils


def _block(loop: Loop, dims: int) -> Diagnostic:
    called = loop.called_dims or loop.dims
    hint = ("pass the number of dimensions of the block to ops_par_loop; otherwise, the loop covers only index 0 along the remaining dimensions" if called < dims else
            "pass the number of dimensions of the block to ops_par_loop, or use the range [0, 1) along the dimensions that the block lacks")
    return warning("dims-mismatch", f"loop '{loop.name}' has {called} dimension{'' if called == 1 else 's'}, but its block has {dims}", loop.block_span,
                   "this block", hint=hint)


def _stencil(loop: Loop, arg: Arg) -> Diagnostic:
    assert arg.stencil is not None
    return error("dims-mismatch", f"loop '{loop.name}' has {loop.dims} dimensions, stencil '{arg.stencil.name}' has {arg.stencil.dims}",
                 arg.stencil_span, "this stencil", (Note("declared here", arg.stencil.span),),
                 "declare the stencil with as many dimensions as the block")
