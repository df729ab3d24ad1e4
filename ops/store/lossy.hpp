// ops/store/lossy.hpp: real numbers in fewer bytes than they have, each within a bound of its true value.
// Knows zfp; knows nothing of files. The bound is not taken on trust: what is packed is unpacked again and compared, and numbers
// outside of it, as well as zeros and those that are not finite, are kept exactly. So is everything that is no number.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "ops/store/reals.hpp"

namespace ops {

/// How far numbers of a piece may be off.
struct Tolerance {
  double fraction = 0;          ///< of the largest magnitude of their component, > 0
  std::vector<double> largest;  ///< of each component; infinite ones do not count
};
Tolerance tolerance(std::span<const std::byte> piece, const Reals& reals, double fraction);

/// A chunk of a piece: `bytes` from `begin` on, and the numbers in it.
template <class Byte>
struct Chunked {
  std::span<Byte> bytes;
  std::int64_t begin = 0;  ///< [elements]
  std::span<const RealsPart> parts;
};

struct Packed {
  std::vector<std::byte> bytes;
  bool off = false;  ///< some number will not come back exactly
};
/// @return  nothing if it would not be less than `limit` bytes, or one of the numbers cannot be told from what is put in its place
std::optional<Packed> pack(const Chunked<const std::byte>& chunk, const Reals& reals, const Tolerance& tolerance, std::size_t limit);
/// @param packed  what `pack` has made, 8-byte aligned; the caller makes sure that it is undamaged
/// @return        whether all of the chunk is there
bool unpack(std::span<const std::byte> packed, const Chunked<std::byte>& chunk, const Reals& reals, const Tolerance& tolerance);

}  // namespace ops
