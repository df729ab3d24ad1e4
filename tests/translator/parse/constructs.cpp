// The translator's view of constructs.hpp: one loop for each kernel.
#define OPS_2D
#include "ops_seq_v2.h"

#include "constructs.hpp"

ops_block block;
ops_dat u, v;
ops_reduction r;
int range[] = {0, 8, 0, 8};

#define LOOP(kernel)                                                                                                     \
  ops_par_loop(kernel, #kernel, block, 2, range, ops_arg_dat(u, 1, AROUND, "double", OPS_READ),                          \
               ops_arg_dat(v, 3, CENTRE, "double", OPS_RW), ops_arg_gbl(p, 4, "double", OPS_READ),                       \
               ops_arg_gbl(n, 4, "int", OPS_READ), ops_arg_reduce(r, 2, "double", OPS_INC));

int main() {
  int around[] = {-1, -1, 0, -1, 1, -1, -1, 0, 0, 0, 1, 0, -1, 1, 0, 1, 1, 1}, centre[] = {0, 0};
  ops_stencil AROUND = ops_decl_stencil(2, 9, around, "around"), CENTRE = ops_decl_stencil(2, 1, centre, "centre");
  double p[4];
  int n[4];
  CONSTRUCTS(LOOP)
}
