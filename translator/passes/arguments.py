"""What a loop's arguments mean to differentiation: which values are active, uniform or written.

Test:    tests/translator/passes/facts_test.py
"""

from __future__ import annotations

from translator.element_types import HALF
from translator.ir import Access, Assign, Const, Global, Load, Loop
from translator.passes.declared_places import declared
from translator.passes.numeric import is_integer
from translator.passes.walk import Body, body_nodes, component, constant_offset, statements

Offset = tuple[int, ...]


def centre(loop: Loop) -> Offset:
    return (0,) * loop.dims


def at_centre(load: Load) -> bool:
    return all(component(o) == 0 for o in load.offset)


def component_of(load: Load) -> int | None:
    return component(load.component)


def load(param: int, offset: Offset, component: int, type: str) -> Load:
    return Load(param, tuple(Const(o, "int") for o in offset), Const(component, "int"), type)


def is_reduction(loop: Loop, param: int) -> bool:
    return param < len(loop.args) and loop.args[param].kind == "reduce"


def is_dat(loop: Loop, param: int) -> bool:
    return param < len(loop.args) and loop.args[param].kind == "dat"


def strided(loop: Loop, param: int) -> bool:
    """Iteration points are not its cells, on some axis."""
    stencil = loop.args[param].stencil if is_dat(loop, param) else None
    return stencil is not None and (stencil.kind != "normal" or (stencil.stride is not None and any(step != 1 for step in stencil.stride)))


def may_be_active(loop: Loop, value: Load | Global) -> bool:
    """A value read from an argument that may carry a derivative: data of datasets and of ops_scalar that are neither integers nor halves."""
    return loop.args[value.param].kind in ("dat", "scalar") and not is_integer(value.type) and value.type != HALF


def is_uniform_global(loop: Loop, value: Global) -> bool:
    """The same at every point: elements of gbl and scalar arguments."""
    return loop.args[value.param].kind in ("gbl", "scalar")


def written(loop: Loop, body: Body) -> tuple[int, ...]:
    """Params that `body` assigns (datasets, reductions, anything), ascending."""
    targets = [s.target for s in statements(body) if isinstance(s, Assign)]
    return tuple(sorted({t.param for t in targets if isinstance(t, (Load, Global))}))


def written_points(loop: Loop, param: int) -> tuple[Offset, ...]:
    """Where the kernel writes dataset `param`, as far as that is constant, ascending."""
    targets = [s.target for s in statements(loop.kernel.body) if isinstance(s, Assign)]
    found = {constant_offset(t) for t in targets if isinstance(t, Load) and t.param == param}
    return tuple(sorted(o for o in found if o is not None))


def written_beside(loop: Loop, param: int) -> bool:
    """Whether the kernel writes cells of dataset `param` beside its own, as boundary conditions fill ghost cells from the wall."""
    return any(map(any, written_points(loop, param)))


def access(loop: Loop, param: int) -> Access | None:
    return loop.args[param].access


def reads_computed(body: Body, param: int) -> bool:
    """Whether data choose a point of `param` that `body` reads."""
    return any(isinstance(n, Load) and n.param == param and constant_offset(n) is None for n in body_nodes(body))


def read_offsets(loop: Loop, body: Body, param: int) -> tuple[Offset, ...]:
    """Points of `param` that `body` reads: the constant ones, or all declared ones where some are computed."""
    loads = [n for n in body_nodes(body) if isinstance(n, Load) and n.param == param]
    found = {constant_offset(load) for load in loads}
    stencil = loop.args[param].stencil
    if None in found and stencil is not None:
        found |= set(declared(stencil))
    return tuple(sorted(o for o in found if o is not None))
