// tests/conformance/constants_kernels.h: kernels of constants.cpp.
#pragma once
#include "constants_data.h"

inline void advance(ACC<double>& u, const int* idx) {
  if (idx[0] >= field.x_min && idx[0] <= field.x_max) u(0) = u(0) + dt * field.scale;
}

inline void weigh(const ACC<double>& u, ACC<double>& v) {
  v(0) = weights[0] * u(-1) + weights[1] * u(0) + weights[2] * u(1);
}
