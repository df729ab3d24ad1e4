// ops/core/memory_units.hpp: sizes [bytes] by which memory is aligned and divided.
#pragma once

#include <cstddef>

namespace ops {

constexpr std::size_t cache_line = 64, page = 4096, huge_page = std::size_t{2} << 20;
constexpr std::size_t large_buffer = std::size_t{4} << 20;  ///< from here on a buffer lies on huge pages

}  // namespace ops
