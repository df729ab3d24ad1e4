"""What a loop argument looks like in memory."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from translator.ir import Arg, Loop, Param
from translator.signature import axes


@dataclass(frozen=True, slots=True)
class Layout:
    """How an argument is addressed: one letter per axis as in the signature, `components` per cell, interleaved if `aos`."""

    name: str  # the kernel's parameter
    kind: str
    type: str
    components: int
    axes: str
    aos: bool
    optional: bool

    @property
    def unit(self) -> bool:
        """Cells of a row lie one after another."""
        return self.axes[:1] == "u"

    @property
    def plain(self) -> bool:
        """Iteration points are cells, on every axis."""
        return set(self.axes) == {"u"}

    @property
    def cell(self) -> int:
        """Elements from a cell to its neighbour along axis 0, where `unit`."""
        return self.components if self.aos else 1


def layouts(loop: Loop) -> tuple[Layout, ...]:
    """One per argument. Structs are bytes."""
    return tuple(_layout(arg, param, loop.dims) for arg, param in zip(loop.args, loop.kernel.params, strict=True))


def given(layouts: tuple[Layout, ...], params: Collection[int]) -> tuple[Layout, ...]:
    """The same where these arguments are known not to be switched off."""
    return tuple(replace(layout, optional=layout.optional and p not in params) for p, layout in enumerate(layouts))


def _layout(arg: Arg, param: Param, dims: int) -> Layout:
    letters = axes(arg.stencil, dims) if arg.kind == "dat" and arg.stencil else ""
    components = (arg.dim or 1) * (param.struct or 1)
    return Layout(param.name, arg.kind, "char" if param.struct else param.type, components, letters, not (arg.soa and components > 1), arg.optional)
