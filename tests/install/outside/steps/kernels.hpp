// The loops' bodies, in a header of a folder that only the compile flags know.
#pragma once
#define OPS_3D
#include <cmath>

#include "ops_seq_v2.h"

extern double rate;

inline void fill(ACC<double>& c, const int* idx) {  // clang does not vectorise it
  double value = 1.0 + 0.1 * idx[0];
  for (int k = 0; k < idx[1]; ++k) value += 0.01 * idx[2];
  c(0, 0, 0) = value;
}
inline void decay(const ACC<double>& c, ACC<double>& next) {
  next(0, 0, 0) = c(0, 0, 0) - rate * c(0, 0, 0) * c(0, 0, 0) + 0.01 * (c(0, 0, 1) - c(0, -1, 0));
}
inline void logarithm(const ACC<double>& c, double* sum) { *sum += std::log(c(0, 0, 0)); }
