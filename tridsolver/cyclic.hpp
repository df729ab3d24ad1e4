// tridsolver/cyclic.hpp: parallel cyclic reduction, row by row: before * x(i - 1) + x(i) + after * x(i + 1) = right.
// One text for processors and devices.
#pragma once

#include <cstdint>

namespace tridsolver {

/// Rows of dense systems with a diagonal of ones, one after another: before * (unknown of a row before) + own + after *
/// (of a row after) = right.
template <class T>
struct Coupled {
  T *before, *after, *right;
};

/// So many times what is left of the right-hand side is solved for: cyclic reduction computes every unknown on its own,
/// so that neighbours' errors have nothing to do with each other, and residuals of nearly singular systems are large.
/// Once more, and again, brings them to rounding.
inline constexpr int cyclic_passes = 3;

/// What x leaves of row i, number `row` of a system of `rows`.
template <class T>
constexpr void put_remainder(const Coupled<T>& given, const T* x, const Coupled<T>& to, std::int64_t i,
                             std::int64_t row, std::int64_t rows) noexcept {
  to.before[i] = given.before[i];
  to.after[i] = given.after[i];
  T right = given.right[i] - x[i];
  if (row > 0) right -= given.before[i] * x[i - 1];
  if (row + 1 < rows) right -= given.after[i] * x[i + 1];
  to.right[i] = right;
}

/// Row i loses its neighbours at `distance` and gets those twice as far away.
template <bool has_before, bool has_after, class T>
[[gnu::always_inline]] constexpr void put_step(const Coupled<T>& now, const Coupled<T>& next, std::int64_t i,
                                               std::int64_t distance) noexcept {
  T pivot{1}, right = now.right[i], before{}, after{};
  if constexpr (has_before) {
    pivot -= now.before[i] * now.after[i - distance];
    right -= now.before[i] * now.right[i - distance];
    before = -(now.before[i] * now.before[i - distance]);
  }
  if constexpr (has_after) {
    pivot -= now.after[i] * now.before[i + distance];
    right -= now.after[i] * now.right[i + distance];
    after = -(now.after[i] * now.after[i + distance]);
  }
  next.before[i] = before / pivot;
  next.after[i] = after / pivot;
  next.right[i] = right / pivot;
}
/// The same of number `row` of a system of `rows`.
template <class T>
constexpr void put_step(const Coupled<T>& now, const Coupled<T>& next, std::int64_t i, std::int64_t row,
                        std::int64_t rows, std::int64_t distance) noexcept {
  const bool has_before = row >= distance, has_after = row + distance < rows;
  if (has_before && has_after) put_step<true, true>(now, next, i, distance);
  else if (has_before) put_step<true, false>(now, next, i, distance);
  else if (has_after) put_step<false, true>(now, next, i, distance);
  else put_step<false, false>(now, next, i, distance);
}

}  // namespace tridsolver
