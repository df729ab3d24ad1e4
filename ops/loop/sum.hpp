// ops/loop/sum.hpp: a sum of real numbers that depends neither on their order nor on how they are divided among several sums.
// Knows numbers; knows nothing of points, loops or threads.
#pragma once

#include <array>
#include <cstdint>

namespace ops::reduce {

/// Real numbers, all cut at the same powers of two, 40 bits apart: a number is the sum of its slices, and integers count what falls into a
/// bin. Three bins are kept: that of the largest number so far, and the two below. Integers add in any order, and what is cut off below
/// depends on the largest number only, so any order of `add`, and any division into sums that are added, gives the same value.
/// Error: at most n 2^-80 of the largest of n numbers (n < 2^47), and one rounding of the result. Nothing overflows on the way. A sum of zeros
/// of any sign is +0; NaN, or infinities of both signs, give NaN. All this while the processor rounds to nearest, as it does by default.
/// After Demmel, Ahrens, Nguyen, "Efficient reproducible floating point summation and BLAS" (2016), with integers in place of carries.
class Sum {
 public:
  void add(const double* values, int n) noexcept;
  void add(const float* values, int n) noexcept;
  void add(const Sum& other) noexcept;
  /// Rounded once, to nearest. Infinite beyond the largest number of the type.
  double to_double() const noexcept;
  float to_float() const noexcept;

 private:
  __extension__ using Wide = __int128;
  static constexpr int bins = 3;
  using Counts = std::array<std::int64_t, bins>;  // of numbers that have been added to what the bins count

  void add_few(const double* values, int n) noexcept;
  void add_counts(int top, const Counts& counts) noexcept;
  void raise(int top) noexcept;
  void add_not_finite(const double* values, int n) noexcept;
  template <class T>
  T rounded() const noexcept;

  std::array<Wide, bins> counts_{};  // from the highest bin down
  int top_ = 0;                      // the highest bin
  bool nan_ = false, above_ = false, below_ = false;  // NaN, +infinity, -infinity
};

}  // namespace ops::reduce
