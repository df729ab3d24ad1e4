// tests/conformance/lowdim_kernels.h: kernels of lowdim.cpp.
#pragma once

inline void set_x(ACC<double>& x, const int* idx) { x(0, 0, 0) = 0.5 * idx[0]; }
inline void set_yz(ACC<double>& yz, const int* idx) { yz(0, 0, 0) = idx[1] + 100.0 * idx[2]; }
inline void combine(const ACC<double>& x, const ACC<double>& yz, ACC<double>& u) {
  u(0, 0, 0) = x(0, 0, 0) + yz(0, 0, 0) + (x(1, 0, 0) - x(-1, 0, 0));
}
inline void sum_to(const ACC<double>& u, ACC<double>& total) { total.combine_inc(0, 0, 0, u(0, 0, 0)); }
inline void max_to(const ACC<double>& u, ACC<double>& most) { most.combine_max(0, 0, 0, u(0, 0, 0)); }
inline void min_to(const ACC<double>& u, ACC<double>& least) { least.combine_min(0, 0, 0, u(0, 0, 0)); }
inline void scale(const ACC<double>& total, ACC<double>& u) { u(0, 0, 0) = u(0, 0, 0) / total(0, 0, 0); }
