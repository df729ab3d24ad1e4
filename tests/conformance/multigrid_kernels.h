// tests/conformance/multigrid_kernels.h: kernels of multigrid.cpp.
#pragma once

inline void init(ACC<double>& u, const int* idx) { u(0, 0) = 1.0 + idx[0] + 0.125 * idx[1] * idx[1]; }

inline void restrict_weighted(const ACC<double>& fine, ACC<double>& coarse) {
  coarse(0, 0) = 0.5 * fine(0, 0) + 0.25 * (fine(-1, 0) + fine(1, 0));
}

inline void prolong_add(const ACC<double>& coarse, ACC<double>& fine, const int* idx) {
  if (idx[0] % 2 == 0) fine(0, 0) = fine(0, 0) + coarse(0, 0);
  else fine(0, 0) = fine(0, 0) + 0.5 * (coarse(0, 0) + coarse(1, 0));
}
