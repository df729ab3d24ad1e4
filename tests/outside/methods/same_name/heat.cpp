#include "../same_name.h"
#include <cmath>
static void apply(const ACC<double>& u, ACC<double>& v, const double* s) { v(0, 0, 0) = u(0, 0, 0) * (1.0 + *s * sin(u(0, 0, 0))); }
namespace { void edge(ACC<double>& u) { u(0, 0, 0) = 0.5 * u(1, 0, 0); } }
void heat_step(Domain& d, double strength) {
  int west[] = {-1, 0, 0, NJ, 0, NK}; int pair[] = {0, 0, 0, 1, 0, 0};
  static ops_stencil right = ops_decl_stencil(3, 2, pair, "right");
  ops_par_loop(edge, "edge", d.block, 3, west, ops_arg_dat(d.u, 1, right, "double", OPS_RW));
  ops_par_loop(shared::smooth, "smooth", d.block, 3, d.all, ops_arg_dat(d.u, 1, d.seven, "double", OPS_READ), ops_arg_dat(d.v, 1, d.at, "double", OPS_WRITE), ops_arg_idx());
  ops_par_loop(apply, "apply", d.block, 3, d.all, ops_arg_dat(d.v, 1, d.at, "double", OPS_READ), ops_arg_dat(d.u, 1, d.at, "double", OPS_WRITE), ops_arg_gbl(&strength, 1, "double", OPS_READ));
}
double heat_cube(Domain& d) {
  double r; const double seed = 1.0;
  ops_par_loop(shared::moment<3>, "moment", d.block, 3, d.all, ops_arg_dat(d.u, 1, d.at, "double", OPS_READ), ops_arg_reduce(d.sum, 1, "double", OPS_INC));
  d.sum->get_result(&r, &seed);
  return r;
}
