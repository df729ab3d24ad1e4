"""The one line of text by which a loop and its implementation recognise each other.

Written alike by the run time (ops/loops/launch/signature.cpp); the format is in docs/architecture.md.
"""

from __future__ import annotations

from translator.ir import Access, Arg, Loop, Stencil


def signature(loop: Loop) -> str:
    """Signature of a loop whose arguments are all resolved."""
    return "|".join([str(loop.dims), *(_argument(arg, loop.dims) for arg in loop.args)])


def _argument(arg: Arg, dims: int) -> str:
    if arg.kind == "idx":
        return "idx"
    if arg.kind == "gbl":
        return f"gbl:{arg.type}:{arg.dim}"
    if arg.kind == "scalar" and arg.access == Access.WRITE:  # run as a sum over one point
        return f"red:{arg.type}:{arg.dim}:INC"
    if arg.kind == "scalar":
        return f"sca:{arg.type}:{arg.dim}"
    assert arg.access is not None
    if arg.kind == "reduce":
        return f"red:{arg.type}:{arg.dim}:{arg.access.name}"
    assert arg.stencil is not None and arg.dim is not None
    layout = "" if arg.dim == 1 else ":soa" if arg.soa else ":aos"
    return f"dat:{arg.type}:{arg.dim}:{arg.access.name}:{axes(arg.stencil, dims)}{layout}"


def axes(stencil: Stencil, dims: int) -> str:
    """One letter per loop axis: u step 1, 0 invariant, s any other stride, r restrict, p prolong."""
    if stencil.kind != "normal":
        return stencil.kind[0] * dims
    assert stencil.stride is not None
    return "".join("u" if step == 1 else "0" if step == 0 else "s" for step in stencil.stride[:dims])
