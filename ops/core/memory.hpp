// ops/core/memory.hpp: how much memory this process may still take.
// Knows the operating system; knows nothing of buffers.
#pragma once

#include <cstddef>
#include <string>

namespace ops {

/// Memory that can be touched without pushing others out, within the limits of this process's control group [bytes].
std::size_t available_memory();
/// "1.50 GiB" and the like.
std::string bytes_text(std::size_t bytes);

}  // namespace ops
