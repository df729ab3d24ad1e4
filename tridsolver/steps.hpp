// tridsolver/steps.hpp: a step of parallel cyclic reduction for many rows.
#pragma once

#include <cstdint>

#include "tridsolver/cyclic.hpp"

namespace tridsolver {
namespace {

/// Rows that all have a neighbour before, or none; likewise after. Returns whether one of them still has neighbours.
template <class T, bool has_before, bool has_after>
bool step_alike(const Coupled<T>& now, const Coupled<T>& next, std::int64_t first, std::int64_t last,
                std::int64_t distance) {
  unsigned coupled = 0;
#pragma omp simd reduction(| : coupled)
  for (std::int64_t i = first; i < last; ++i) {
    put_step<has_before, has_after>(now, next, i, distance);
    coupled |= (next.before[i] == T{} ? 0U : 1U) | (next.after[i] == T{} ? 0U : 1U);
  }
  return coupled != 0;
}

template <class T>
bool step(const Coupled<T>& now, const Coupled<T>& next, std::int64_t first, std::int64_t last, std::int64_t rows,
          std::int64_t distance) {
  const auto within = [&](std::int64_t row) { return row < first ? first : row > last ? last : row; };
  const std::int64_t begins = within(distance), ends = within(rows - distance), low = begins < ends ? begins : ends,
                     high = begins < ends ? ends : begins;
  bool coupled = step_alike<T, false, true>(now, next, first, low, distance);
  if (begins < ends) coupled = step_alike<T, true, true>(now, next, low, high, distance) || coupled;
  else coupled = step_alike<T, false, false>(now, next, low, high, distance) || coupled;
  return step_alike<T, true, false>(now, next, high, last, distance) || coupled;
}

}  // namespace
}  // namespace tridsolver
