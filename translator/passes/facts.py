"""Pass `facts`: what the tape must know of each argument, derived from the body (ArgFacts of ops/loop/registry.hpp).

Input:   a Loop (kernel through `simplify`), its normal form, its adjoint if it has one.
Output:  one ArgFacts per argument.
Test:    tests/translator/passes/facts_test.py
"""

from __future__ import annotations

from dataclasses import dataclass

Offset = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ArgFacts:
    """Field by field the ops::ArgFacts of ops/loop/registry.hpp. Offsets have one entry per loop axis, sorted, distinct."""

    written: bool = False
    reads_old: bool = False
    adjoint_reads: bool = False
    target: bool = False
    seed: bool = False
    consumed: bool = False  # also true for a written dat without seed: overwritten by passive values
    deferrable: bool = False
    deferred_seed: int = -1
    offsets: tuple[Offset, ...] = ()
    reads: tuple[Offset, ...] = ()
