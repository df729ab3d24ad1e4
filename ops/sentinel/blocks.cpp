// ops/sentinel/blocks.cpp: blocks of points.
#include "ops/sentinel/blocks.hpp"

#include <algorithm>

namespace ops::sentinel {
namespace {

constexpr std::int64_t few_points = 24;  // all of them are examined
constexpr int random_blocks = 3;
constexpr Index block_size{5, 2, 1, 1, 1};  // of a block [points]

/// Around a corner, or where `place` (from 0 to 1 along each axis) says.
template <class Place>
Box block(const Box& range, int dims, const Place& place) {
  Box box = range;
  for (int axis = 0; axis < dims; ++axis) {
    const int length = std::min(block_size[static_cast<std::size_t>(axis)], range.extent(axis));
    box.lo[axis] = range.lo[axis] + place(range.extent(axis) - length);
    box.hi[axis] = box.lo[axis] + length;
  }
  return box;
}

}  // namespace

/// SplitMix64, after Steele, Lea and Flood (2014).
std::uint64_t Random::next() noexcept {
  std::uint64_t z = state_ += 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

double Random::sign_and_size() noexcept {
  const std::uint64_t bits = next();
  const double size = 0.25 + 0.75 * static_cast<double>(bits >> 12) * 0x1p-52;
  return (bits & 1u) != 0 ? size : -size;
}

std::vector<Box> blocks_of(const Box& range, int dims, std::int64_t call, Random& random) {
  if (range.empty()) return {};
  if (range.volume() <= few_points) return {range};
  std::vector<Box> blocks;
  if (call == 1) blocks.push_back(block(range, dims, [](int) { return 0; }));
  if (call <= 2) blocks.push_back(block(range, dims, [](int most) { return most; }));
  if (call <= 2) blocks.push_back(block(range, dims, [](int most) { return most / 2; }));
  for (int k = 0; k < random_blocks; ++k)
    blocks.push_back(block(range, dims, [&](int most) { return random.below(most + 1); }));
  return blocks;
}

}  // namespace ops::sentinel
