// A stencil handle is given to the C++ member ops_dat_core::get_raw_pointer (or derivative_get_raw_pointer).
// Expected: nothing changes for the loops that use it; ops_dat_get_raw_pointer(u, 0, S0, &space) is accepted.
// Once came: warning[unresolved-argument] "cannot tell what argument 'S0' is, its stencil is not known before the program
// runs"; the loop runs the reference. In a program with derivatives it is an error that ends the build (elastic.cpp).
#include <stdio.h>
#include <memory>
#define OPS_2D
#define OPS_CPP_API
#include "ops_seq_v2.h"

static void twice(ACC<double>& u) { u(0, 0) = 2.0 * u(0, 0); }

int main(int argc, char** argv) {
  std::unique_ptr<OPS_instance> ops(new OPS_instance(argc, argv, 1));
  ops_block block = ops->decl_block(2, "block");
  int size[] = {7, 5}, base[] = {0, 0}, h[] = {0, 0}, o[] = {0, 0}, all[] = {0, 7, 0, 5};
  double* nil = nullptr;
  ops_dat u = block->decl_dat(1, size, base, h, h, nil, "double", "u");
  ops_stencil S0 = ops->decl_stencil(2, 1, o, "0");
  ops->partition("");
  ops_par_loop(twice, "twice", block, 2, all, ops_arg_dat(u, 1, S0, "double", OPS_RW));
  int space = OPS_HOST;
  double* raw = (double*)u->get_raw_pointer(0, S0, &space);
  u->release_raw_data(0, OPS_READ);
  printf("%g\n", raw[0]);
}
