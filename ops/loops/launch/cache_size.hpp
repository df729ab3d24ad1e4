// ops/loops/launch/cache_size.hpp: the cache sizes of this processor.
#pragma once

#include <cstddef>

namespace ops {

/// What this machine may count on of its last-level cache [bytes]: what the system tells, at most 32 MiB for each core;
/// a guess where it does not tell. Read once.
std::size_t last_level_cache();
/// What one core has to itself [bytes]: the second level, at most 2 MiB.
std::size_t private_cache();

}  // namespace ops
