"""What a kernel does with its parameters: every read and write with its place in the source.

Used by the checks.
Test:    tests/translator/passes/uses_test.py
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Union

from translator.ir import NOWHERE, Arg, Assign, Constant, Global, Load, Loop, Param, Program, Span
from translator.passes.walk import Body, nodes, reads, statements


@dataclass(frozen=True, slots=True)
class Use:
    """One access. `place` is the Load or Global itself."""

    param: int
    writes: bool
    place: Union[Load, Global]
    span: Span


def uses(body: Body) -> Iterator[Use]:
    """All accesses of a body in textual order; a statement's reads before its write."""
    for s in statements(body):
        for e in reads(s):
            for n in nodes(e):
                if isinstance(n, (Load, Global)):
                    yield Use(n.param, False, n, n.span if n.span.file else getattr(s, "span", NOWHERE))
        if isinstance(s, Assign) and isinstance(s.target, (Load, Global)):
            yield Use(s.target.param, True, s.target, s.target.span if s.target.span.file else s.span)


def structs_used(body: Body) -> set[int]:
    """Parameters that are structs of which something is read."""
    return {n.param for s in statements(body) for e in reads(s) for n in nodes(e) if isinstance(n, Constant) and n.param is not None}


def arguments(program: Program) -> Iterator[tuple[Loop, int, Arg, Param]]:
    """Every loop argument with the kernel parameter it meets."""
    for loop in program.loops:
        for position, (arg, param) in enumerate(zip(loop.args, loop.kernel.params)):
            yield loop, position, arg, param


def of(loop: Loop, position: int, writes: bool) -> tuple[Use, ...]:
    """The reads, or the writes, of one parameter."""
    return tuple(u for u in uses(loop.kernel.body) if u.param == position and u.writes == writes)


def access_word(arg: Arg) -> str:
    """READ, WRITE, ..; what cannot be resolved never reaches a check."""
    assert arg.access is not None
    return arg.access.name


def point(offset: tuple[int, ...]) -> str:
    """An offset as users write it: (1, 0)."""
    return "(" + ", ".join(map(str, offset)) + ")"


def known(loop: Loop) -> bool:
    """Whether the kernel's body is complete, so that what it does not do is certain."""
    return not loop.kernel.unsupported
