// ops/loops/launch/sum.cpp: cuts numbers into slices, a few thousand at a time.
#include "ops/loops/launch/sum.hpp"

#include <bit>
#include <cmath>
#include <limits>

// One copy per width of vectors; the program takes the widest that the processor has.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define OPS_SANITIZED 1
#elif defined(__has_feature)  // clang
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define OPS_SANITIZED 1
#endif
#endif
#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(OPS_SANITIZED)
#define OPS_EVERY_WIDTH __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define OPS_EVERY_WIDTH
#endif

namespace ops::reduce {
namespace {

constexpr int few = 1024;  // numbers at a time

using cut::lowest, cut::power_of_two, cut::width;

/// What a pass over numbers finds: the largest without its sign, and the sums of slices in three bins.
struct Cut {
  double largest;
  std::array<std::int64_t, 3> counts;
};

/// A number that is added to 1.5 * 2^52 of what a bin counts loses what lies below the bin; what it has there is then
/// counted by the last digits of the result, which are those of an integer. As the order of numbers is that of their
/// bits, and NaN has larger ones than infinity, integers find the largest.
OPS_EVERY_WIDTH Cut slice(const double* values, int n, const double* edges) noexcept {
  const double first = edges[0], second = edges[1], third = edges[2];
  std::uint64_t high = 0, middle = 0, low = 0;
  std::int64_t most = 0;
  for (int k = 0; k < n; ++k) {
    const std::int64_t size = std::bit_cast<std::int64_t>(values[k]) & std::numeric_limits<std::int64_t>::max();
    most = most < size ? size : most;
    const double a = values[k] + first, rest = values[k] - (a - first), b = rest + second,
                 c = (rest - (b - second)) + third;
    high += std::bit_cast<std::uint64_t>(a);
    middle += std::bit_cast<std::uint64_t>(b);
    low += std::bit_cast<std::uint64_t>(c);
  }
  const auto count = [&](std::uint64_t sum, double of) {
    return static_cast<std::int64_t>(sum - static_cast<std::uint64_t>(n) * std::bit_cast<std::uint64_t>(of));
  };
  return {std::bit_cast<double>(most), {count(high, first), count(middle, second), count(low, third)}};
}

}  // namespace

void Sum::add(const double* values, int n) noexcept {
  for (int first = 0; first < n; first += few) add_few(values + first, n - first < few ? n - first : few);
}

void Sum::add(const float* values, int n) noexcept {
  double wide[few];
  for (int first = 0; first < n; first += few) {
    const int count = n - first < few ? n - first : few;
    for (int k = 0; k < count; ++k) wide[k] = static_cast<double>(values[first + k]);
    add_few(wide, count);
  }
}

/// Most numbers have no slice above the highest bin so far, so they are cut there first, and their largest is looked
/// for in the same pass.
void Sum::add_few(const double* values, int n) noexcept {
  double edges[bins];
  const auto cut_at = [&](int top, int lift) {
    for (int b = 0; b < bins; ++b) edges[b] = cut::edge(top, b, lift);
    return slice(values, n, edges);
  };
  Cut found = cut_at(top_, cut::lift_of(top_));
  const int top = cut::top_of(found.largest);
  if (cut::lift_of(top_) == 0 && top <= top_) {
    for (std::size_t b = 0; b < bins; ++b) counts_[b] += found.counts[b];
    return;
  }
  if (!std::isfinite(found.largest)) return add_not_finite(values, n);
  const int lift = cut::lift_of(top);
  double moved[few];
  if (lift != 0) {
    for (int k = 0; k < n; ++k) moved[k] = values[k] * power_of_two(lift);
    values = moved;
  }
  add_counts(top, cut_at(top, lift).counts);
}

void Sum::add_not_finite(const double* values, int n) noexcept {
  for (int k = 0; k < n; ++k) {
    if (std::isnan(values[k])) nan_ = true;
    else if (std::isinf(values[k])) (values[k] > 0 ? above_ : below_) = true;
  }
}

template <class T>
T Sum::rounded() const noexcept {
  if (nan_ || (above_ && below_)) return std::numeric_limits<T>::quiet_NaN();
  if (above_ || below_) return above_ ? std::numeric_limits<T>::infinity() : -std::numeric_limits<T>::infinity();
  constexpr Wide one = Wide{1} << width;
  const Wide middle = counts_[1] + (counts_[2] >> width), high = counts_[0] + (middle >> width);  // shifts round down
  const Wide low_digits = counts_[2] & (one - 1), middle_digits = middle & (one - 1);
  const int unit = width * (top_ - 2) + lowest;  // exponent of what the lowest bin counts
  constexpr Wide room = Wide{1} << (126 - 2 * width);
  if (-room < high && high < room)
    return std::ldexp(static_cast<T>(((high * one) + middle_digits) * one + low_digits), unit);
  // The result has no digit as low as these: that there are some is all that its rounding needs.
  return std::ldexp(static_cast<T>((high * one + middle_digits) | (low_digits != 0 ? 1 : 0)), unit + width);
}

double Sum::to_double() const noexcept { return rounded<double>(); }
float Sum::to_float() const noexcept { return rounded<float>(); }

}  // namespace ops::reduce
