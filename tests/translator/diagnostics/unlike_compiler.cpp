// Compilers and the translator may answer such a question otherwise, and within the arguments of a macro the compiler's answer does not show.
#define OPS_1D
#include "ops.hpp"

#define TWICE(x) (2.0 * (x))

void set(ACC<double>& u) {
  u(0) = TWICE(
#if __has_attribute(hot)
      1.0
#else
      2.0
#endif
  );
}

int main(int argc, char** argv) {
  return ops_main(argc, argv, [] {
    int all[] = {0, 4}, off[] = {0};
    ops_block b = ops_decl_block(1, "b");
    ops_dat u = ops_decl_dat<double>(b, "u", {4});
    ops_stencil p = ops_decl_stencil(1, 1, off, "p");
    ops_partition("");
    ops_par_loop(set, "set", b, 1, all, ops_arg_dat(u, 1, p, "double", OPS_WRITE));
  });
}
