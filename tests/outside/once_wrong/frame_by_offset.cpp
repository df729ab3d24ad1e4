// One kernel for all sides of a frame: the offset comes as ops_arg_gbl, and each loop declares exactly its two points.
// Expected: builds and gives the gradient (offsets computed from data stay inside the declared stencil; what a loop
// reads it does not write).
// Once came: the translator refuses: "kernel 'frame_kernel' cannot be differentiated: 'u' is read at an offset computed
// from data ... declare its stencil where the translator can read it". The stencils are in an array filled by a loop.
// With one static stencil of five points it translates (compile with -DSTAR), but then the run stops with "reads points
// of dataset 'u' that it writes at other points of its range", so such a frame cannot be written either way.
#include <cstdio>
#include <vector>
#define OPS_2D
#include "ops_seq_v2.h"
void frame_kernel(ACC<double> &u, const int *shift) { u(0, 0) = 2.0 * u(shift[0], shift[1]); }
void square(const ACC<double> &u, double *s) { *s += u(0, 0) * u(0, 0); }
ops_stencil inward[4];
int main(int argc, char **argv) {
  ops_init(argc, argv, 1);
  ops_block b = ops_decl_block(2, "b");
  int n[] = {7, 5}, z[] = {0, 0}, m[] = {-2, -2}, p[] = {2, 2}, all[] = {-1, 8, -1, 6};
  std::vector<double> own(11 * 9, 0.5);
  ops_dat u = ops_decl_dat(b, 1, n, z, m, p, own.data(), "double", "u");
  ops_stencil s = ops_decl_stencil(2, 1, z, "s");
  int e[4][4] = {{0, 0, 1, 0}, {0, 0, -1, 0}, {0, 0, 0, 1}, {0, 0, 0, -1}};
  int r[4][4] = {{-1, 0, 0, 5}, {7, 8, 0, 5}, {0, 7, -1, 0}, {0, 7, 5, 6}};
#ifdef STAR
  int star[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1};
  ops_stencil five = ops_decl_stencil(2, 5, star, "star");
#define INWARD(k) five
#else
  for (int k = 0; k < 4; k++)
    inward[k] = ops_decl_stencil(2, 2, e[k], "inward");
#define INWARD(k) inward[k]
#endif
  ops_reduction sum = ops_decl_reduction_handle(8, "double", "sum");
  ops_partition("");
  for (int side = 0; side < 4; side++)
    ops_par_loop(frame_kernel, "frame", b, 2, r[side], ops_arg_dat(u, 1, INWARD(side), "double", OPS_RW),
                 ops_arg_gbl(e[side] + 2, 2, "int", OPS_READ));
  ops_par_loop(square, "square", b, 2, all, ops_arg_dat(u, 1, s, "double", OPS_READ),
               ops_arg_reduce(sum, 1, "double", OPS_INC));
  double v, one = 1.0;
  sum->get_result(&v, &one);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  const std::vector<double> g = ops_dat_fetch_derivative<double>(u);
  bool good = g[0] == 1.0 + 4.0 + 4.0 && g[1] == 1.0 + 4.0 && g[8] == 1.0;
  printf("frame_by_offset: %s\n", good ? "passed" : "failed");
  ops_exit();
  return !good;
}
