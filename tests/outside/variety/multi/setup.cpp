// A third source: declarations and a constant.
#define OPS_2D
#include "ops_seq_v2.h"
#include "shared.h"
globals G;
namespace { void update(const ACC<double>& v, double* s) { *s += v(0, 0) * v(0, 0); } }
void setup() {
  int n[] = {5, 4}, z[] = {0, 0};
  G.b = ops_decl_block(2, "b");
  G.u = ops_decl_dat(G.b, 1, n, z, z, z, (double*)NULL, "double", "u");
  G.v = ops_decl_dat(G.b, 1, n, z, z, z, (double*)NULL, "double", "v");
  G.start = G.u;
  G.p = ops_decl_stencil(2, 1, z, "p");
  G.r = ops_decl_reduction_handle(8, "double", "r");
  ops_decl_const("gain", 1, "double", &gain);
}
void set_gain(double x) { gain = x; ops_update_const("gain", 1, "double", &gain); }
double finish() {
  int r[] = {0, 5, 0, 4};
  ops_par_loop(update, "sum", G.b, 2, r, ops_arg_dat(G.v, 1, G.p, "double", OPS_READ), ops_arg_reduce(G.r, 1, "double", OPS_INC));
  double J, one = 1; G.r->get_result(&J, &one); return J;
}
