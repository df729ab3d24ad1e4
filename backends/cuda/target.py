"""Target `cuda`: loops, tangents and reversed loops with a thread per point on a device."""

from translator.view.target import Target

TARGET = Target(("cuda/in_order.hpp", "cuda/loop.hpp", "cuda/owner.hpp", "cuda/search.hpp", "cuda/tile.hpp"), points=True, own_functions=True)
