// backends/common/digamma.hpp: the derivatives of lgamma, which <cmath> does not have.
// M. Abramowitz and I. A. Stegun, "Handbook of Mathematical Functions", chapter 6: recurrence (6.3.5, 6.4.6),
// reflection (6.3.7, 6.4.7) and the asymptotic series (6.3.18, 6.4.12), which from 12 on is exact to double precision
// after seven terms. Computed in double.
#pragma once

#include <cmath>
#include <numbers>

namespace ops::backend {

namespace gamma {

inline constexpr double large = 12.0;  // from here on the series serves

/// tan(pi x), exact at integers.
inline double tan_pi(double x) { return std::tan(std::numbers::pi * (x - std::rint(x))); }

inline double digamma_positive(double x) {
  double sum = 0.0;
  for (; x < large; x += 1.0) sum -= 1.0 / x;
  const double y = 1.0 / (x * x);
  const double series =
      y *
      (1.0 / 12 - y * (1.0 / 120 - y * (1.0 / 252 - y * (1.0 / 240 - y * (1.0 / 132 - y * (691.0 / 32760 - y / 12))))));
  return sum + (std::log(x) - 0.5 / x - series);
}

inline double trigamma_positive(double x) {
  double sum = 0.0;
  for (; x < large; x += 1.0) sum += 1.0 / (x * x);
  const double y = 1.0 / (x * x);
  const double series =
      y *
      (1.0 / 6 - y * (1.0 / 30 - y * (1.0 / 42 - y * (1.0 / 30 - y * (5.0 / 66 - y * (691.0 / 2730 - y * 7 / 6))))));
  return sum + (1.0 + 0.5 / x + series) / x;
}

}  // namespace gamma

/// d lgamma(x) / dx. At 0, -1, -2, .., where lgamma is infinite, infinite too.
template <class T>
T digamma(T x) {
  const double at = static_cast<double>(x);
  if (at > 0.0 || at != at) return static_cast<T>(gamma::digamma_positive(at));
  return static_cast<T>(gamma::digamma_positive(1.0 - at) - std::numbers::pi / gamma::tan_pi(at));
}

/// d digamma(x) / dx.
template <class T>
T trigamma(T x) {
  const double at = static_cast<double>(x);
  if (at > 0.0 || at != at) return static_cast<T>(gamma::trigamma_positive(at));
  const double slope = gamma::tan_pi(at);
  return static_cast<T>(std::numbers::pi * std::numbers::pi * (1.0 + 1.0 / (slope * slope)) -
                        gamma::trigamma_positive(1.0 - at));
}

}  // namespace ops::backend
