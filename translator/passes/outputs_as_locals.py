"""Pass `outputs-as-locals`: what a kernel writes becomes ordinary locals, loaded once if needed and stored once at the end.

Input:   a Loop whose kernel has been through `simplify`.
Output:  OutputForm: a body without stores, and the outputs to load before and to store after it.
Test:    tests/translator/passes/outputs_as_locals_test.py
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Union

from translator.ir import Element, Loop, Stmt, Var


@dataclass(frozen=True, slots=True)
class Output:
    """One written component of a dataset at the centre, or one element of a reduction, held in a local.

    The body does not declare the local. Before the body it holds: the old value at the centre if `preload` (dat), the
    neutral element (reduction), nothing otherwise. After the body a dat output is stored at the centre; a reduction's
    is combined into the loop's total. `optional`: the argument may be switched off (null); load and store only if not.
    A component that the kernel never assigns, of a dataset that it writes, is preloaded and stored too
    (`assigned` false): a new version must be complete. Where in and out are one buffer it may be skipped.
    """

    param: int
    component: int  # dat: component; reduction: index
    local: Union[Var, Element]  # Element: of an array local named alike for all components (they are indexed by computed numbers)
    reduction: bool
    preload: bool
    assigned: bool
    optional: bool


@dataclass(frozen=True, slots=True)
class OutputForm:
    """The normal form of a primal kernel. `body` has no `return` and no stores to datasets at the centre."""

    body: tuple[Stmt, ...]
    outputs: tuple[Output, ...]  # by param, then component


def run(loop: Loop) -> OutputForm:
    """Put the loop's kernel into normal form. Off-centre stores (an error elsewhere) are left as they are."""
    raise NotImplementedError
