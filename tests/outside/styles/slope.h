// A gradient against central differences of the whole program, cell by cell.
#pragma once
#include <cmath>
#include <cstdio>
#include <vector>
#include "ops_seq_v2.h"

/// @param run  sets `input` to what it gets, runs the program, and gives the objective, with a seed for its derivative
/// @return whether the derivative of `input`, interior cells alone, is the slope
template <class Run>
bool slopes_fit(const char* name, ops_dat input, std::vector<double> start, const Run& run) {
  const double value = run(start);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  const std::vector<double> gradient = ops_dat_fetch_derivative<double>(input);
  bool right = std::isfinite(value);
  double largest = 0.0;
  for (std::size_t k = 0; k < start.size(); k += start.size() / 7 + 1) {
    double side[2];
    for (const int sign : {0, 1}) {
      ops_ad_reset(OPS_instance::getOPSInstance());
      auto moved = start;
      moved[k] += (2 * sign - 1) * 1e-5;
      side[sign] = run(moved);
    }
    const double slope = (side[1] - side[0]) / 2e-5;
    largest = std::fmax(largest, std::fabs(slope));
    if (std::fabs(slope - gradient[k]) > 1e-6 * (1.0 + std::fabs(slope))) {
      std::printf("cell %zu: slope %.10g, derivative %.10g\n", k, slope, gradient[k]);
      right = false;
    }
  }
  right = right && largest > 1e-3;
  std::printf("%s: %s\n", name, right ? "passed" : "failed");
  return right;
}

inline std::vector<double> waves(int n) {
  std::vector<double> values(n);
  for (int k = 0; k < n; ++k) values[k] = 1.2 + 0.4 * std::sin(1.3 * k);
  return values;
}
