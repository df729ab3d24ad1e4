// ops_partition called a second time, after more datasets were declared (published programs that read datasets from a
// file in the middle of a run do so; a no-op on one process in the published library).
// Expected: accepted, at most with a warning ("sloppy but harmless programs run, with a warning"; nothing in the API
// says that it may be called once only).
// Once came: OPSException "ops_partition: was called before; call it only once".
#include <cstdio>
#define OPS_1D
#include "ops_seq_v2.h"
void one(ACC<double> &u) { u(0) = 1.0; }
int main(int argc, char **argv) {
  ops_init(argc, argv, 1);
  ops_block b = ops_decl_block(1, "b");
  int n = 9, z = 0, r[] = {0, 9};
  double *t = NULL;
  ops_dat u = ops_decl_dat(b, 1, &n, &z, &z, &z, t, "double", "u");
  ops_stencil s = ops_decl_stencil(1, 1, &z, "s");
  ops_partition("");
  ops_par_loop(one, "one", b, 1, r, ops_arg_dat(u, 1, s, "double", OPS_WRITE));
  ops_dat v = ops_decl_dat(b, 1, &n, &z, &z, &z, t, "double", "v");
  ops_partition("");
  ops_par_loop(one, "one", b, 1, r, ops_arg_dat(v, 1, s, "double", OPS_WRITE));
  ops_exit();
  printf("partition_twice: passed\n");
}
