// ops/loop/cache_size.hpp: the last-level cache of this machine.
#pragma once

#include <cstddef>

namespace ops {

/// What this machine may count on [bytes]: what the system tells, at most 32 MiB for each core; a guess where it does
/// not tell. Read once.
std::size_t last_level_cache();

}  // namespace ops
