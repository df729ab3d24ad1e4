// A stencil handle that is also given to dat->get_raw_pointer (C++ form; in the C form the same is understood).
// Expected: the loop is translated; a call that takes the handle by value cannot change the stencil.
// Once came: warning[unresolved-argument]: cannot tell what argument 'here' is, its stencil is not known before the program runs;
// every loop with this stencil runs the reference, on openmp too. The hint (one declaration everywhere) is what the program does.
#include <cstdio>
#define OPS_1D
#define OPS_CPP_API
#include "ops_seq_v2.h"
void set(ACC<double>& u) { u(0) = 3.0; }
int main(int argc, char** argv)
{
  OPS_instance ops(argc, argv, 1);
  ops_block b = ops.decl_block(1, "b");
  int size[] = {7}, base[] = {0}, z[] = {0}, all[] = {0, 7};
  double* null = NULL;
  ops_dat u = b->decl_dat(1, size, base, z, z, null, "double", "u");
  ops_stencil here = ops.decl_stencil(1, 1, z, "here");
  ops.partition("");
  ops_par_loop(set, "set", b, 1, all, ops_arg_dat(u, 1, here, "double", OPS_WRITE));
  ops_memspace where = OPS_HOST;
  double* raw = (double*)u->get_raw_pointer(0, here, &where);
  double got = raw[0];
  u->release_raw_data(0, OPS_READ);
  return got == 3.0 ? 0 : 1;
}
