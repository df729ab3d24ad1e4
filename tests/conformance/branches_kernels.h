// tests/conformance/branches_kernels.h: kernels of branches.cpp, in the manner of halo updates and upwind advection.
#pragma once

#define FIELD_A 0
#define FIELD_B 1

inline void set_index(ACC<double>& a, ACC<double>& b, ACC<int>& cell, const int* idx) {
  a(0, 0) = idx[0] + 0.5 * idx[1];
  b(0, 0) = (idx[0] + idx[1]) % 3 == 0 ? -1.0 : 2.0;
  cell(0, 0) = idx[1] * 100 + idx[0];
}

inline void mirror(ACC<double>& a, ACC<double>& b, const int* fields) {
  if (fields[FIELD_A] == 1) a(0, 0) = a(1, 0);
  if (fields[FIELD_B] == 1) b(0, 0) = -b(1, 0);
}

inline void upwind(const ACC<double>& a, const ACC<double>& b, const ACC<int>& cell, ACC<double>& flux) {
  int donor, limit;
  if (b(0, 0) > 0.0) {
    donor = -1;
    limit = cell(0, 0) % 100 == 0 ? 0 : -1;
  } else {
    donor = 1;
    limit = 0;
  }
  const double slope = SIGN(1.0, b(0, 0)) * MIN(fabs(a(donor, 0) - a(0, 0)), MAX(0.25, a(limit, 0)));
  flux(0, 0) = a(donor, 0) + slope;
}
