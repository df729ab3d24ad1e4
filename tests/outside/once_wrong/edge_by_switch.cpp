// A boundary kernel for all sides: a number from ops_arg_gbl chooses the branch of a switch, and the loop of each side
// declares exactly the stencil of that branch. Nothing read is written in the same loop.
// Expected: builds without a complaint of the stencils and gives the gradient.
// Once came: the translator warns that the kernel reads outside stencil 'edge', and shows the points of the first stencil
// of the array as if they were those of all; at run time OPSException "loop 'edge' reads points of dataset 'u' that it
// writes at other points of its range: the result depends on the order of the points, so it has no derivative".
// The declared stencil says that this branch is not the one taken.
#include <cstdio>
#include <vector>
#define OPS_2D
#include "ops_seq_v2.h"
void edge_kernel(ACC<double> &u, const int *side) {
  switch (side[0]) {
  case 0:
    u(0, 0) = 2.0 * u(1, 0);
    break;
  case 1:
    u(0, 0) = 2.0 * u(-1, 0);
    break;
  case 2:
    u(0, 0) = 2.0 * u(0, 1);
    break;
  default:
    u(0, 0) = 2.0 * u(0, -1);
  }
}
void square(const ACC<double> &u, double *s) { *s += u(0, 0) * u(0, 0); }
ops_stencil edge[4];
int main(int argc, char **argv) {
  ops_init(argc, argv, 1);
  ops_block b = ops_decl_block(2, "b");
  int n[] = {7, 5}, z[] = {0, 0}, m[] = {-1, -1}, p[] = {1, 1}, all[] = {-1, 8, -1, 6};
  std::vector<double> own(9 * 7, 0.5);
  ops_dat u = ops_decl_dat(b, 1, n, z, m, p, own.data(), "double", "u");
  ops_stencil s = ops_decl_stencil(2, 1, z, "s");
  int e[4][4] = {{0, 0, 1, 0}, {0, 0, -1, 0}, {0, 0, 0, 1}, {0, 0, 0, -1}};
  int r[4][4] = {{-1, 0, 0, 5}, {7, 8, 0, 5}, {0, 7, -1, 0}, {0, 7, 5, 6}};
  for (int k = 0; k < 4; k++)
    edge[k] = ops_decl_stencil(2, 2, e[k], "edge");
  ops_reduction sum = ops_decl_reduction_handle(8, "double", "sum");
  ops_partition("");
  for (int side = 0; side < 4; side++)
    ops_par_loop(edge_kernel, "edge", b, 2, r[side], ops_arg_dat(u, 1, edge[side], "double", OPS_RW),
                 ops_arg_gbl(&side, 1, "int", OPS_READ));
  ops_par_loop(square, "square", b, 2, all, ops_arg_dat(u, 1, s, "double", OPS_READ),
               ops_arg_reduce(sum, 1, "double", OPS_INC));
  double v, one = 1.0;
  sum->get_result(&v, &one);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  const std::vector<double> g = ops_dat_fetch_derivative<double>(u);
  bool good = g[0] == 1.0 + 4.0 + 4.0 && g[1] == 1.0 + 4.0 && g[8] == 1.0;
  printf("edge_by_switch: %s\n", good ? "passed" : "failed");
  ops_exit();
  return !good;
}
