// An array of plain stencils declared in a loop and used with numbers.
// Expected: builds and runs: it is the same as four named stencils.
// Once came: loop 'left' with st[0] is fine, loop 'right' is refused by the translator: "cannot tell what argument 'st[1]'
// is, its stencil is not known before the program runs". With a variable index (st[k]) it is accepted.
#include <cstdio>
#include <vector>
#define OPS_1D
#include "ops_seq_v2.h"
void left(ACC<double> &u) { u(0) = 3.0 * u(1); }
void right(ACC<double> &u) { u(0) = 3.0 * u(-1); }
void square(const ACC<double> &u, double *s) { *s += u(0) * u(0); }
ops_stencil st[2];
int main(int argc, char **argv) {
  ops_init(argc, argv, 1);
  ops_block b = ops_decl_block(1, "b");
  int n = 9, z = 0, m = -1, p = 1, all[] = {-1, 10}, l[] = {-1, 0}, r[] = {9, 10};
  std::vector<double> own(11, 0.5);
  ops_dat u = ops_decl_dat(b, 1, &n, &z, &m, &p, own.data(), "double", "u");
  ops_stencil s = ops_decl_stencil(1, 1, &z, "s");
  int e[2][2] = {{0, 1}, {0, -1}};
  for (int k = 0; k < 2; k++)
    st[k] = ops_decl_stencil(1, 2, e[k], "end");
  ops_reduction sum = ops_decl_reduction_handle(8, "double", "sum");
  ops_partition("");
  ops_par_loop(left, "left", b, 1, l, ops_arg_dat(u, 1, st[0], "double", OPS_RW));
  ops_par_loop(right, "right", b, 1, r, ops_arg_dat(u, 1, st[1], "double", OPS_RW));
  ops_par_loop(square, "square", b, 1, all, ops_arg_dat(u, 1, s, "double", OPS_READ),
               ops_arg_reduce(sum, 1, "double", OPS_INC));
  double v, one = 1.0;
  sum->get_result(&v, &one);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  const std::vector<double> g = ops_dat_fetch_derivative<double>(u);
  bool good = v == 9 * 0.25 + 2 * 2.25 && g[0] == 10.0 && g[8] == 10.0 && g[4] == 1.0;
  printf("stencil_by_number: %s\n", good ? "passed" : "failed");
  ops_exit();
  return !good;
}
