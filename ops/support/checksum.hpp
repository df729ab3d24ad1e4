// ops/support/checksum.hpp: a checksum that detects changed bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace ops {

/// XXH64 with seed 0. The same in every build, so files can be read by another build than the one that wrote them.
std::uint64_t checksum(std::span<const std::byte> bytes);

}  // namespace ops
