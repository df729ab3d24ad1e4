// ops/loop/cache_size.hpp: the last-level cache of this machine.
#pragma once

#include <cstddef>

namespace ops {

/// [bytes]; read once. A guess where the system does not tell.
std::size_t last_level_cache();

}  // namespace ops
