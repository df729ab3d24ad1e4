"""A user's own adjoint of a kernel: the function `<kernel>_adjoint`."""

from __future__ import annotations

from typing import Union

from translator.ir import Kernel
from translator.parse.kernels import Binding, KernelLowering
from translator.parse.libclang import Cursor
from translator.parse.world import World

SUFFIX = "_adjoint"


def user_adjoint(world: World, kernel: Cursor, dims: int) -> Union[Kernel, None]:
    """The adjoint that stands in the same scope as the kernel, lowered with parameters in its own order."""
    for candidate in world.by_name.get(kernel.spelling + SUFFIX, []):
        if candidate.semantic_parent.get_usr() == kernel.semantic_parent.get_usr():
            unbound = tuple(Binding("") for _ in candidate.get_arguments())
            return KernelLowering(world, dims, unbound).lower(candidate)
    return None
