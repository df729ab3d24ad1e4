// ops/derivatives/checkpoints/exhaustive_division.hpp: the optimal divisions of a chain of steps by exhaustive search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ops {

/// Optimal for any leaves (as `Division` has them), in a time of about steps * steps * leaves.
class ExhaustiveDivision {
 public:
  /// Does this take milliseconds? @param leaves  number of them
  static bool is_quick(std::int64_t leaves, std::int64_t steps);

  ExhaustiveDivision(const std::vector<std::int64_t>& leaf, std::int64_t steps);
  std::int64_t executed() const noexcept { return executed_; }
  /// Steps of the first part of `steps` steps beside `held` checkpoints, if they are more than the leaf.
  std::int64_t first(std::int64_t held, std::int64_t steps) const noexcept;

 private:
  std::size_t row_;
  std::vector<std::int32_t> first_;  ///< [held][steps]
  std::int64_t executed_ = 0;
};

}  // namespace ops
