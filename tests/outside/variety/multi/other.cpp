// A second source: a kernel of the same name with other parameters.
#define OPS_2D
#include "ops_seq_v2.h"
#include "shared.h"
static void update(ACC<double>& u, const ACC<double>& v) { u(0, 0) *= v(0, 0) * v(0, 0); }
void other() {
  int r[] = {0, 5, 0, 4};
  ops_par_loop(update, "update", G.b, 2, r, ops_arg_dat(G.u, 1, G.p, "double", OPS_RW), ops_arg_dat(G.v, 1, G.p, "double", OPS_READ));
}
