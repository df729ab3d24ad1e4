// A local array of plain stencils, handed to a function as a pointer.
// Expected: builds and runs (no strided stencil exists in the program); the gradient of sum u^2 after the boundary
// loops. Once came: the translator refuses the program: "unresolved-argument: cannot tell what argument ... is, its stencil
// is not known before the program runs; this loop runs the reference ... a loop that runs the reference has none".
// Where the loop comes from a macro the message quotes the macro's call instead of the argument (compile with -DMACRO).
#include <cmath>
#include <cstdio>
#include <vector>
#define OPS_1D
#include "ops_seq_v2.h"
void left(ACC<double> &u) { u(0) = 3.0 * u(1); }
void right(ACC<double> &u) { u(0) = 3.0 * u(-1); }
void square(const ACC<double> &u, double *s) { *s += u(0) * u(0); }
static void ends(ops_block b, ops_dat u, ops_stencil *st) {
  int l[] = {-1, 0}, r[] = {9, 10};
#ifdef MACRO
#define END(kernel, range, number)                                                                                     \
  ops_par_loop(kernel, #kernel, b, 1, range, ops_arg_dat(u, 1, st[number], "double", OPS_RW));
  END(left, l, 0)
  END(right, r, 1)
#else
  ops_par_loop(left, "left", b, 1, l, ops_arg_dat(u, 1, st[0], "double", OPS_RW));
  ops_par_loop(right, "right", b, 1, r, ops_arg_dat(u, 1, st[1], "double", OPS_RW));
#endif
}
int main(int argc, char **argv) {
  ops_init(argc, argv, 1);
  ops_block b = ops_decl_block(1, "b");
  int n = 9, z = 0, m = -1, p = 1, all[] = {-1, 10};
  std::vector<double> own(11, 0.5);
  ops_dat u = ops_decl_dat(b, 1, &n, &z, &m, &p, own.data(), "double", "u");
  ops_stencil s = ops_decl_stencil(1, 1, &z, "s"), st[2];
  for (int k = 0; k < 2; k++) {
    int two[] = {0, k ? -1 : 1};
    st[k] = ops_decl_stencil(1, 2, two, "end");
  }
  ops_reduction sum = ops_decl_reduction_handle(8, "double", "sum");
  ops_partition("");
  ends(b, u, st);
  ops_par_loop(square, "square", b, 1, all, ops_arg_dat(u, 1, s, "double", OPS_READ),
               ops_arg_reduce(sum, 1, "double", OPS_INC));
  double v, one = 1.0;
  sum->get_result(&v, &one);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  const std::vector<double> g = ops_dat_fetch_derivative<double>(u);
  bool good = v == 9 * 0.25 + 2 * 2.25 && g[0] == 10.0 && g[8] == 10.0 && g[4] == 1.0;
  printf("stencil_by_pointer: %s\n", good ? "passed" : "failed");
  ops_exit();
  return !good;
}
