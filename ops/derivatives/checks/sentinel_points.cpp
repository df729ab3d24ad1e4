// ops/derivatives/checks/sentinel_points.cpp: selects blocks of points.
#include "ops/derivatives/checks/sentinel_points.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace ops::sentinel {
namespace {

constexpr std::int64_t few_points = 24;     // all of them are examined
constexpr std::int64_t tiles_each = 4;      // of a call
constexpr Index block_size{5, 2, 1, 1, 1};  // of a block [points]

/// Where `place` says, from 0 to what is given, along each axis.
template <class Place>
Box block(const Box& range, int dims, const Place& place) {
  Box box = range;
  for (int axis = 0; axis < dims; ++axis) {
    const int length = std::min(block_size[static_cast<std::size_t>(axis)], range.extent(axis));
    box.lo[axis] = range.lo[axis] + place(axis, range.extent(axis) - length);
    box.hi[axis] = box.lo[axis] + length;
  }
  return box;
}

/// The range divided into blocks, in an order in which neighbours are far apart.
class Tiles {
 public:
  Tiles(const Box& range, int dims) : range_(range), dims_(dims) {
    for (int axis = 0; axis < dims; ++axis) count_ *= along(axis);
    step_ = std::max<std::int64_t>(1, count_ / 8 * 5);
    while (std::gcd(step_, count_) != 1) ++step_;
  }
  /// The first one is at the lowest corner.
  Box at(std::int64_t number) const {
    std::int64_t left = number % count_ * (step_ % count_) % count_;
    return block(range_, dims_, [&](int axis, int most) {
      const std::int64_t here = left % along(axis);
      left /= along(axis);
      return static_cast<int>(std::min<std::int64_t>(here * block_size[static_cast<std::size_t>(axis)], most));
    });
  }

 private:
  std::int64_t along(int axis) const {
    const int length = block_size[static_cast<std::size_t>(axis)];
    return (range_.extent(axis) + length - 1) / length;
  }

  Box range_;
  int dims_;
  std::int64_t count_ = 1, step_ = 0;
};

}  // namespace

/// SplitMix64, after Steele, Lea and Flood (2014).
std::uint64_t PointRandom::next() noexcept {
  std::uint64_t z = state_ += 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

double PointRandom::sign_and_size() noexcept {
  const std::uint64_t bits = next();
  const double size = 0.25 + 0.75 * static_cast<double>(bits >> 12) * 0x1p-52;
  return (bits & 1u) != 0 ? size : -size;
}

std::vector<Box> blocks_of(const Box& range, int dims, std::int64_t call) {
  if (range.empty()) return {};
  if (range.volume() <= few_points) return {range};
  std::vector<Box> blocks;
  const Tiles tiles(range, dims);
  const std::int64_t first = tiles_each * (std::bit_width(static_cast<std::uint64_t>(call)) - 1);
  for (std::int64_t number = first; number < first + tiles_each; ++number) blocks.push_back(tiles.at(number));
  if (call > 2) return blocks;
  blocks.push_back(block(range, dims, [](int, int most) { return most / 2; }));
  blocks.push_back(block(range, dims, [](int, int most) { return most; }));
  return blocks;
}

}  // namespace ops::sentinel
