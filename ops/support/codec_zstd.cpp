// ops/support/codec_zstd.cpp: compression by zstd.
#include "ops/support/codec.hpp"

#include <zstd.h>

namespace ops {

namespace {
constexpr int level = 1;
}

bool can_compress() noexcept { return true; }

std::span<const std::byte> compressed(std::span<const std::byte> bytes, std::vector<std::byte>& into) {
  into.resize(ZSTD_compressBound(bytes.size()));
  const std::size_t length = ZSTD_compress(into.data(), into.size(), bytes.data(), bytes.size(), level);
  if (ZSTD_isError(length) || length >= bytes.size()) return {};
  return std::span(into).first(length);
}

bool decompress(std::span<const std::byte> from, std::span<std::byte> to) {
  const std::size_t length = ZSTD_decompress(to.data(), to.size(), from.data(), from.size());
  return !ZSTD_isError(length) && length == to.size();
}

}  // namespace ops
