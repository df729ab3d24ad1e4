"""Pass `members`: the real numbers that a kernel reads from structs which the program hands it by value, and those of long double.

Input:   a Loop (kernel through `simplify`), and the names of the declared constants that are plain numbers.      Output:  Members, sorted.
Test:    tests/translator/passes/members_test.py
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from translator.ir import Constant, Global, Loop
from translator.passes.walk import body_nodes


@dataclass(frozen=True, order=True, slots=True)
class Member:
    """`param`: of a `gbl` argument; -1: of the declared constant of that name. `stride`: bytes between its `count` elements; count 0: until the
    argument or constant ends; stride 0: one number. `bytes`: of one number."""

    param: int
    constant: str
    byte: int
    stride: int
    count: int
    bytes: int


_BYTES = {"double": 8, "float": 4, "long double": 16}


def run(loop: Loop, numbers: Collection[str] = ()) -> tuple[Member, ...]:
    """Of constants that are not known here, all: the run time knows which of them are structs. It has no name for long double."""
    read = [n for n in body_nodes(loop.kernel.body) if isinstance(n, (Constant, Global)) and n.type in _BYTES]
    members = {_member(n) for n in read if isinstance(n, Constant) and (n.param is not None or n.name not in numbers)}
    return tuple(sorted(members | {Member(n.param, "", 0, 16, 0, 16) for n in read if isinstance(n, Global) and n.type == "long double"}))


def _member(e: Constant) -> Member:
    name, param = (e.name, -1) if e.param is None else ("", e.param)
    return Member(param, name, e.byte, 0 if e.index is None else e.stride, 0 if e.index is None else e.count, _BYTES[e.type])
