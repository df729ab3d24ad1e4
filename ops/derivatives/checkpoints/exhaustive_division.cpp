// ops/derivatives/checkpoints/exhaustive_division.cpp: dynamic programming over steps and checkpoints.
#include "ops/derivatives/checkpoints/exhaustive_division.hpp"

#include <limits>
#include <utility>

namespace ops {

namespace {

constexpr std::int64_t impossible = std::numeric_limits<std::int64_t>::max() / 4;

struct Best {
  std::int64_t cost = impossible, first = 0;
};

/// @param same, one_more  cost of i steps beside as many checkpoints, beside one more
Best best(const std::vector<std::int64_t>& same, const std::vector<std::int64_t>& one_more, std::size_t steps) {
  Best found;
  for (std::size_t i = 1; i < steps; ++i) {
    const std::int64_t cost = static_cast<std::int64_t>(i) + same[i] + one_more[steps - i];
    if (cost <= found.cost) found = {cost, static_cast<std::int64_t>(i)};
  }
  return found;
}

}  // namespace

bool ExhaustiveDivision::is_quick(std::int64_t leaves, std::int64_t steps) {
  constexpr std::int64_t most = 20'000'000;
  return steps < most / steps && steps * steps < most / leaves;
}

ExhaustiveDivision::ExhaustiveDivision(const std::vector<std::int64_t>& leaf, std::int64_t steps)
    : row_(static_cast<std::size_t>(steps) + 1) {
  first_.assign(leaf.size() * row_, 0);
  std::vector<std::int64_t> cost(row_), one_more(row_, impossible);
  for (std::size_t j = leaf.size(); j-- > 0; std::swap(cost, one_more)) {
    for (std::size_t n = 1; n < row_; ++n) {
      if (static_cast<std::int64_t>(n) <= leaf[j]) {
        cost[n] = static_cast<std::int64_t>(n);
      } else {
        const Best found = best(cost, one_more, n);
        cost[n] = found.cost;
        first_[j * row_ + n] = static_cast<std::int32_t>(found.first);
      }
    }
  }
  executed_ = one_more[row_ - 1];
}

std::int64_t ExhaustiveDivision::first(std::int64_t held, std::int64_t steps) const noexcept {
  return first_[static_cast<std::size_t>(held) * row_ + static_cast<std::size_t>(steps)];
}

}  // namespace ops
