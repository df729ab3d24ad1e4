// tridsolver/recurrence.hpp: the arithmetic of one row, of the Thomas algorithm and of chunks that are reduced to their
// ends. One text for processors and devices, so that all of them have the same bits. Inlined always: no processor runs
// what was compiled for another one (kernels.cpp).
#pragma once

namespace tridsolver {

/// A row that has lost its neighbour before: x_i + upper x_{i+1} = right.
template <class T>
struct Eliminated {
  T upper, right;
};

template <class T>
[[gnu::always_inline]] constexpr Eliminated<T> eliminate_first(T b, T c, T d) noexcept {
  const T w = T{1} / b;
  return {c * w, d * w};
}
template <class T>
[[gnu::always_inline]] constexpr Eliminated<T> eliminate_next(T a, T b, T c, T d,
                                                              const Eliminated<T>& before) noexcept {
  const T w = T{1} / (b - a * before.upper);
  return {c * w, (d - a * before.right) * w};
}
/// The last unknown.
template <class T>
[[gnu::always_inline]] constexpr T eliminate_last(T a, T b, T d, const Eliminated<T>& before) noexcept {
  return (d - a * before.right) / (b - a * before.upper);
}
/// The unknown of a row before the last. @param next  the one after it
template <class T>
[[gnu::always_inline]] constexpr T substituted(T upper, T right, T next) noexcept {
  return right - upper * next;
}

/// A row of a chunk: before * x + (its own unknown) + after * x = right, of two unknowns that change as rows lose their
/// neighbours.
template <class T>
struct Linked {
  T before, after, right;
};

/// Downwards: rows below the second lose their neighbour above, and see the first unknown instead. @param second  or
/// the first
template <class T>
[[gnu::always_inline]] constexpr Linked<T> link_down(bool second, T a, T b, T c, T d, const Linked<T>& above) noexcept {
  const T w = T{1} / (second ? b : b - a * above.after);
  return {second ? a * w : -(a * above.before) * w, c * w, (second ? d : d - a * above.right) * w};
}
/// Upwards, from the last row but two: rows lose their neighbour below, and see the last unknown instead.
template <class T>
[[gnu::always_inline]] constexpr Linked<T> link_up(const Linked<T>& row, const Linked<T>& below) noexcept {
  return {row.before - row.after * below.before, -(row.after * below.after), row.right - row.after * below.right};
}
/// .. so does the first row, of which the row below sees the unknown.
template <class T>
[[gnu::always_inline]] constexpr Linked<T> link_first(const Linked<T>& row, const Linked<T>& below) noexcept {
  const T w = T{1} / (T{1} - row.after * below.before);
  return {row.before * w, -(row.after * below.after) * w, (row.right - row.after * below.right) * w};
}

}  // namespace tridsolver
