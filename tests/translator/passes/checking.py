"""What the tests of the checks share: programs of a few loops, and the gist of diagnostics."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from translator.diagnostics import Diagnostic
from translator.ir import ConstantDecl, Loop, Program, Stencil, Unsupported
from tests.translator.build_ir import HERE

Check = Callable[[Program], tuple[Diagnostic, ...]]


def program_of(*loops: Loop, constants: tuple[ConstantDecl, ...] = (), derivatives: bool = False) -> Program:
    return Program("app", loops, constants, derivatives, False, ())


def said(check: Check, *loops: Loop, constants: tuple[ConstantDecl, ...] = (), derivatives: bool = False) -> list[str]:
    """`severity code: message` of everything a check says."""
    found = check(program_of(*loops, constants=constants, derivatives=derivatives))
    return [f"{d.severity} {d.code}: {d.message}" for d in found]


def with_stencil(loop: Loop, position: int, *offsets: tuple[int, ...], stride: tuple[int, ...] | None = None) -> Loop:
    """The loop with a declared stencil for one argument."""
    arg = loop.args[position]
    stencil = Stencil("S", len(offsets[0]), offsets, stride or (1,) * loop.dims, "normal", HERE)
    return replace(loop, args=(*loop.args[:position], replace(arg, stencil=stencil), *loop.args[position + 1 :]))


def with_arg(loop: Loop, position: int, **changes: object) -> Loop:
    """The loop with one argument changed."""
    arg = replace(loop.args[position], **changes)  # type: ignore[arg-type]
    return replace(loop, args=(*loop.args[:position], arg, *loop.args[position + 1 :]))


def incomplete(loop: Loop, code: str = "", what: str = "something") -> Loop:
    """The loop with a kernel that parsing could not finish."""
    return replace(loop, kernel=replace(loop.kernel, unsupported=(Unsupported(what, HERE, "do otherwise", code),)))


