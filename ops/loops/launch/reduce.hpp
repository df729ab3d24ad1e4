// ops/loops/launch/reduce.hpp: combines the contributions of points to a reduction, with a result that does not depend
// on their order. Used by the reference and by generated code.
#pragma once

#include <complex>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "ops/loops/launch/launch.hpp"
#include "ops/loops/launch/sum.hpp"

namespace ops::reduce {

inline constexpr int block_cells = 4096;  ///< [cells] along axis 0: so much of a row is one share of the work

enum class Op { sum, min, max };

template <Op op, class T>
constexpr T neutral() noexcept {
  if constexpr (op == Op::min) return std::numeric_limits<T>::max();
  else if constexpr (op == Op::max) return std::numeric_limits<T>::lowest();
  else return T{};
}

/// Ties and NaN in `b` keep `a`. Integers wrap around.
template <Op op, class T>
constexpr T combine(T a, T b) noexcept {
  if constexpr (op == Op::min) return b < a ? b : a;
  else if constexpr (op == Op::max) return a < b ? b : a;
  else if constexpr (std::integral<T>)
    return static_cast<T>(static_cast<std::make_unsigned_t<T>>(a) + static_cast<std::make_unsigned_t<T>>(b));
  else return static_cast<T>(a + b);
}

template <class T>
concept Real = std::same_as<T, double> || std::same_as<T, float>;

/// What a loop makes of the values that its points offer one component of a reduction: the same for any order and any
/// division of the points. Of integers, and minima and maxima of any kind. NaN counts for nothing; a zero is +0.
template <Op op, class T>
class Total {
 public:
  void add(const T* values, int n) noexcept {
    if constexpr (std::integral<T>) {
      for (int k = 0; k < n; ++k) value_ = combine<op>(value_, values[k]);
    } else {
      add_in_lanes(values, n);
    }
  }
  constexpr void add(T value) noexcept { value_ = combine<op>(value_, value); }
  constexpr void add(const Total& other) noexcept { value_ = combine<op>(value_, other.value_); }
  T value() const noexcept { return static_cast<T>(value_ + T{}); }

 private:
  /// Compilers may not reorder minima of real numbers. Not for integers: GCC 12 loses half of a sum of 64 with vectors
  /// of 512 bits.
  [[gnu::noinline]] void add_in_lanes(const T* values, int n) noexcept {
    constexpr int lanes = 8;
    T v[lanes];
    for (T& lane : v) lane = neutral<op, T>();
    int k = 0;
    for (; k + lanes <= n; k += lanes)
      for (int lane = 0; lane < lanes; ++lane) v[lane] = combine<op>(v[lane], values[k + lane]);
    for (int lane = 0; k < n; ++k, ++lane) v[lane] = combine<op>(v[lane], values[k]);
    for (const T lane : v) value_ = combine<op>(value_, lane);
  }

  T value_ = neutral<op, T>();
};

/// What one thread or one block of a device has of a total.
template <Op op, class T>
struct PartOf {
  using Type = Total<op, T>;
};
template <Real T>
struct PartOf<Op::sum, T> {
  using Type = PartialSum;
};

/// Sums of real numbers.
template <Real T>
class Total<Op::sum, T> {
 public:
  void add(const T* values, int n) noexcept { sum_.add(values, n); }
  constexpr void add(T value) noexcept { sum_.add(static_cast<double>(value)); }
  constexpr void add(const Total& other) noexcept { sum_.add(other.sum_); }
  constexpr void add(const PartialSum& part) noexcept { sum_.add(part); }
  T value() const noexcept {
    if constexpr (std::same_as<T, double>) return sum_.to_double();
    else return sum_.to_float();
  }

 private:
  Sum sum_;
};

/// Sums of complex numbers.
template <Real T>
class Total<Op::sum, std::complex<T>> {
 public:
  void add(const std::complex<T>* values, int n) noexcept {
    constexpr int few = 256;
    T real[few], imaginary[few];
    for (int first = 0; first < n; first += few) {
      const int count = n - first < few ? n - first : few;
      for (int k = 0; k < count; ++k) {
        real[k] = values[first + k].real();
        imaginary[k] = values[first + k].imag();
      }
      real_.add(real, count);
      imaginary_.add(imaginary, count);
    }
  }
  void add(const Total& other) noexcept {
    real_.add(other.real_);
    imaginary_.add(other.imaginary_);
  }
  std::complex<T> value() const noexcept { return {real_.value(), imaginary_.value()}; }

 private:
  Total<Op::sum, T> real_, imaginary_;
};

/// The blocks of a non-empty range: number = row * per_row + position along axis 0.
struct Blocks {
  Box range;
  int first = 0;          ///< number of the leftmost block: floor(lo / block_cells)
  int per_row = 0;        ///< blocks along axis 0
  std::int64_t rows = 0;  ///< rows, axis 1 fastest
  std::int64_t count() const noexcept { return rows * per_row; }
  /// Indices [lo, hi) of axis 0 that position b in a row covers.
  int lo(int b) const noexcept {
    const int edge = (first + b) * block_cells;
    return edge > range.lo[0] ? edge : range.lo[0];
  }
  int hi(int b) const noexcept {
    const std::int64_t edge = (std::int64_t{first} + b + 1) * block_cells;
    return edge < range.hi[0] ? static_cast<int>(edge) : range.hi[0];
  }
  /// Indices of axes 1.. of a row (axis 0 holds the range's lo).
  Index row(std::int64_t number) const noexcept {
    Index at = range.lo;
    for (int axis = 1; axis < max_dim; ++axis) {
      const std::int64_t extent = range.hi[axis] - range.lo[axis];
      at[axis] = range.lo[axis] + static_cast<int>(number % extent);
      number /= extent;
    }
    return at;
  }
};

inline Blocks blocks_of(const Box& range) noexcept {
  Blocks blocks;
  blocks.range = range;
  blocks.first = range.lo[0] >> 12;  // floor also for negative indices
  blocks.per_row = ((range.hi[0] - 1) >> 12) - blocks.first + 1;
  blocks.rows = 1;
  for (int axis = 1; axis < max_dim; ++axis) blocks.rows *= range.hi[axis] - range.lo[axis];
  return blocks;
}
static_assert(block_cells == 1 << 12);

}  // namespace ops::reduce
