"""Target `cuda_host`: what is generated for target `cuda`, run by the host thread after thread."""

from translator.view.target import Target

TARGET = Target(("cuda/in_order.hpp", "cuda/loop.hpp", "cuda/owner.hpp", "cuda/search.hpp", "cuda/tile.hpp"), points=True, own_functions=True)
