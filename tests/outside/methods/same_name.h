// Shared by the files of same_name: a kernel in a header (in a namespace), a template of it, a macro that makes kernels, a struct of constants.
#pragma once
#define OPS_3D
#include "ops_seq_v2.h"
struct layer_type { double k, c; int depth; };
inline int type_error(const layer_type*, const char* type) { return strcmp(type, "layer_type") != 0; }
extern layer_type layers[3];
extern double tau_c;
namespace shared {
inline double mean2(double a, double b) { return 2 * a * b / (a + b); }
static inline void smooth(const ACC<double>& u, ACC<double>& v, const int* idx) {
  const layer_type& l = layers[idx[2] < layers[0].depth ? 0 : idx[2] < layers[1].depth ? 1 : 2];
  const double k = mean2(l.k, 1.0 + u(0, 0, 0) * u(0, 0, 0));
  v(0, 0, 0) = u(0, 0, 0) + tau_c * k * (u(1, 0, 0) + u(-1, 0, 0) + u(0, 1, 0) + u(0, -1, 0) + u(0, 0, 1) + u(0, 0, -1) - 6 * u(0, 0, 0)) / l.c;
}
template <int power>
void moment(const ACC<double>& u, double* s) {
  double p = 1;
  for (int k = 0; k < power; ++k) p *= u(0, 0, 0);
  *s += p;
}
}  // namespace shared
struct Domain {
  ops_block block; ops_dat u, v; ops_stencil at, seven; ops_reduction sum; int all[6];
};
enum { NI = 7, NJ = 6, NK = 5 };
void heat_step(Domain&, double strength);   // same_name/heat.cpp
void water_step(Domain&, double strength);  // same_name/water.cpp
double heat_cube(Domain&);                  // both files have a static kernel 'apply' and one 'shared::moment<3>'
double water_square(Domain&);
