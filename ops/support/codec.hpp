// ops/support/codec.hpp: lossless compression: by zstd (codec_zstd.cpp), or none in builds without it
// (codec_plain.cpp). CMake compiles one of the two files. Only the process that compressed bytes decompresses them.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace ops {

/// Whether this build compresses at all.
bool can_compress() noexcept;
/// zstd at its fastest level that still finds repeated bytes. `into` is used again and again.
/// @return  the compressed bytes, in `into`; empty if they would not be fewer
std::span<const std::byte> compressed(std::span<const std::byte> bytes, std::vector<std::byte>& into);
/// @return  whether exactly `to` came out
bool decompress(std::span<const std::byte> from, std::span<std::byte> to);

}  // namespace ops
