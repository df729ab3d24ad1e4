"""A user's own adjoint of a kernel: the function `<kernel>_adjoint`."""

from __future__ import annotations

from typing import Union

from translator.ir import Kernel, Unsupported
from translator.parse.adjoint_templates import instance
from translator.parse.kernels import Binding, KernelLowering
from translator.parse.libclang import Cursor, CursorKind, name_span, pointee
from translator.parse.world import World

SUFFIX = "_adjoint"


def user_adjoint(world: World, kernel: Cursor, rank: int, dims: int) -> Union[Kernel, None]:
    """The adjoint that stands in the same scope as the kernel, lowered with parameters in its own order; that of its own unit, if that has one."""
    candidates = [c for c in world.by_name.get(kernel.spelling + SUFFIX, [])
                  if c.semantic_parent.get_usr() == kernel.semantic_parent.get_usr()]
    if not candidates:
        return None
    candidates = [c for c in candidates if c.translation_unit is kernel.translation_unit] or candidates
    chosen = next((c for c in candidates if _first_type(c) == _first_type(kernel)), candidates[0])
    function = instance(world, chosen, kernel) if chosen.kind == CursorKind.FUNCTION_TEMPLATE else chosen
    if function is None:
        entry = Unsupported("the kernel has an adjoint whose template parameters differ from those of the kernel", name_span(chosen),
                            "give the adjoint the same template parameters as the kernel, or write one adjoint for each type")
        return Kernel(chosen.spelling, (), (), name_span(chosen), (entry,))
    return KernelLowering(world, rank, tuple(Binding("") for _ in function.get_arguments()), dims).lower(function)


def _first_type(function: Cursor) -> str:
    """Overloads differ in the element type of their parameters; the first tells them apart."""
    first = next(iter(function.get_arguments()), None)
    return "" if first is None else str(pointee(first.type).spelling).removeprefix("const ")
