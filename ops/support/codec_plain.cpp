// ops/support/codec_plain.cpp: no compression: stores every piece unmodified.
#include "ops/support/codec.hpp"

namespace ops {

bool can_compress() noexcept { return false; }
std::span<const std::byte> compressed(std::span<const std::byte>, std::vector<std::byte>&) { return {}; }
bool decompress(std::span<const std::byte>, std::span<std::byte>) { return false; }

}  // namespace ops
