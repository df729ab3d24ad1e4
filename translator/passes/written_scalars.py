"""Pass `written-scalars`: what a loop over scalars writes becomes a sum over its one point.

A kernel's copy of a sum starts from zero, is assigned like any local, and is added to zero: so all that is known of sums (adjoints,
tangents, second derivatives, every target) holds for scalars.
Input:   a checked Loop.      Output:  the same loop; its written scalars are OPS_INC reductions, as the run time passes them.
Test:    tests/translator/passes/written_scalars_test.py
"""

from __future__ import annotations

from dataclasses import replace

from translator.ir import Access, Arg, Loop


def run(loop: Loop) -> Loop:
    return replace(loop, args=tuple(map(_summed, loop.args))) if loop.scalars else loop


def _summed(arg: Arg) -> Arg:
    return replace(arg, kind="reduce", access=Access.INC) if arg.kind == "scalar" and arg.access == Access.WRITE else arg
