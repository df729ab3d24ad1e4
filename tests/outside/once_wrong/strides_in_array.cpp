// An array of strided stencils (along x, along y), filled and used in loops.
// Expected: the gradient, or a diagnostic of the translator that the stencil of the loop is not known.
// Once came: it builds without a word, with the strides of the first stencil for all; at run time OPSException from
// ops_interpret_adjoints: "the objective depends on loop 'mul', which has no adjoint: it runs the reference: no
// translated loop has its signature". No wrong number, but the build said nothing.
#include <cstdio>
#include <vector>
#define OPS_2D
#include "ops_seq_v2.h"
void mul(const ACC<double> &line, ACC<double> &u) { u(0, 0) = u(0, 0) * line(0, 0); }
void total(const ACC<double> &u, double *s) { *s += u(0, 0); }
ops_stencil along[2];
int main(int argc, char **argv) {
  ops_init(argc, argv, 1);
  ops_block b = ops_decl_block(2, "b");
  int n[2][2] = {{7, 1}, {1, 5}}, full[] = {7, 5}, z[] = {0, 0}, stride[2][2] = {{1, 0}, {0, 1}}, r[] = {0, 7, 0, 5};
  std::vector<double> x[2] = {{1, 2, 3, 4, 5, 6, 7}, {1, 10, 100, 1000, 10000}}, ones(35, 1.0), g0(7), g1(5);
  ops_dat line[2], u = ops_decl_dat(b, 1, full, z, z, z, ones.data(), "double", "u");
  for (int k = 0; k < 2; k++) {
    line[k] = ops_decl_dat(b, 1, n[k], z, z, z, x[k].data(), "double", k ? "y" : "x");
    along[k] = ops_decl_strided_stencil(2, 1, z, stride[k], "along");
  }
  ops_stencil S0 = ops_decl_stencil(2, 1, z, "S0");
  ops_reduction h = ops_decl_reduction_handle(8, "double", "h");
  ops_partition("");
  for (int k = 0; k < 2; k++)
    ops_par_loop(mul, "mul", b, 2, r, ops_arg_dat(line[k], 1, along[k], "double", OPS_READ),
                 ops_arg_dat(u, 1, S0, "double", OPS_RW));
  ops_par_loop(total, "total", b, 2, r, ops_arg_dat(u, 1, S0, "double", OPS_READ),
               ops_arg_reduce(h, 1, "double", OPS_INC));
  double v, one = 1.0;
  h->get_result(&v, &one);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  g0 = ops_dat_fetch_derivative<double>(line[0]);
  g1 = ops_dat_fetch_derivative<double>(line[1]);
  bool good = v == 28.0 * 11111.0 && g0[3] == 11111.0 && g1[4] == 28.0;
  printf("strides_in_array: %s %g %g %g\n", good ? "passed" : "failed", v, g0[3], g1[4]);
  ops_exit();
  return !good;
}
