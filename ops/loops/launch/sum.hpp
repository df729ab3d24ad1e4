// ops/loops/launch/sum.hpp: a sum of real numbers that does not depend on their order, nor on how they are divided
// among partial sums.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <limits>

namespace ops::reduce {

/// How numbers are cut.
namespace cut {

inline constexpr int width = 40;      // of a bin [bits]
inline constexpr int lowest = -1074;  // bin 0 counts the smallest subnormal number: bin b counts 2^(40 b - 1074)
inline constexpr int shift = 200;     // [bits] by which numbers move whose bins lie at an end of the exponents

constexpr double power_of_two(int exponent) noexcept {
  return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
}

/// The lowest bin above which `largest` (finite) and all smaller numbers have no slice: they are less than half of what
/// bin top + 1 counts.
constexpr int top_of(double largest) noexcept {
  const auto exponent = static_cast<int>(std::bit_cast<std::uint64_t>(largest) >> 52);
  return (exponent + 52) / width;
}

/// Numbers with that top bin move by so many bits, so that neither overflow nor flushing of subnormal numbers meets
/// them.
constexpr int lift_of(int top) noexcept { return top > 51 ? -shift : top < 7 ? shift : 0; }

/// What is added to numbers (moved by `lift`) to cut them at bin `top - b`.
constexpr double edge(int top, int b, int lift) noexcept {
  return top < b ? 0.0 : 1.5 * power_of_two(width * (top - b) + lowest + lift + 52);
}

}  // namespace cut

/// The largest numbers of which PartialSum is exact.
inline constexpr int most_numbers = 1 << 20;

/// A Sum of at most `most_numbers` numbers, in half of the bytes and with fewer instructions: what one thread, or one
/// block of threads of a device has of a sum. The same slices, so that any division of numbers among partial sums,
/// which a Sum then takes, gives the same value.
class PartialSum {
 public:
  constexpr void add(double value) noexcept;
  constexpr void add(const PartialSum& other) noexcept;

 private:
  friend class Sum;
  static constexpr int bins = 3;

  constexpr void raise(int top) noexcept;
  constexpr void add_near_the_ends(double value) noexcept;

  std::array<std::int64_t, bins> counts_{};  // from the highest bin down
  int top_ = 0;                              // the highest bin
  bool nan_ = false, above_ = false, below_ = false;
};

/// Real numbers, all cut at the same powers of two, 40 bits apart: a number is the sum of its slices, and integers
/// count what falls into a bin. Three bins are kept: that of the largest number so far, and the two below. Integers add
/// in any order, and what is cut off below depends on the largest number only, so any order of `add`, and any division
/// into sums that are added, gives the same value. Error: at most n 2^-80 of the largest of n numbers (n < 2^47), and
/// one rounding of the result. Nothing overflows on the way. A sum of zeros of any sign is +0; NaN, or infinities of
/// both signs, give NaN (whoever traps invalid operations may be stopped by one infinity as well). All this while the
/// processor rounds to nearest, as it does by default. After Demmel, Ahrens, Nguyen, "Efficient reproducible floating
/// point summation and BLAS" (2016), with integers in place of carries.
class Sum {
 public:
  void add(const double* values, int n) noexcept;
  void add(const float* values, int n) noexcept;
  constexpr void add(double value) noexcept;  ///< one at a time: where there are many, the others take less time
  constexpr void add(const Sum& other) noexcept;
  constexpr void add(const PartialSum& other) noexcept;
  /// Rounded once, to nearest. Infinite beyond the largest number of the type.
  double to_double() const noexcept;
  float to_float() const noexcept;

 private:
  __extension__ typedef __int128 Wide;  // not every compiler takes `using` after this word
  static constexpr int bins = 3;
  using Counts = std::array<std::int64_t, bins>;  // of numbers that have been added to what the bins count

  void add_few(const double* values, int n) noexcept;
  constexpr void add_counts(int top, const Counts& counts) noexcept;
  constexpr void raise(int top) noexcept;
  void add_not_finite(const double* values, int n) noexcept;
  template <class T>
  T rounded() const noexcept;

