"""What a loop argument looks like in memory, and the loop's signature (docs/architecture.md).

Knows arguments as the loop gives them; knows nothing of kernels' bodies.
"""

from __future__ import annotations

from dataclasses import dataclass

from translator.ir import Access, Arg, Loop


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


def axes(arg: Arg, dims: int) -> str:
    """Letters of the signature; a stencil the source does not tell is taken as plain."""
    if arg.stencil is None:
        return "u" * dims
    if arg.stencil.kind != "normal":
        return arg.stencil.kind[0] * dims
    stride = arg.stencil.stride or (1,) * dims
    return "".join("u" if n == 1 else "0" if n == 0 else "s" for n in stride[:dims])


def is_soa(arg: Arg, soa: bool) -> bool:
    return (soa or arg.soa) and (arg.dim or 1) > 1


def layouts(loop: Loop, soa: bool) -> tuple[Layout, ...]:
    """One per argument."""
    return tuple(
        Layout(param.name, arg.kind, param.type, arg.dim or 1, axes(arg, loop.dims) if arg.kind == "dat" else "",
               not is_soa(arg, soa), arg.optional)
        for arg, param in zip(loop.args, loop.kernel.params, strict=True)
    )


def _text(arg: Arg, dims: int, soa: bool) -> str:
    access = (arg.access or Access.READ).name
    if arg.kind == "dat":
        layout = "" if (arg.dim or 1) == 1 else ":soa" if is_soa(arg, soa) else ":aos"
        return f"dat:{arg.type}:{arg.dim}:{access}:{axes(arg, dims)}{layout}"
    if arg.kind == "reduce":
        return f"red:{arg.type}:{arg.dim}:{access}"
    return {"gbl": f"gbl:{arg.type}:{arg.dim}", "scalar": f"sca:{arg.type}:{arg.dim}", "idx": "idx"}[arg.kind]


def signature(loop: Loop, soa: bool) -> str:
    """The text by which run time and generated code recognise each other; ops/loop/signature.cpp writes the same."""
    return "|".join([str(loop.dims), *(_text(arg, loop.dims, soa) for arg in loop.args)])
