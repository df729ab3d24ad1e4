// Cells written at every second index: the derivative of the cells between them.
#define OPS_1D
#include <cmath>
#include <vector>
#include "ops_seq_v2.h"
void even(const ACC<double>& f, ACC<double>& h) { h(0) = f(0) * f(0) + 3.0 * f(1); }
void spread(const ACC<double>& h, ACC<double>& f) { f(0) = h(0) * h(0); }
void total(const ACC<double>& f, double* s) { *s += f(0); }
int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  ops_block b = ops_decl_block(1, "b");
  int n = 8, nh = 4, z = 0, m = -1, p = 1, two[] = {2}, s0[] = {0}, s2[] = {0, 1}, all[] = {0, 8}, half[] = {0, 4};
  ops_dat f = ops_decl_dat(b, 1, &n, &z, &m, &p, (double*)NULL, "double", "f"), h = ops_decl_dat(b, 1, &nh, &z, &m, &p, (double*)NULL, "double", "h");
  ops_stencil P = ops_decl_stencil(1, 1, s0, "P"), E = ops_decl_strided_stencil(1, 2, s2, two, "read at 2 i"), W = ops_decl_strided_stencil(1, 1, s0, two, "write at 2 i");
  ops_reduction R = ops_decl_reduction_handle(8, "double", "R");
  ops_partition("");
  double J, one = 1;
  ops_dat_set_data(f, std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8});
  ops_par_loop(even, "even", b, 1, half, ops_arg_dat(f, 1, E, "double", OPS_READ), ops_arg_dat(h, 1, P, "double", OPS_WRITE));
  ops_par_loop(total, "total", b, 1, half, ops_arg_dat(h, 1, P, "double", OPS_READ), ops_arg_reduce(R, 1, "double", OPS_INC));
  R->get_result(&J, &one);
  ops_interpret_adjoints();
  ops_printf("read: J %g (144), gradient (2 3 6 3 10 3 14 3):", J);
  for (double g : ops_dat_fetch_derivative<double>(f)) ops_printf(" %g", g);
  ops_ad_reset();
  ops_dat_set_data(h, std::vector<double>{1, 2, 3, 4});
  ops_dat_set_data(f, std::vector<double>(8, 1.0));
  ops_par_loop(spread, "spread", b, 1, half, ops_arg_dat(h, 1, P, "double", OPS_READ), ops_arg_dat(f, 1, W, "double", OPS_WRITE));
  ops_par_loop(total, "total", b, 1, all, ops_arg_dat(f, 1, P, "double", OPS_READ), ops_arg_reduce(R, 1, "double", OPS_INC));
  R->get_result(&J, &one);
  ops_interpret_adjoints();
  ops_printf("\nwritten: J %g (34), gradient by h (2 4 6 8):", J);
  for (double g : ops_dat_fetch_derivative<double>(h)) ops_printf(" %g", g);
  ops_printf(", by f (0 1 0 1 0 1 0 1):");
  for (double g : ops_dat_fetch_derivative<double>(f)) ops_printf(" %g", g);
  ops_printf("\n");
  ops_exit();
}
