// tridsolver/cyclic.hpp: parallel cyclic reduction, row by row: before * x(i - 1) + x(i) + after * x(i + 1) = right.
// One text for processors and devices. Knows rows; knows nothing of who computes which.
#pragma once

#include <cstdint>

namespace tridsolver {

/// Rows of dense systems, one after another.
template <class T>
struct CyclicRows {
  T *before, *after, *right;
};

/// So many times what is left of the right-hand side is solved for: cyclic reduction computes every unknown on its own, so that neighbours' errors
/// have nothing to do with each other, and residuals of nearly singular systems are large. Once more, and again, brings them to rounding.
inline constexpr int cyclic_passes = 3;

/// What x leaves of row i, number `row` of a system of `rows`.
template <class T>
constexpr void put_remainder(const CyclicRows<T>& given, const T* x, const CyclicRows<T>& to, std::int64_t i, std::int64_t row,
                             std::int64_t rows) noexcept {
  to.before[i] = given.before[i];
  to.after[i] = given.after[i];
  T right = given.right[i] - x[i];
  if (row > 0) right -= given.before[i] * x[i - 1];
  if (row + 1 < rows) right -= given.after[i] * x[i + 1];
  to.right[i] = right;
}

/// Row i loses its neighbours at `distance` and gets those twice as far away.
template <class T>
constexpr void put_step(const CyclicRows<T>& now, const CyclicRows<T>& next, std::int64_t i, std::int64_t row, std::int64_t rows,
                        std::int64_t distance) noexcept {
  T pivot{1}, right = now.right[i], before{}, after{};
  if (row >= distance) {
    pivot -= now.before[i] * now.after[i - distance];
    right -= now.before[i] * now.right[i - distance];
    before = -(now.before[i] * now.before[i - distance]);
  }
  if (row + distance < rows) {
    pivot -= now.after[i] * now.before[i + distance];
    right -= now.after[i] * now.right[i + distance];
    after = -(now.after[i] * now.after[i + distance]);
  }
  next.before[i] = before / pivot;
  next.after[i] = after / pivot;
  next.right[i] = right / pivot;
}

}  // namespace tridsolver
