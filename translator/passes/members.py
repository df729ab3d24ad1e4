"""Pass `members`: the real numbers that a kernel reads from structs which the program hands it by value.

Input:   a Loop (kernel through `simplify`).      Output:  Members, sorted.
Test:    tests/translator/passes/members_test.py
"""

from __future__ import annotations

from dataclasses import dataclass

from translator.ir import Constant, Loop
from translator.passes.numeric import is_real
from translator.passes.walk import body_nodes


@dataclass(frozen=True, order=True, slots=True)
class Member:
    """`param`: of a `gbl` argument; -1: of the declared constant of that name. `stride`: bytes between elements; 0: one number."""

    param: int
    constant: str
    byte: int
    stride: int
    type: str


def run(loop: Loop) -> tuple[Member, ...]:
    """Of all declared constants, as the type of one may not be known here."""
    found = {Member(-1 if n.param is None else n.param, n.name if n.param is None else "", n.byte, 0 if n.index is None else n.stride, n.type)
             for n in body_nodes(loop.kernel.body) if isinstance(n, Constant) and is_real(n.type)}
    return tuple(sorted(found))
