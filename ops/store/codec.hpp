// ops/store/codec.hpp: bytes as they lie in a file: as they are or compressed without loss, and their checksum.
// Knows libraries; knows nothing of files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ops {

/// XXH3, 64 bits.
std::uint64_t checksum(std::span<const std::byte> bytes);

/// zstd at its fastest level that still finds repeated bytes. `into` is used again and again.
/// @return  the compressed bytes, in `into`; empty if they would not be fewer
std::span<const std::byte> compressed(std::span<const std::byte> bytes, std::vector<std::byte>& into);
/// @return  whether exactly `to` came out
bool decompress(std::span<const std::byte> from, std::span<std::byte> to);

}  // namespace ops
