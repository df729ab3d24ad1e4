// A restriction stencil whose stride is known at run time.
#define OPS_1D
#include <cstdlib>
#include <vector>
#include "ops_seq_v2.h"
void inject(const ACC<double>& f, ACC<double>& c) { c(0) = f(0) * f(0); }
void total(const ACC<double>& f, double* s) { *s += f(0); }
int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  int ratio = argc > 1 ? atoi(argv[1]) : 3;
  ops_block b = ops_decl_block(1, "b");
  int n = 12, nc = 12 / ratio, z = 0, s0[] = {0}, stride[] = {ratio}, r[] = {0, nc};
  ops_dat f = ops_decl_dat(b, 1, &n, &z, &z, &z, (double*)NULL, "double", "f"), c = ops_decl_dat(b, 1, &nc, &z, &z, &z, stride, (double*)NULL, "double", "c");
  ops_stencil P = ops_decl_stencil(1, 1, s0, "P"), R3 = ops_decl_restrict_stencil(1, 1, s0, stride, "coarse");
  ops_reduction R = ops_decl_reduction_handle(8, "double", "R");
  ops_partition("");
  std::vector<double> v(12); for (int i = 0; i < 12; ++i) v[i] = i;
  ops_dat_set_data(f, v);
  ops_par_loop(inject, "inject", b, 1, r, ops_arg_restrict(f, 1, R3, "double", OPS_READ), ops_arg_dat(c, 1, P, "double", OPS_WRITE));
  ops_par_loop(total, "total", b, 1, r, ops_arg_dat(c, 1, P, "double", OPS_READ), ops_arg_reduce(R, 1, "double", OPS_INC));
  double J, one = 1; R->get_result(&J, &one);
  ops_interpret_adjoints();
  const std::vector<double> g = ops_dat_fetch_derivative<double>(f);
  double wanted = 0;
  bool good = true;
  for (int i = 0; i < 12; ++i) {
    const bool taken = i % ratio == 0 && i / ratio < nc;
    wanted += taken ? v[i] * v[i] : 0;
    good = good && g[i] == (taken ? 2 * v[i] : 0);
  }
  good = good && J == wanted;
  ops_printf("run_time_stride: %s\n", good ? "passed" : "failed");
  ops_exit();
  return good ? 0 : 1;
}
