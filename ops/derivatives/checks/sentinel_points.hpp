// ops/derivatives/checks/sentinel_points.hpp: selects the points of a loop that the sentinel examines: small blocks in
// two corners, in the middle and across the range.
#pragma once

#include <cstdint>
#include <vector>

#include "ops/data/box.hpp"

namespace ops::sentinel {

/// Numbers that are the same in every run.
class PointRandom {
 public:
  explicit PointRandom(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() noexcept;
  /// In [0, n).
  int below(int n) noexcept { return static_cast<int>(next() % static_cast<std::uint64_t>(n)); }
  /// In [-1, 1], and not near 0.
  double sign_and_size() noexcept;
  /// The same, or 0, which some derivatives treat as a case of its own.
  double some_zero() noexcept { return below(6) == 0 ? 0.0 : sign_and_size(); }

 private:
  std::uint64_t state_;
};

/// Blocks of few points, which may overlap: one block of all points where these are few; else the lowest corner and
/// others that go through the range from call to call; at first the highest corner and the middle as well. None where
/// the range is empty. @param call  1, 2, 4, 8, 128, .., of the loop
std::vector<Box> blocks_of(const Box& range, int dims, std::int64_t call);

}  // namespace ops::sentinel
