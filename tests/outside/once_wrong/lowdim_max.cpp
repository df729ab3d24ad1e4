// The maximum along an axis into a dataset of one dimension less, as in columns under a skyline, with a gradient.
// Expected: 1 for the cell that attains the maximum. Once came: error[not-differentiable] 'top' is a dataset with access OPS_MAX, for all
// targets.
#include <cmath>
#include <cstdio>
#include <vector>
#define OPS_2D
#include "ops_seq_v2.h"

void reset(ACC<double>& top) { top(0, 0) = -1.0e30; }
void skyline(const ACC<double>& h, ACC<double>& top) { top.combine_max(0, 0, h(0, 0)); }
void total(const ACC<double>& top, double* j) { *j += top(0, 0) * top(0, 0); }

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  const int nx = 9, ny = 7;
  int size[] = {nx, ny}, line[] = {nx, 1}, zero[] = {0, 0}, along[] = {1, 0}, all[] = {0, nx, 0, ny}, slab[] = {0, nx, 0, 1};
  ops_block b = ops_decl_block(2, "b");
  ops_stencil S = ops_decl_stencil(2, 1, zero, "S"), L = ops_decl_strided_stencil(2, 1, zero, along, "L");
  std::vector<double> h0(nx * ny), g(nx * ny);
  for (int i = 0; i < nx * ny; i++) h0[i] = 1.0 + (i * 29 % 64) * 0.1;
  ops_dat h = ops_decl_dat(b, 1, size, zero, zero, zero, h0.data(), "double", "h"),
          top = ops_decl_dat(b, 1, line, zero, zero, zero, (double*)NULL, "double", "top");
  ops_reduction r = ops_decl_reduction_handle(sizeof(double), "double", "J");
  ops_partition("");
  ops_par_loop(reset, "reset", b, 2, slab, ops_arg_dat(top, 1, L, "double", OPS_WRITE));
  ops_par_loop(skyline, "skyline", b, 2, all, ops_arg_dat(h, 1, S, "double", OPS_READ), ops_arg_dat(top, 1, L, "double", OPS_MAX));
  ops_par_loop(total, "total", b, 2, slab, ops_arg_dat(top, 1, L, "double", OPS_READ), ops_arg_reduce(r, 1, "double", OPS_INC));
  double J, one = 1.0, worst = 0.0;
  r->get_result(&J, &one);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  g = ops_dat_fetch_derivative<double>(h);
  for (int i = 0; i < nx; i++) {
    int best = 0;
    for (int j = 1; j < ny; j++)
      if (h0[j * nx + i] > h0[best * nx + i]) best = j;
    for (int j = 0; j < ny; j++) worst = fmax(worst, fabs(g[j * nx + i] - (j == best ? 2 * h0[j * nx + i] : 0.0)));
  }
  ops_exit();
  printf("lowdim_max: %s\n", worst < 1e-12 ? "passed" : "failed");
  return !(worst < 1e-12);
}
