// What the programs of this folder compare their fields with: arrays of plain loops. Included after the interface.
#pragma once
#include <cmath>
#include <cstdio>
#include <vector>

namespace check {
inline int wrong = 0;

/// All values, each within `tolerance` of the larger of 1 and the expected one; 0 means equal.
template <class T>
void fields(const char* what, const std::vector<T>& found, const std::vector<T>& expected, double tolerance = 0.0) {
  if (found.size() != expected.size()) {
    ops_printf("%s: %d values, expected %d\n", what, static_cast<int>(found.size()), static_cast<int>(expected.size()));
    ++wrong;
    return;
  }
  std::size_t worst = 0, count = 0;
  double most = 0.0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const double a = static_cast<double>(found[i]), b = static_cast<double>(expected[i]);
    const double off = std::fabs(a - b) / std::fmax(1.0, std::fabs(b));
    if (found[i] == expected[i] || off <= tolerance) continue;
    ++count;
    if (off > most || off != off) most = off, worst = i;
  }
  if (count == 0) return;
  ops_printf("%s: %d of %d values differ, most of all value %d: %.17g, expected %.17g\n", what, static_cast<int>(count),
             static_cast<int>(found.size()), static_cast<int>(worst), static_cast<double>(found[worst]), static_cast<double>(expected[worst]));
  ++wrong;
}

/// One number.
inline void number(const char* what, double found, double expected, double tolerance = 0.0) {
  fields(what, std::vector<double>{found}, std::vector<double>{expected}, tolerance);
}

inline int verdict() {
  ops_printf(wrong == 0 ? "passed\n" : "failed\n");
  return wrong == 0 ? 0 : 1;
}
}  // namespace check
