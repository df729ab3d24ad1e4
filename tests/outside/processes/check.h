// Compares what a program computed with what plain loops give. Included after the interface. Every process compares; the verdict counts all of them.
#pragma once
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>
using Complex = std::complex<double>;
inline double re(double x) { return x; }
inline double re(Complex x) { return x.real(); }
namespace check {
inline int wrong = 0;
inline unsigned long long bits = 1469598103934665603ull;  // of all that was found: the same on every target and for any number of processes
inline void fields(const std::string& what, const std::vector<double>& found, const std::vector<double>& expected, double tolerance = 0.0) {
  for (const double value : found) {
    unsigned long long word;
    std::memcpy(&word, &value, sizeof word);
    bits = (bits ^ word) * 1099511628211ull;
  }
  if (found.size() != expected.size()) {
    printf("[%d] %s: %zu values, expected %zu\n", ops_get_proc(), what.c_str(), found.size(), expected.size());
    ++wrong;
    return;
  }
  std::size_t worst = 0, count = 0;
  double most = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const double off = std::fabs(found[i] - expected[i]) / std::fmax(1.0, std::fabs(expected[i]));
    if (found[i] == expected[i] || off <= tolerance) continue;
    ++count;
    if (off > most || off != off) most = off, worst = i;
  }
  if (!count) return;
  printf("[%d] %s: %zu of %zu differ, worst value %zu: %.17g, expected %.17g\n", ops_get_proc(), what.c_str(), count, found.size(), worst, found[worst], expected[worst]);
  ++wrong;
}
inline void number(const std::string& what, double found, double expected, double tolerance = 0.0) { fields(what, {found}, {expected}, tolerance); }
inline void that(const std::string& what, bool holds) {
  if (!holds) printf("[%d] not so: %s\n", ops_get_proc(), what.c_str()), ++wrong;
}
/// The gradient by the complex step: run(values) for each entry.
template <class Run>
std::vector<double> gradient(const std::vector<double>& at, const Run& run) {
  std::vector<double> slope(at.size());
  std::vector<Complex> x(at.begin(), at.end());
  for (std::size_t i = 0; i < at.size(); ++i) {
    x[i] = Complex(at[i], 1e-30);
    slope[i] = run(x).imag() / 1e-30;
    x[i] = at[i];
  }
  return slope;
}
inline int verdict() {
  ops_printf("bits %016llx\n", bits);
  ops_printf(wrong == 0 ? "passed\n" : "failed\n");
  return wrong == 0 ? 0 : 1;
}
}  // namespace check
