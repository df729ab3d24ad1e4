// ops/derivatives/events/advancing.cpp: directions of reductions and scalars.
#include "ops/derivatives/events/advancing.hpp"

#include <utility>

namespace ops {

std::vector<std::byte>& Advancing::sum_of(ops_reduction handle) {
  std::vector<std::byte>& sum = sums_[handle];
  sum.resize(static_cast<std::size_t>(handle->size));
  return sum;
}

void Advancing::take_result(std::size_t event, ops_reduction handle) {
  std::vector<std::byte>& result = recording.tangents.results[event];
  result = std::move(sum_of(handle));
  sums_.erase(handle);
  last_results_[handle] = &result;
}

std::vector<std::byte>& Advancing::direction_of(ops_scalar scalar) {
  std::vector<std::byte>& direction = recording.tangents.scalars[scalar];
  direction.resize(static_cast<std::size_t>(scalar->size));
  return direction;
}

}  // namespace ops