  std::array<Wide, bins> counts_{};                   // from the highest bin down
  int top_ = 0;                                       // the highest bin
  bool nan_ = false, above_ = false, below_ = false;  // NaN, +infinity, -infinity
};

/// Without indices that only the program knows: those would keep a sum out of registers.
constexpr void Sum::raise(int top) noexcept {
  for (int bin = top_; bin < top && bin < top_ + bins; ++bin) counts_ = {0, counts_[0], counts_[1]};
  top_ = top_ < top ? top : top_;
}

constexpr void Sum::add_counts(int top, const Counts& counts) noexcept {
  Sum lower;
  lower.top_ = top;
  lower.counts_ = {counts[0], counts[1], counts[2]};
  add(lower);
}

constexpr void Sum::add(const Sum& other) noexcept {
  nan_ = nan_ || other.nan_;
  above_ = above_ || other.above_;
  below_ = below_ || other.below_;
  Sum lower = other;
  lower.raise(top_);
  raise(lower.top_);
  for (std::size_t b = 0; b < bins; ++b) counts_[b] += lower.counts_[b];
}

constexpr void Sum::add(double value) noexcept {
  const double size = value < 0.0 ? -value : value;
  if (value != value) nan_ = true;
  else if (size > std::numeric_limits<double>::max()) (value > 0.0 ? above_ : below_) = true;
  else {
    const int top = cut::top_of(std::bit_cast<double>(std::bit_cast<std::uint64_t>(size) & ~(std::uint64_t{1} << 63))),
              lift = cut::lift_of(top);
    double rest = lift == 0 ? value : value * cut::power_of_two(lift);
    Counts counts{};
    for (int b = 0; b < bins; ++b) {
      const double edge = cut::edge(top, b, lift), sum = rest + edge;
      counts[static_cast<std::size_t>(b)] = std::bit_cast<std::int64_t>(sum) - std::bit_cast<std::int64_t>(edge);
      rest -= sum - edge;
    }
    add_counts(top, counts);
  }
}

constexpr void Sum::add(const PartialSum& other) noexcept {
  nan_ = nan_ || other.nan_;
  above_ = above_ || other.above_;
  below_ = below_ || other.below_;
  add_counts(other.top_, other.counts_);
}

constexpr void PartialSum::raise(int top) noexcept {
  for (int bin = top_; bin < top && bin < top_ + bins; ++bin) counts_ = {0, counts_[0], counts_[1]};
  top_ = top_ < top ? top : top_;
}

constexpr void PartialSum::add(const PartialSum& other) noexcept {
  nan_ = nan_ || other.nan_;
  above_ = above_ || other.above_;
  below_ = below_ || other.below_;
  PartialSum lower = other;
  if (lower.top_ != top_) {
    lower.raise(top_);
    raise(lower.top_);
  }
  for (std::size_t b = 0; b < bins; ++b) counts_[b] += lower.counts_[b];
}

/// Slices above those of a number's own top are zero: so numbers are cut at the highest bin so far.
constexpr void PartialSum::add(double value) noexcept {
  const auto exponent = static_cast<int>(std::bit_cast<std::uint64_t>(value) >> 52 & 0x7ff);
  const int own = (exponent + 52) / cut::width, top = own > top_ ? own : top_;
  if (exponent == 0x7ff || own < 7 || top > 51) return add_near_the_ends(value);
  if (own > top_) raise(own);
  double rest = value;
  for (int b = 0; b < bins; ++b) {
    const double edge = cut::edge(top, b, 0), sum = rest + edge;
    counts_[static_cast<std::size_t>(b)] += std::bit_cast<std::int64_t>(sum) - std::bit_cast<std::int64_t>(edge);
    rest -= sum - edge;
  }
}

/// Of the exponents: numbers that have to be moved before they are cut, and those that are not finite.
constexpr void PartialSum::add_near_the_ends(double value) noexcept {
  if (value == 0.0) return;
  if (value != value) {
    nan_ = true;
    return;
  }
  if (value > std::numeric_limits<double>::max() || value < std::numeric_limits<double>::lowest()) {
    (value > 0.0 ? above_ : below_) = true;
    return;
  }
  const auto exponent = static_cast<int>(std::bit_cast<std::uint64_t>(value) >> 52 & 0x7ff);
  PartialSum one;
  one.top_ = (exponent + 52) / cut::width;
  const int lift = cut::lift_of(one.top_);
  double rest = lift == 0 ? value : value * cut::power_of_two(lift);
  for (int b = 0; b < bins; ++b) {
    const double edge = cut::edge(one.top_, b, lift), sum = rest + edge;
    one.counts_[static_cast<std::size_t>(b)] = std::bit_cast<std::int64_t>(sum) - std::bit_cast<std::int64_t>(edge);
    rest -= sum - edge;
  }
  add(one);
}

}  // namespace ops::reduce
